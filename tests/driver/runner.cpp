#include <algorithm>
#include <catch2/catch.hpp>

#include "core/report.hpp"
#include "core/runner.hpp"
#include "unpacked_fmu.hpp"

using namespace conformance;
using Catch::Matchers::Contains;

namespace {

std::vector<Result> loading_failures(const UnpackedFmu& fmu, const RunOptions& options = {}) {
  auto results = run_checks(fmu.folder(), options);
  std::erase_if(results,
                [](const Result& r) { return r.outcome.message.find("cannot be loaded") == std::string::npos; });
  return results;
}

}  // namespace

TEST_CASE("a library that cannot be loaded is one finding, with the loader's reason") {
  const UnpackedFmu fmu({}, {}, 2);
  REQUIRE(loading_failures(fmu).size() == 1);
  const auto library = fmu.fmu().library_file();
  CHECK_THAT(loading_failures(fmu)[0].outcome.message, Contains("there is no binaries/") && Contains("m."));
  std::filesystem::create_directories(library.parent_path());
  std::ofstream(library) << "no library";
  const auto found = loading_failures(fmu);
  REQUIRE(found.size() == 1);
  CHECK(found[0].check->id == "B100");
  CHECK(found[0].outcome.verdict == Verdict::fail);
}

TEST_CASE("a library that cannot be loaded is also found when only other checks were asked for") {
  const UnpackedFmu fmu({}, {}, 3);
  CHECK(loading_failures(fmu, {.only = {"B40", "B41"}}).size() == 1);
  CHECK(loading_failures(fmu, {.only = {"X03"}}).empty());
}

TEST_CASE("every check has a clause, and house rules say so") {
  for (const auto& check : all_checks()) {
    CAPTURE(check.id);
    const bool house = check.severity == Severity::house;
    CHECK((check.clause == "house rule") == house);
    CHECK((house || check.clause.starts_with("FMI ") || check.clause.starts_with("importer practice: ")));
  }
}

TEST_CASE("a finding names severity and clause") {
  const Result failed{&check_named("X33"), {Verdict::fail, "found", 0}};
  CHECK_THAT(line(failed, false), Contains(": found  [warning; importer practice: OpenModelica, Simulink]"));
  CHECK_THAT(json("m.fmu", {failed}), Contains("\"severity\": \"warning\"") && Contains("\"failed\": 1"));
}
