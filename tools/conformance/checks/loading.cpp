/// Loading and unloading the library, and what it says before there is an instance.

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/sanitizer.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void can_be_loaded(const Fmu& fmu) {
  const auto file = fmu.library_file();
  expect(std::filesystem::exists(file), "cannot be loaded: there is no binaries/",
         Fmu::platform_folder(fmu.description().version), '/', file.filename().string());
  try {
    const Library library(file);
  } catch (const std::exception& e) {
    fail("cannot be loaded: ", e.what());
  }
}

std::string prefix(const Fmu& fmu) { return text("fmi", fmu.description().version); }

void exports_all(const Fmu& fmu) {
  const Library library(fmu.library_file());
  const auto& d = fmu.description();
  const auto missing = d.version == 2 ? Fmi2Api(library, d.has_model_exchange).missing : Fmi3Api(library).missing;
  Findings bad;
  for (const auto& name : missing) bad.add(name, " is not exported");
  bad.expect_none();
}

void versions(const Fmu& fmu) {
  const Library library(fmu.library_file());
  const std::string expected = fmu.description().version == 2 ? "2.0" : "3.0";
  auto* const version = library.function<const char*()>(prefix(fmu) + "GetVersion");
  expect(version, prefix(fmu), "GetVersion is not exported");
  const std::string found = version();
  expect(found == expected || (expected == "3.0" && found.starts_with("3.0.")), prefix(fmu), "GetVersion returned ",
         in_quotes(found), ": expected ", in_quotes(expected));
  if (fmu.description().version == 3) return;
  auto* const platform = library.function<const char*()>("fmi2GetTypesPlatform");
  expect(platform && std::string(platform()) == "default", "fmi2GetTypesPlatform did not return \"default\"");
}

void ways_to_load(const Fmu& fmu) {
  Trajectory expected;
  {
    const LoadedFmu loaded(fmu);
    expected = usual_run(loaded);
  }
  for (const auto& way : Library::other_ways()) {
    const LoadedFmu loaded(fmu, way);
    expect_identical(fmu, usual_run(loaded), expected, text("loaded with ", way.name));
  }
}

void load_and_unload(const Fmu& fmu) {
  for (int i = 0; i < 100; ++i) {
    {
      const LoadedFmu loaded(fmu);
      const auto instance = loaded.instantiate();
      if (i % 10 == 0) initialize(*instance, {fmu.start(), {}, {}});
    }
    if (with_sanitizer) continue;
    expect(!Library::is_loaded(fmu.library_file()), "the library stays in memory after it was unloaded (round ", i + 1,
           ")");
  }
}

void two_copies(const Fmu& fmu) {
  const TemporaryFolder folder("copy");
  fmu.copy_to(folder.path());
  const LoadedFmu first(fmu), second(fmu, folder.path());
  const auto expected = usual_run(first, 10);
  const auto a = first.start(), b = second.start();
  expect_identical(fmu, simulate(fmu, *b, usual_points(fmu, 10)), expected, "in a second copy of the library");
  expect_identical(fmu, simulate(fmu, *a, usual_points(fmu, 10)), expected, "beside a second copy of the library");
}

}  // namespace

void add_loading(Registry& checks) {
  using enum Severity;
  checks.add(loading_check, "the library for this platform can be loaded", can_be_loaded, error, clause::binaries);
  checks.add("B01", "GetVersion and GetTypesPlatform return what the standard says", versions, error, clause::version);
  checks.add("B02", "every function of the interface is exported, also where the capability is not claimed",
             exports_all, error, clause::functions);
  checks.add("P09", "the trajectory is the same to the bit for every way to load the library", ways_to_load, warning,
             "importer practice: loaders use RTLD_LAZY, RTLD_GLOBAL and RTLD_DEEPBIND as well");
  checks.add("P37", "the library can be loaded and unloaded a hundred times, and is really gone", load_and_unload,
             warning, "importer practice: tools that load and unload an FMU for every run");
  checks.add("B58", "two copies of the library run in one process", two_copies, warning, clause::flags);
}

}  // namespace conformance
