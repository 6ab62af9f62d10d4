/// The head of modelDescription.xml: version, token, capability flags, default experiment, log categories.

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void fmi_version(const Fmu& fmu) {
  const auto& found = fmu.description().fmi_version;
  if (fmu.description().version == 2)
    expect(found == "2.0", "fmiVersion ", in_quotes(found), ": expected exactly 2.0");
  else
    expect(found == "3.0" || found.starts_with("3.0."), "fmiVersion ", in_quotes(found), ": expected 3.0");
}

const std::set<std::string>& flags_of_fmi2() {
  static const std::set<std::string> names = {"modelIdentifier",
                                              "needsExecutionTool",
                                              "canHandleVariableCommunicationStepSize",
                                              "canInterpolateInputs",
                                              "maxOutputDerivativeOrder",
                                              "canRunAsynchronuously",
                                              "canBeInstantiatedOnlyOncePerProcess",
                                              "canNotUseMemoryManagementFunctions",
                                              "canGetAndSetFMUstate",
                                              "canSerializeFMUstate",
                                              "providesDirectionalDerivative"};
  return names;
}

const std::set<std::string>& flags_of_fmi3() {
  static const std::set<std::string> names = {"modelIdentifier",
                                              "needsExecutionTool",
                                              "canBeInstantiatedOnlyOncePerProcess",
                                              "canGetAndSetFMUState",
                                              "canSerializeFMUState",
                                              "providesDirectionalDerivatives",
                                              "providesAdjointDerivatives",
                                              "providesPerElementDependencies",
                                              "canHandleVariableCommunicationStepSize",
                                              "fixedInternalStepSize",
                                              "maxOutputDerivativeOrder",
                                              "recommendedIntermediateInputSmoothness",
                                              "providesIntermediateUpdate",
                                              "mightReturnEarlyFromDoStep",
                                              "canReturnEarlyAfterIntermediateUpdate",
                                              "hasEventMode",
                                              "providesEvaluateDiscreteStates"};
  return names;
}

void flag_spelling(const Fmu& fmu) {
  const auto& d = fmu.description();
  const auto& known = d.version == 2 ? flags_of_fmi2() : flags_of_fmi3();
  const std::set<std::string> numbers = {"modelIdentifier", "maxOutputDerivativeOrder", "fixedInternalStepSize",
                                         "recommendedIntermediateInputSmoothness"};
  Findings bad;
  for (const auto& [flag, value] : d.flags) {
    if (flag.find(':') != std::string::npos) continue;  // another namespace
    bad.require(known.contains(flag), flag, " does not exist in FMI ", d.version, ".0: it will be read as false");
    const bool boolean = value == "true" || value == "false" || value == "0" || value == "1";
    if (!numbers.contains(flag)) bad.require(boolean, flag, " = ", in_quotes(value), ": expected true or false");
  }
  bad.expect_none();
}

void consistent_flags(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  bad.require(!d.can_serialize_state() || d.can_copy_state(), "states can be serialised but not copied");
  if (d.flag("canReturnEarlyAfterIntermediateUpdate"))
    bad.require(d.flag("providesIntermediateUpdate"),
                "canReturnEarlyAfterIntermediateUpdate without providesIntermediateUpdate");
  for (const auto& v : d.variables)
    if (v.intermediate_update && d.version == 3)
      bad.require(v.causality != "parameter" && v.causality != "structuralParameter" && v.type != Type::clock, v.name,
                  ": intermediateUpdate on a ", v.causality);
  bad.expect_none();
}

void token(const Fmu& fmu) {
  expect(!fmu.description().token.empty(), fmu.description().version == 2 ? "guid" : "instantiationToken", " is empty");
}

void plain_token(const Fmu& fmu) {
  const auto& found = fmu.description().token;
  const auto odd = found.find_first_not_of("0123456789abcdefABCDEF-");
  if (odd == std::string::npos) return;
  fail("the token ", in_quotes(found), " has the character ", found[odd],
       ", which is awkward in paths: expected hexadecimal digits");
}

void experiment(const Fmu& fmu) {
  const auto& e = fmu.description().experiment;
  if (!e.present) {
    expect(!fmu.house(), "there is no DefaultExperiment");
    not_applicable("no default experiment");
  }
  const double start = e.start.value_or(0);
  Findings bad;
  bad.require(start >= 0 || !fmu.house(), "startTime ", start, ": expected >= 0");
  if (e.stop) bad.require(*e.stop > start, "stopTime ", *e.stop, ": expected > startTime ", start);
  if (e.tolerance)
    bad.require(*e.tolerance > 0 && *e.tolerance < 1, "tolerance ", *e.tolerance, ": expected between 0 and 1");
  if (e.step) bad.require(*e.step > 0, "stepSize ", *e.step, ": expected > 0");
  if (e.step && e.stop) bad.require(*e.step <= *e.stop - start, "stepSize ", *e.step, " is longer than the experiment");
  if (fmu.house()) bad.require(e.stop && e.step && e.tolerance, "stopTime, stepSize and tolerance: expected all three");
  bad.expect_none();
}

void log_categories(const Fmu& fmu) {
  Findings bad;
  std::set<std::string> names;
  for (const auto& category : fmu.description().log_categories) {
    bad.require(!category.empty(), "a log category has no name");
    bad.require(names.insert(category).second, "log category ", in_quotes(category), " occurs twice");
  }
  if (fmu.house()) bad.require(!names.empty(), "no log categories");
  bad.expect_none();
}

void credits(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  bad.require(!d.model_name.empty(), "modelName is empty");
  bad.require(!d.generation_tool.empty(), "generationTool is missing");
  bad.expect_none();
}

void encoding(const Fmu& fmu) {
  std::ifstream in(fmu.folder() / "modelDescription.xml", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  expect(!bytes.starts_with("\xEF\xBB\xBF"), "modelDescription.xml starts with a byte order mark");
  const auto head = bytes.substr(0, bytes.find("?>"));
  expect(bytes.starts_with("<?xml") && head.find("UTF-8") != std::string::npos,
         "modelDescription.xml does not declare UTF-8");
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    bool valid = length > 0 && i + length <= bytes.size();
    for (std::size_t k = 1; valid && k < length; ++k) valid = (static_cast<unsigned char>(bytes[i + k]) & 0xC0) == 0x80;
    expect(valid, "modelDescription.xml: byte ", i, " is not UTF-8");
    i += length;
  }
}

}  // namespace

void add_header_rules(Registry& checks) {
  using enum Severity;
  checks.add("P07", "the token has only characters that are safe in paths", plain_token, house, clause::house);
  checks.add("X01", "fmiVersion is written as importers expect it", fmi_version, error, clause::head);
  checks.add("X02", "capability flags are spelled as in this version of FMI", flag_spelling, error, clause::flags);
  checks.add("X12", "the token is not empty", token, error, clause::head);
  checks.add("X13", "the default experiment makes sense", experiment, error, clause::default_experiment);
  checks.add("X20", "capability flags agree with each other and with the variables", consistent_flags, error,
             clause::flags);
  checks.add("X21", "modelDescription.xml is UTF-8 without a byte order mark, and says so", encoding, error,
             clause::encoding);
  checks.add("X22", "log categories have unique names", log_categories, error, clause::log_categories);
  checks.add("X23", "model name and tool are given", credits, house, clause::house);
}

}  // namespace conformance
