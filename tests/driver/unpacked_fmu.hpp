#pragma once

/// An unpacked FMU that has nothing but a description, for checks that only read it.

#include <fstream>
#include <string>

#include "core/check.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/temporary_folder.hpp"

namespace conformance {

/// The parts of a description that a test cares about; the rest is as short as it can be.
struct Parts {
  int version = 3;
  std::string head;            ///< further attributes of fmiModelDescription
  std::string model_exchange;  ///< the element, if there is to be one
  std::string units, types, variables, structure;
};

class UnpackedFmu {
 public:
  UnpackedFmu(const std::string& types, const std::string& variables, int version)
      : UnpackedFmu(Parts{version, {}, {}, {}, types, variables, {}}) {}

  explicit UnpackedFmu(const Parts& p) {
    const std::string head =
        p.version == 2 ? R"(fmiVersion="2.0" guid="1")" : R"(fmiVersion="3.0" instantiationToken="1")";
    std::ofstream(folder_.path() / "modelDescription.xml")
        << "<fmiModelDescription modelName=\"m\" " << head << ' ' << p.head << '>' << p.model_exchange
        << "<CoSimulation modelIdentifier=\"m\"/><UnitDefinitions>" << p.units << "</UnitDefinitions><TypeDefinitions>"
        << p.types << "</TypeDefinitions><ModelVariables>" << p.variables << "</ModelVariables><ModelStructure>"
        << p.structure << "</ModelStructure></fmiModelDescription>";
  }

  const std::filesystem::path& folder() const { return folder_.path(); }
  Fmu fmu() const { return Fmu(folder_.path(), true); }
  Description description() const { return fmu().description(); }

  /// What the check objects to; "n/a: ..." with the reason if it does not apply; empty if it passes.
  std::string finding(const std::string& id) const {
    try {
      check_named(id).body(fmu());
    } catch (const Failure& e) {
      return e.what();
    } catch (const NotApplicable& e) {
      return std::string("n/a: ") + e.what();
    }
    return {};
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace conformance
