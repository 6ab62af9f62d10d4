/// Loading and unloading the library.

#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/sanitizer.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void ways_to_load(const Fmu& fmu) {
  struct Way {
    const char* name;
    int mode;
  };
  const Way ways[] = {{"RTLD_LAZY|LOCAL", RTLD_LAZY | RTLD_LOCAL},
                      {"RTLD_NOW|LOCAL|DEEPBIND", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND},
                      {"RTLD_NOW|GLOBAL", RTLD_NOW | RTLD_GLOBAL}};
  Trajectory expected;
  {
    const LoadedFmu loaded(fmu);
    expected = usual_run(loaded);
  }
  for (const auto& way : ways) {
    if (with_sanitizer && (way.mode & RTLD_DEEPBIND)) continue;  // sanitizers cannot live with it
    const LoadedFmu loaded(fmu, way.mode);
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
    expect(!Library::is_loaded(fmu.library_file()), "the library stays in memory after dlclose (round ", i + 1, ")");
  }
}

void two_copies(const Fmu& fmu) {
  const TemporaryFolder folder("copy");
  unpack(fmu.file(), folder.path());
  const LoadedFmu first(fmu), second(fmu, folder.path());
  const auto expected = usual_run(first, 10);
  const auto a = first.start(), b = second.start();
  expect_identical(fmu, simulate(fmu, *b, usual_points(fmu, 10)), expected, "in a second copy of the library");
  expect_identical(fmu, simulate(fmu, *a, usual_points(fmu, 10)), expected, "beside a second copy of the library");
}

}  // namespace

void add_loading(Registry& checks) {
  checks.add("P09", "the trajectory is the same to the bit for every way to load the library", ways_to_load);
  checks.add("P37", "the library can be loaded and unloaded a hundred times, and is really gone", load_and_unload);
  checks.add("B58", "two copies of the library run in one process", two_copies);
}

}  // namespace conformance
