/// Out of memory, and no memory needed.

#include "clauses.hpp"
#include "core/allocation.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

const AllocationProbe& need_probe() {
  const auto* probe = allocation_probe();
  if (!probe) not_applicable("this driver does not replace malloc (sanitizers bring their own)");
  return *probe;
}

/// Which allocations to refuse: each of the first hundred, then fewer and fewer.
std::vector<long> refusals(long total) {
  std::vector<long> out;
  for (long k = 0; k < total; k += 1 + k / 100) out.push_back(k);
  return out;
}

/// Calls the function with a C boundary only: the arguments are made before allocations are refused.
class Driver {
 public:
  explicit Driver(const LoadedFmu& loaded) : loaded_(loaded), environment_(loaded.environment(arguments_)) {}

  void* instantiate(long refuse, bool and_later, long* count = nullptr) {
    const auto& d = loaded_.description();
    const auto resources = loaded_.fmu().resources_in(loaded_.fmu().folder());
    const bool has_resources = std::filesystem::exists(loaded_.fmu().folder() / "resources");
    const auto& probe = need_probe();
    void* handle = nullptr;
    callbacks_ = {Environment::log_2, std::calloc, std::free, nullptr, environment_.get()};
    probe.begin(refuse, and_later);
    if (d.version == 2)
      handle = loaded_.fmi2().Instantiate("out of memory", fmi2CoSimulation, d.token.c_str(), resources.c_str(),
                                          &callbacks_, fmi2False, fmi2True);
    else
      handle = loaded_.fmi3().InstantiateCoSimulation(
          "out of memory", d.token.c_str(), has_resources ? resources.c_str() : nullptr, false, true, false, false,
          nullptr, 0, environment_.get(), Environment::log_3, nullptr);
    const long asked = probe.end();
    if (count) *count = asked;
    return handle;
  }

  Status initialize(void* handle, long refuse, bool and_later, long* count = nullptr) {
    const auto& probe = need_probe();
    const double t = loaded_.fmu().start();
    int status = 0;
    probe.begin(refuse, and_later);
    if (loaded_.description().version == 2) {
      const auto& f = loaded_.fmi2();
      status = f.SetupExperiment(handle, fmi2False, 0, t, fmi2False, 0);
      if (status <= fmi2Warning) status = f.EnterInitializationMode(handle);
      if (status <= fmi2Warning) status = f.ExitInitializationMode(handle);
    } else {
      const auto& f = loaded_.fmi3();
      status = f.EnterInitializationMode(handle, false, 0, t, false, 0);
      if (status <= fmi3Warning) status = f.ExitInitializationMode(handle);
    }
    const long asked = probe.end();
    if (count) *count = asked;
    return static_cast<Status>(status);
  }

  void release(void* handle) {
    if (loaded_.description().version == 2)
      loaded_.fmi2().FreeInstance(handle);
    else
      loaded_.fmi3().FreeInstance(handle);
  }

  Status reset(void* handle) {
    return static_cast<Status>(loaded_.description().version == 2 ? static_cast<int>(loaded_.fmi2().Reset(handle))
                                                                  : static_cast<int>(loaded_.fmi3().Reset(handle)));
  }

 private:
  static Arguments named() {
    Arguments a;
    a.instance_name = "out of memory";
    return a;
  }
  const LoadedFmu& loaded_;
  Arguments arguments_ = named();
  std::shared_ptr<Environment> environment_;
  fmi2CallbackFunctions callbacks_{};
};

/// A refused allocation may be one the FMU can do without; then it has to work as usual.
void out_of_memory(const Fmu& fmu) {
  need_probe();
  const LoadedFmu loaded(fmu);
  Driver driver(loaded);
  long in_instantiate = 0, in_initialize = 0;
  void* handle = driver.instantiate(-1, false, &in_instantiate);
  expect(handle, "Instantiate returned NULL");
  driver.initialize(handle, -1, false, &in_initialize);
  driver.release(handle);
  for (const bool and_later : {false, true}) {
    for (const long k : refusals(in_instantiate)) {
      handle = driver.instantiate(k, and_later);
      if (!handle) continue;
      const auto status = driver.initialize(handle, -1, false);
      expect(good(status), "Instantiate succeeded without its allocation ", k, " but initialisation returned ",
             name(status));
      driver.release(handle);
    }
    for (const long k : refusals(in_initialize)) {
      handle = driver.instantiate(-1, false);
      const auto status = driver.initialize(handle, k, and_later);
      expect(good(status) || status == Status::error || status == Status::discard, "without allocation ", k,
             " initialisation returned ", name(status));
      const auto reset = driver.reset(handle);
      expect(good(reset), "Reset after an initialisation without memory returned ", name(reset));
      expect(good(driver.initialize(handle, -1, false)), "with memory again, initialisation still fails");
      driver.release(handle);
    }
  }
  remark(text(in_instantiate, " allocations in Instantiate, ", in_initialize, " in initialisation"));
}

void no_allocation_in_a_step(const Fmu& fmu) {
  const auto& probe = need_probe();
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  const double h = fmu.step(), start = fmu.start();
  const Excitation excitation(fmu);
  const Observer observer(fmu.description());
  std::vector<ValueReference> outputs;
  for (const auto& v : fmu.description().variables)
    if (v.is_output() && v.type == Type::float64 && !v.is_array()) outputs.push_back(v.reference);
  std::vector<double> values(outputs.size());
  for (int i = 0; i < 200; ++i) {
    excitation.apply(*instance, start + i * h);
    const auto told = instance->environment().log().size();
    probe.begin(-1, false);
    const auto result = instance->step(start + i * h, h);
    const long in_step = probe.end();
    probe.begin(-1, false);
    instance->get_reals(outputs, values);
    const long in_get = probe.end();
    if (result.terminate) break;
    expect(good(result.status), "a step returned ", name(result.status), ": ", instance->environment().log());
    const bool spoke = instance->environment().log().size() != told;
    if (i == 0 || spoke) continue;  // the first step may warm up, and a message to the user may be put together
    expect(in_step == 0, "the step from ", start + i * h, " asked ", in_step, " times for memory: expected never");
    expect(in_get == 0, "reading the outputs at ", start + (i + 1) * h, " asked ", in_get,
           " times for memory: expected never");
  }
}

void no_growth(const Fmu& fmu) {
  const auto& probe = need_probe();
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  long first = 0;
  for (int round = 0; round < 5; ++round) {
    probe.begin(-1, false);
    const auto entered = instance->enter_initialization({fmu.start(), {}, {}});
    const auto left = instance->exit_initialization();
    const auto stepped = instance->step(fmu.start(), fmu.step()).status;
    const auto reset = instance->reset();
    const long asked = probe.end();
    expect(good(entered) && good(left) && good(stepped) && good(reset),
           "a short run and Reset failed: ", instance->environment().log());
    if (round == 1) first = asked;
    if (round > 1)
      expect(asked <= first, "round ", round + 1, " of a short run asked ", asked, " times for memory, round 2 only ",
             first);
  }
}

}  // namespace

void add_memory(Registry& checks) {
  using enum Severity;
  checks
      .add("P31", "without memory Instantiate returns NULL and initialisation an error, and nothing crashes",
           out_of_memory, warning, clause::status)
      .patience = 2;
  checks.add("B39", "a step and reading outputs ask for no memory", no_allocation_in_a_step, house, clause::house);
  checks.add("B83", "the need for memory does not grow from run to run", no_growth, error, clause::instances);
}

}  // namespace conformance
