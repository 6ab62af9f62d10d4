/// Loading and unloading the library.

#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/sanitizer.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

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
    expect(!Library::is_loaded(fmu.library_file()), "the library stays in memory after it was unloaded (round ", i + 1, ")");
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
  checks.add("P09", "the trajectory is the same to the bit for every way to load the library", ways_to_load);
  checks.add("P37", "the library can be loaded and unloaded a hundred times, and is really gone", load_and_unload);
  checks.add("B58", "two copies of the library run in one process", two_copies);
}

}  // namespace conformance
