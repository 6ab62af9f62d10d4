#include "integration/loop.hpp"

#include <algorithm>
#include <cmath>

#include "integration/dopri5.hpp"
#include "integration/generalized_alpha.hpp"
#include "integration/leapfrog.hpp"
#include "integration/rosenbrock.hpp"
#include "math/finite.hpp"
#include "math/root.hpp"
#include "math/text.hpp"

namespace reeve::integration {

using math::text;

namespace {

constexpr int kMostPasses = 100;       ///< of one event until nothing changes any more
constexpr double kResolution = 1e-13;  ///< of time, as part of the larger of t and end: some five hundred roundings

/// A step over which the slope moves no component by more than a hundredth of its size.
double first_step(std::span<const double> x, std::span<const double> slope, std::span<const double> nominal,
                  double largest) {
  double h = std::min(1e-3, largest);
  for (std::size_t i = 0; i < slope.size(); ++i) {
    if (slope[i] != 0) h = std::min(h, 0.01 * (nominal[i] + std::abs(x[i])) / std::abs(slope[i]));
  }
  return std::max(h, 1e-12);
}

void require_finite(std::span<const double> slope, double t) {
  if (!math::all_finite(slope)) throw StepFailure("a rate of change is not finite at t = " + text(t) + " s");
}

}  // namespace

/// Smallest of the indicators that were positive at the start of a step, at the end of one of size tau.
class Loop::Crossing final : public math::Function {
 public:
  Crossing(Loop& loop, const Attempt& attempt) : loop_{loop}, at_{attempt} {}

  double operator()(double tau) override {
    error = attempted(at_, tau);
    at_.system.indicators(at_.t + tau, at_.method.next(), loop_.after_);
    return smallest(loop_.after_);
  }
  double error{};  ///< of the last attempt
  double smallest(const std::vector<double>& z) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (loop_.before_[i] > 0) least = std::min(least, z[i]);
    }
    return least;
  }

 private:
  Loop& loop_;
  const Attempt& at_;
};

Loop::Loop()
    : explicit_{std::make_unique<Dopri5>()},
      implicit_{std::make_unique<Rosenbrock>()},
      leapfrog_{std::make_unique<Leapfrog>()},
      alpha_{std::make_unique<GeneralizedAlpha>()} {}

void Loop::resize(HybridSystem& system) {
  method(system).resize(system.size());
  before_.assign(system.indicator_count(), 1.0);
  after_.assign(system.indicator_count(), 1.0);
}

OneStep& Loop::method(HybridSystem& system) const {
  const bool implicit = system.solver().method == Method::implicit_method;
  if (system.second_order()) return implicit ? *alpha_ : *leapfrog_;
  return implicit ? *implicit_ : *explicit_;
}

void Loop::resolve(HybridSystem& system, double t, std::span<double> x, Memory& memory) {
  for (int pass = 0; system.update(t, x); ++pass) {
    memory.modes_changed();
    if (pass == kMostPasses)
      throw StepFailure("an event at t = " + text(t) + " s does not end: its modes change for ever");
  }
}

double Loop::advance(HybridSystem& system, double t, std::span<double> x, Memory& memory, bool inputs_jumped,
                     StepHooks& hooks) {
  const auto decide_after_jump = [&] {
    memory.inputs_jumped();
    resolve(system, t, x, memory);
    system.accepted(t, x, hooks);
  };
  if (inputs_jumped) decide_after_jump();
  while (t < hooks.end) {
    double next = system.next_event(t);
    if (next <= t + time_slack(t)) {
      resolve(system, t, x, memory);
      next = system.next_event(t);
    }
    if (next <= t) throw std::logic_error("an event by the clock does not pass");
    const Step made = step({system, method(system), t, x, memory}, next < hooks.end - time_slack(t) ? next : hooks.end);
    t = made.reached;
    system.accepted(t, x, hooks);
    if (made.event) resolve(system, t, x, memory);
    const Verdict verdict = hooks.accepted(t);
    if (verdict.inputs_changed) decide_after_jump();
    if (verdict.stop) break;
  }
  return t;
}

/// The error of an attempt to step by h, over what is allowed, in the method's eyes and in the system's own.
double Loop::attempted(const Attempt& at, double h) {
  const double error = at.method.attempt(at.system, at.t, at.x, h, at.memory);
  return error > 1 ? error : std::max(error, at.system.defect(at.t, at.x, at.t + h, at.method.next()));
}

Loop::Step Loop::step(const Attempt& at, double end) {
  for (;;) {
    const auto [h, lands] = sized(at, end);
    const Located event = locate(at, h);
    if (event.error > 1) {  // the way to the event is not fit to be taken in one
      at.memory.step = 0.5 * event.tau;
      continue;
    }
    at.method.take(at.system, at.x, at.memory);
    if (event.tau < h) return {at.t + event.tau, true};
    return {lands ? end : at.t + h, event.tau == h};
  }
}

/// A step that the method's error allows.
StepSize::Proposal Loop::sized(const Attempt& at, double end) const {
  auto& [system, method, t, x, memory] = at;
  if (x.empty()) return {end - t, true};  // nothing is integrated: a step goes as far as it may
  const double largest = system.solver().largest_step;
  const auto slope = method.begin(system, t, x, memory);
  require_finite(slope, t);
  if (!(memory.step > 0)) memory.step = first_step(x, slope, system.nominals(), largest);
  StepSize size(memory, method.error_order(), largest, system.keeps_matrix());
  for (;;) {
    const auto proposal = size.propose(end - t);
    double error = attempted(at, proposal.h);
    if (error > 1 && system.renewed()) error = attempted(at, proposal.h);
    const bool shortest = proposal.h <= 2 * method.shortest();
    if (error <= 1 || (shortest && method.acceptable())) {
      size.accepted(proposal.h, error);
      memory.step = std::max(memory.step, method.shortest());
      return proposal;
    }
    size.refused(proposal.h, error);
    memory.step = std::max(memory.step, method.shortest());
    if (!shortest && memory.step >= kResolution * std::max(std::abs(t), std::abs(end))) continue;
    throw StepFailure(std::string("the ") + method.name() + " solver needs steps of " + text(memory.step) +
                      " s at t = " + text(t) +
                      " s, below the resolution of time: the equations are too stiff, they diverged, or an input is "
                      "unrealistically large");
  }
}

/// Where within the step of size h an indicator ceased to be positive: the attempt then ends there. Infinite if none did.
Loop::Located Loop::locate(const Attempt& at, double h) {
  constexpr Located kNever{std::numeric_limits<double>::infinity(), 0};
  if (after_.empty()) return kNever;
  at.system.indicators(at.t + h, at.method.next(), after_);
  if (std::all_of(after_.begin(), after_.end(), [](double z) { return z > 0; })) return kNever;
  at.system.indicators(at.t, at.x, before_);
  Crossing crossing(*this, at);
  const double early = crossing.smallest(before_), late = crossing.smallest(after_);
  if (late > 0) return {h, 0};  // it was not positive at the start either: the modes do not belong to the state
  const double resolution = 1e-12 * (1 + std::abs(at.t));  // [s], a few thousand roundings of the time
  const double tau = math::first_zero(crossing, 0, h, early, late, resolution);
  crossing(tau);
  return {tau, crossing.error};
}

}  // namespace reeve::integration
