/// What the functions of model exchange are given: sizes, NULL, numbers that are none, and states to the bit.

#include <cmath>
#include <limits>

#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

constexpr double sentinel = -987654321.5;

/// A call with a wrong size or NULL is refused, writes nothing and leaves the states as they are.
class Refusal {
 public:
  Refusal(const LoadedFmu& loaded, Findings& bad) : loaded_(loaded), bad_(bad) {}

  template <class Call>
  void expect(const char* function, const std::string& what, bool discard_too, Call&& call) {
    Model model(loaded_);
    model.start();
    const auto before = model.states();
    Vector room(std::max(model.size(), model.part().indicators) + 2, sentinel);
    const Status status = call(model, room);
    bad_.require(status == Status::error || (discard_too && status == Status::discard), function, " with ", what,
                 " returned ", name(status), ": expected Error", discard_too ? " or Discard" : "");
    for (const double number : room)
      if (!good(status) && !same_bits(number, sentinel)) {
        bad_.add(function, " with ", what, " was refused but wrote into the array");
        break;
      }
    Vector after(model.size());
    if (good(model.functions().get_states(after.data(), after.size())))
      bad_.require(same_bits(before, after), function, " with ", what, " changed the states");
  }

 private:
  const LoadedFmu& loaded_;
  Findings& bad_;
};

using Getter = Status (ModelExchange::*)(double*, std::size_t);

void wrong_arguments(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const auto part = continuous_part(fmu.description());
  Findings bad;
  Refusal refusal(loaded, bad);
  const auto try_getter = [&](const char* function, Getter getter, std::size_t n) {
    for (const auto wrong : {n + 1, n - 1})
      if (n > 0 || wrong == 1)
        refusal.expect(function, text("size ", wrong, " in place of ", n), false,
                       [&](Model& m, Vector& room) { return (m.functions().*getter)(room.data(), wrong); });
    if (n > 0)
      refusal.expect(function, "NULL", false, [&](Model& m, Vector&) { return (m.functions().*getter)(nullptr, n); });
  };
  const auto n = part.states.size();
  try_getter("reading the states", &ModelExchange::get_states, n);
  try_getter("reading the derivatives", &ModelExchange::get_derivatives, n);
  try_getter("reading the nominal values", &ModelExchange::get_nominals, n);
  try_getter("reading the event indicators", &ModelExchange::get_indicators, part.indicators);
  const auto set_some = [](std::size_t count, bool null) {
    return [=](Model& m, Vector&) {
      auto x = m.states();
      x.resize(count + 1);
      return m.functions().set_states(null ? nullptr : x.data(), count);
    };
  };
  refusal.expect("setting the states", text("size ", n + 1, " in place of ", n), false, set_some(n + 1, false));
  if (n > 0) {
    refusal.expect("setting the states", text("size ", n - 1, " in place of ", n), false, set_some(n - 1, false));
    refusal.expect("setting the states", "NULL", false, set_some(n, true));
  }
  bad.expect_none();
}

void not_finite(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Findings bad;
  Refusal refusal(loaded, bad);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
    refusal.expect("setting the time", text(wrong), false,
                   [&](Model& m, Vector&) { return m.functions().set_time(wrong); });
    if (!continuous_part(fmu.description()).states.empty())
      refusal.expect("setting the last state", text(wrong), true, [&](Model& m, Vector&) {
        auto x = m.states();
        x.back() = wrong;
        return m.functions().set_states(x.data(), x.size());
      });
  }
  bad.expect_none();
}

/// Far away, beyond a turn of an angle, minus zero, one bit off: what was set is what is read.
void verbatim(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  model.start();
  const auto x0 = model.states(), nominals = model.nominals();
  const auto expect_back = [&](const Vector& x, const char* what) {
    model.set_states(x);
    const auto back = model.states();
    for (std::size_t i = 0; i < x.size(); ++i)
      expect(same_bits(back[i], x[i]), what, ": ", model.part().states[i].name(), " was set to ", x[i], " and is ",
             back[i]);
  };
  auto x = x0;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = x0[i] + 17.25 * nominals[i];
  expect_back(x, "far away");
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::nextafter(x0[i], 1e300);
  expect_back(x, "one bit off");
  x.assign(x.size(), -0.0);
  expect_back(x, "minus zero");
  expect_back(x0, "back at the start");
}

void nominal_values(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  if (model.size() == 0) not_applicable("the FMU has no states");
  Vector first;
  Findings bad;
  auto plan = usual_plan(fmu);
  plan.patience = 1;
  plan.tolerance = 1e-4;
  plan.on_step = [&](Model& m, double, const Vector&) {
    if (first.empty()) first = m.nominals();
    expect(same_bits(first, m.nominals()), "the nominal values changed, and no event said so");
  };
  plan.after_event = [&](Model&, const Event& e) {
    if (e.update.nominals_changed) first.clear();
    if (fmu.house()) expect(!e.update.nominals_changed, "the event at ", e.time, " says that nominal values changed");
  };
  integrate(model, plan);
  first = model.nominals();
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto& state = model.part().states[i];
    bad.require(first[i] > 0 && std::isfinite(first[i]), state.name(), " has the nominal value ", first[i],
                ": expected > 0");
    if (state.state->nominal)
      bad.require(first[i] == state.nominal(), state.name(), " has the nominal value ", first[i],
                  ", the description says ", state.nominal());
  }
  bad.expect_none();
}

/// An importer takes relative tolerance times nominal value for its absolute tolerance.
void nominal_sizes(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  if (model.size() == 0) not_applicable("the FMU has no states");
  Vector largest(model.size());
  auto plan = usual_plan(fmu);
  plan.stop = fmu.description().experiment.stop.value_or(plan.stop);
  plan.tolerance = 1e-4;
  plan.on_step = [&](Model&, double, const Vector& x) {
    for (std::size_t i = 0; i < x.size(); ++i) largest[i] = std::max(largest[i], std::abs(x[i]));
  };
  integrate(model, plan);
  const auto nominals = model.nominals();
  Findings bad;
  bad.require(std::any_of(nominals.begin(), nominals.end(), [](double x) { return x != 1; }),
              "all nominal values are 1");
  for (std::size_t i = 0; i < largest.size(); ++i)
    bad.require(largest[i] <= 1e3 * nominals[i], model.part().states[i].name(), " reaches ", largest[i],
                ", its nominal value is ", nominals[i]);
  bad.expect_none();
}

}  // namespace

void add_model_exchange_arguments(Registry& checks) {
  using enum Severity;
  checks.add("M03", "wrong sizes and NULL for arrays of states and indicators are an Error that changes nothing",
             wrong_arguments, error, clause::evaluation);
  checks.add("M07", "states are read back to the bit as they were set, also far away", verbatim, error,
             clause::evaluation);
  checks.add("M24", "nominal values of states are positive, those of the description, and change only with an event",
             nominal_values, error, clause::evaluation);
  checks.add("M33", "a time that is not finite is an Error, a state that is not finite Error or Discard", not_finite,
             house, clause::house);
  checks.add("M34", "no state exceeds 1000 nominal values in the default experiment, and not all of those are 1",
             nominal_sizes, house, clause::house);
}

}  // namespace conformance
