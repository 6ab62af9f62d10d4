/// The floating-point environment belongs to the host.

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/process.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// Rounding, traps and flush-to-zero; the sticky flags of past operations do not count.
struct Control {
  int rounding = std::fegetround();
  int traps = floating_point_traps();
#if defined(__x86_64__)
  unsigned sse = _mm_getcsr() & ~0x3Fu;
  unsigned short x87 = [] {
    unsigned short word = 0;
    asm volatile("fnstcw %0" : "=m"(word));
    return word;
  }();
#endif
  bool operator==(const Control&) const = default;
};

/// Drives the instance through its life with a look at the environment after each call.
class Watcher {
 public:
  template <class Call>
  auto operator()(const char* what, Call&& call) {
    const Control before;
    auto result = call();
    const Control after;
    if (!(before == after)) fail(what, " changed the floating-point environment of the host");
    return result;
  }
};

void watch_life(const LoadedFmu& loaded) {
  const auto& fmu = loaded.fmu();
  Watcher watch;
  const auto instance = watch("Instantiate", [&] { return loaded.instantiate(); });
  watch("EnterInitializationMode", [&] { return instance->enter_initialization({fmu.start(), {}, {}}); });
  watch("ExitInitializationMode", [&] { return instance->exit_initialization(); });
  for (int i = 0; i < 20; ++i)
    watch("DoStep", [&] { return instance->step(fmu.start() + i * fmu.step(), fmu.step()).reached; });
  for (const auto& v : fmu.description().variables) {
    Values values;
    if (v.type != Type::clock && !v.clocked) watch("Get", [&] { return instance->read(v, values); });
    if (v.is_input() && !v.start_values.empty()) watch("Set", [&] { return instance->write(v, v.start_values); });
  }
  if (fmu.description().can_copy_state()) {
    void* state = nullptr;
    watch("GetFMUState", [&] { return instance->get_state(&state); });
    watch("SetFMUState", [&] { return instance->set_state(state); });
    watch("FreeFMUState", [&] { return instance->free_state(&state); });
  }
  watch("a refused DoStep", [&] { return instance->step(-1, -1).status; });
  watch("Reset", [&] { return instance->reset(); });
}

void environment_kept(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  watch_life(loaded);
  for (const int rounding : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(rounding);
    watch_life(loaded);
  }
  std::fesetround(FE_TONEAREST);
}

void callbacks_see_the_host(const Fmu& fmu) {
  if (!fmu.description().flag("providesIntermediateUpdate")) not_applicable("the FMU calls no callback in a step");
  const LoadedFmu loaded(fmu);
  std::fesetround(FE_UPWARD);
  const Control host;
  bool seen = false, kept = true;
  Arguments arguments;
  arguments.on_intermediate_update = [&](IntermediateUpdate&) { seen = true, kept = kept && Control{} == host; };
  const auto instance = loaded.start(arguments);
  for (int i = 0; i < 5; ++i) instance->step(fmu.start() + i * fmu.step(), fmu.step());
  std::fesetround(FE_TONEAREST);
  if (!seen) not_applicable("no callback came");
  expect(kept, "the intermediate update callback ran in a floating-point environment that is not the host's");
}

void rounding_of_the_host(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  const Excitation excitation(fmu);
  const Observer observer(fmu.description());
  const auto points = usual_points(fmu);  // the importer's own arithmetic stays as it was
  std::fesetround(FE_UPWARD);
  const auto instance = loaded.start();
  std::fesetround(FE_TONEAREST);
  Trajectory found;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    excitation.apply(*instance, points[i]);
    const double size = points[i + 1] - points[i];
    std::fesetround(FE_UPWARD);
    const auto result = instance->step(points[i], size);
    const auto row = observer.read(*instance);
    std::fesetround(FE_TONEAREST);
    if (result.terminate) break;
    expect(good(result.status), "with upward rounding a step returned ", name(result.status));
    found.times.push_back(points[i + 1]);
    found.values.push_back(row);
  }
  expect_identical(fmu, found, expected, "with upward rounding in the host");
}

void traps_of_the_host(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  trap_floating_point(true);
  const auto found = usual_run(loaded);
  watch_life(loaded);
  trap_floating_point(false);
  expect_identical(fmu, found, expected, "with floating-point traps in the host");
}

}  // namespace

void add_floating_point(Registry& checks) {
  using enum Severity;
  checks.add("P30", "every call leaves rounding, traps and flush-to-zero as it found them", environment_kept, error,
             clause::implementations);
  checks.add("B95", "upward rounding in the host changes no bit of the trajectory", rounding_of_the_host, house,
             clause::house);
  checks.add("B96", "floating-point traps in the host neither fire nor change a bit", traps_of_the_host, house,
             clause::house);
  checks.add("B99", "callbacks run in the floating-point environment of the host", callbacks_see_the_host, house,
             clause::house);
}

}  // namespace conformance
