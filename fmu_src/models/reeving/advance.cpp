// Time stepping: which regime the drive is in, steps up to the next corner, events of the brake, warnings.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/text.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::models {

using integration::StepFailure;
using integration::StepHooks;
using integration::Verdict;
using math::text;

namespace {

double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }

/// Largest force of the brake on phi [N].
double capacity(const ReevingValues<double>& v) {
  return std::clamp(v.brake, 0.0, 1.0) * v.brake_torque / v.drive_radius;
}

bool torque_mode(const ReevingValues<double>& v) { return v.drive_mode == static_cast<int>(DriveMode::torque); }
bool explicit_method(const ReevingValues<double>& v) {
  return v.solver_method == static_cast<int>(SolverMethod::explicit_dopri5);
}

/// How many equal steps lead to the end. They may be a tenth longer than wanted: the control of the error aims at 0.9 of
/// what it may take, so that most of those pass, too.
double steps_left(double left, double wanted, double largest) {
  return std::max({1.0, std::ceil(left / (1.1 * wanted)), std::ceil(left / (largest * (1 + 1e-9)))});
}

/// Passes inputs through and comes back after one step, or at `end`.
class OneStep final : public StepHooks {
 public:
  OneStep(double end_time, StepHooks& outer, bool stop_after_one) : StepHooks(end_time), outer_(outer), stop_(stop_after_one) {}
  void inputs_at(double t) override { outer_.inputs_at(t); }
  Verdict accepted(double) override { return {stop_, false}; }

 private:
  StepHooks& outer_;
  bool stop_;
};

}  // namespace

double Reeving::advance(double t, Values<double>& values, State& state, StepHooks& hooks) {
  if (!prepared_) prepare(values, state);
  motion_->set_values(values);
  const struct Connected {  // also when a step fails
    Motion& motion;
    Connected(Motion& m, StepHooks& h) : motion(m) { motion.set_hooks(&h); }
    ~Connected() { motion.set_hooks(nullptr); }
  } connected(*motion_, hooks);
  warn_ignored(values, state, hooks);
  while (t < hooks.end) {
    hooks.inputs_at(t);
    decide_regime(t, values, state);
    const double end = segment_end(t, values, hooks.end);
    t = explicit_method(values) ? explicit_step(t, end, values, state, hooks) : implicit_step(t, end, values, state, hooks);
    pin_ride(t, values, state);
    refuse_short_spans(t, state);
    refuse_taut_chains(t, values, state);
    const Verdict verdict = hooks.accepted(t);
    if (verdict.inputs_changed) inputs_jumped(state);
    if (verdict.stop) break;
  }
  return t;
}

/// An importer that holds its inputs makes them jump at every communication point, each time by about as much.
void Reeving::inputs_jumped(State& state) {
  state.memory.slope_valid = false;
  state.after_jump = true;
  if (state.jump_step > 0) state.step = std::min(state.step, state.jump_step);
}

/// Brake: held while the force it needs is within its capacity; sliding against the motion otherwise. The direction is also
/// set while the brake is open, because it may close within the next step.                                 (T-ALE.26)
void Reeving::decide_regime(double t, const Values<double>& values, State& state) {
  const int before = state.regime;
  const double direction_before = state.slide_direction;
  double jerk = 0;
  if (torque_mode(values)) {
    const double force = capacity(values), rate = state.x[motion_->coordinates() + topology_->phi()];
    if (rate != 0) {
      state.regime = static_cast<int>(Regime::free);
      state.slide_direction = sign(rate);
    } else {
      const double required = required_force(values, state);
      const bool holds = force > 0 && std::abs(required) <= force;
      state.regime = static_cast<int>(holds ? Regime::held : Regime::free);
      state.slide_direction = holds ? 0 : sign(-required);
    }
  } else if (state.regime == static_cast<int>(Regime::ride)) {
    jerk = ride_gear() * ride_.jerk(ride_.phase(t));
    const auto& corners = ride_.corners();
    if (std::find(corners.begin(), corners.end(), t) != corners.end()) state.memory.slope_valid = false;
  }
  if (state.regime != before || state.slide_direction != direction_before) state.memory.slope_valid = false;
  motion_->set_regime(static_cast<Regime>(state.regime), jerk, state.slide_direction);
}

/// Force that the brake has to supply to hold the drive [N].
double Reeving::required_force(const Values<double>& values, const State& state) {
  motion_->set_regime(Regime::held, 0, 0);
  motion_->rate(std::numeric_limits<double>::quiet_NaN(), state.x.data(), rate_.data());
  return motion_->holding() - values.drive_torque / values.drive_radius;
}

double Reeving::segment_end(double t, const Values<double>&, double end) const {
  if (motion_->regime() != Regime::ride) return end;
  for (const double corner : ride_.corners()) {
    if (corner > t) return std::min(end, corner);
  }
  return end;
}

/// The ride is known in closed form: what the solver integrated is replaced by it.
void Reeving::pin_ride(double t, const Values<double>&, State& state) const {
  if (state.regime != static_cast<int>(Regime::ride)) return;
  const auto point = ride_.at(t);
  const int n = motion_->coordinates(), phi = topology_->phi();
  state.x[phi] = start_value(state.x, kStartPhi) + ride_gear() * point.position;
  state.x[n + phi] = ride_gear() * point.velocity;
  state.x[motion_->extra(kPhiAcceleration)] = ride_gear() * point.acceleration;
}

/// Whether the brake is closed at the beginning or the end of a step.
bool Reeving::brake_acts(double t, double h, const Values<double>& values, const State& state, StepHooks& hooks) const {
  if (!torque_mode(values)) return false;
  if (state.regime == static_cast<int>(Regime::held)) return true;
  hooks.inputs_at(t);
  const double before = capacity(values);
  hooks.inputs_at(t + h);
  return state.slide_direction != 0 && (before > 0 || capacity(values) > 0);
}

/// > 0 while the regime lasts: the speed of the sliding drive in its direction, or what the holding brake has in reserve.
double Reeving::event_value(const Values<double>& values, const State& state) {
  if (state.regime == static_cast<int>(Regime::held)) {
    const double reserve = capacity(values) - std::abs(required_force(values, state));
    motion_->set_regime(Regime::held, 0, 0);
    return reserve;
  }
  return state.slide_direction * state.x[motion_->coordinates() + topology_->phi()];
}

double Reeving::implicit_step(double t, double end, const Values<double>& values, State& state, StepHooks& hooks) {
  const double largest = values.solver_step;
  if (!(state.step > 0)) state.step = std::min(largest, 1e-3);
  implicit_.begin(*motion_, t, state.x.data());
  watch(t, implicit_.slope().data(), values, state, hooks);
  double h, error;
  bool lands;
  for (;;) {
    const double left = end - t, steps = steps_left(left, state.step, largest);
    lands = steps == 1;
    h = steps <= 3 ? left / steps : std::min(state.step, largest);
    error = implicit_.attempt(*motion_, t, state.x.data(), h);
    if (error <= 1) break;
    state.step = h * implicit_.growth(error);
    if (!(t + state.step > t) || state.step < 1e-9) {
      throw StepFailure("the implicit solver finds no step at t = " + text(t) +
                        " s: an input or the state is out of all proportion");
    }
  }
  const double proposed = std::min(largest, h * implicit_.growth(error));
  if (state.after_jump) {
    state.jump_step = proposed;
    state.after_jump = false;
  }
  state.step = h < std::min(state.step, largest) ? std::max(state.step, proposed) : proposed;  // a cut step says little
  if (!brake_acts(t, h, values, state, hooks)) {
    std::copy(implicit_.next().begin(), implicit_.next().end(), state.x.begin());
    motion_->settle(state.x.data());
    return lands ? end : t + h;
  }
  before_ = state;
  double attempted = h;
  const auto advance_to = [&](double tau) {
    motion_->set_regime(static_cast<Regime>(before_.regime), 0, before_.slide_direction);
    if (tau != attempted) implicit_.attempt(*motion_, t, before_.x.data(), attempted = tau);
    std::copy(implicit_.next().begin(), implicit_.next().end(), state.x.begin());
    motion_->settle(state.x.data());
    hooks.inputs_at(t + tau);
  };
  const double taken = locate(t, h, advance_to, values, state, hooks);
  return taken == h && lands ? end : t + taken;
}

double Reeving::explicit_step(double t, double end, const Values<double>& values, State& state, StepHooks& hooks) {
  const auto rhs = [this](const std::vector<double>& x, std::vector<double>& f, double) {
    std::fill(f.begin(), f.end(), 0.0);
    motion_->rate(std::numeric_limits<double>::quiet_NaN(), x.data(), f.data());  // the solver has set the inputs
  };
  const integration::Dopri5::Tolerance tolerance{values.solver_tolerance, values.solver_step};
  if (torque_mode(values)) before_ = state;
  OneStep one(end, hooks, true);
  const double reached = explicit_.advance(rhs, t, state.x, state.memory, scale_, tolerance, one);
  motion_->settle(state.x.data());
  if (!state.warned_slack || !state.warned_traction) {
    motion_->rate(std::numeric_limits<double>::quiet_NaN(), state.x.data(), rate_.data());
    watch(reached, rate_.data(), values, state, hooks);
  }
  const double h = reached - t;
  if (!brake_acts(t, h, values, state, hooks)) return reached;
  double advanced = h;
  const auto advance_to = [&](double tau) {
    motion_->set_regime(static_cast<Regime>(before_.regime), 0, before_.slide_direction);
    if (tau != advanced) {
      advanced = tau;
      const double step = state.memory.step;
      state = before_;
      OneStep whole(t + tau, hooks, false);
      explicit_.advance(rhs, t, state.x, state.memory, scale_, tolerance, whole);
      motion_->settle(state.x.data());
      state.memory.step = step;
    }
    hooks.inputs_at(t + tau);
  };
  const double taken = locate(t, h, advance_to, values, state, hooks);
  if (taken != h) state.memory.slope_valid = false;
  return taken == h ? reached : t + taken;
}

/// If the regime ended within the step of size h from t, goes back to where it did (false position, Illinois variant). A
/// held brake is left just after its release, so that the next decision finds it released.
template <class AdvanceTo>
double Reeving::locate(double t, double h, const AdvanceTo& advance_to, const Values<double>& values, State& state,
                       StepHooks& hooks) {
  advance_to(h);
  double late = event_value(values, state);
  if (late > 0) return h;
  hooks.inputs_at(t);  // the reserve depends on torque, brake and payload of its own time
  std::swap(state.x, before_.x);
  double early = event_value(values, state);
  std::swap(state.x, before_.x);
  const double resolution = 1e-12 * (1 + std::abs(t));  // [s], a few thousand roundings of the time
  double lo = 0, hi = h;
  for (int i = 0; i < 60 && hi - lo > resolution; ++i) {
    double tau = (lo * late - hi * early) / (late - early);
    if (!(tau > lo && tau < hi)) tau = 0.5 * (lo + hi);
    tau = std::clamp(tau, lo + 0.4 * resolution, hi - 0.4 * resolution);  // closes in from both sides
    advance_to(tau);
    const double now = event_value(values, state);
    if (now > 0) {
      lo = tau, early = now, late *= 0.5;
    } else {
      hi = tau, late = now, early *= 0.5;
    }
  }
  advance_to(hi);
  if (state.regime != static_cast<int>(Regime::held)) state.x[motion_->coordinates() + topology_->phi()] = 0;
  return hi;
}

void Reeving::watch(double t, const double* f, const Values<double>& values, State& state, StepHooks& hooks) {
  if (state.warned_slack && state.warned_traction) return;
  auto& eq = motion_->equations();
  const double* const a = f + motion_->coordinates();
  for (int k = 0; k < topology_->span_count() && !state.warned_slack; ++k) {
    for (int end = 0; end < 2 && !state.warned_slack; ++end) {
      if (eq.recovered_tension(k, end, a) > 0) continue;
      state.warned_slack = true;
      hooks.warn(span_name(k) + " is slack at its " + (end == 0 ? "start" : "end") + " at t = " + text(t) +
                 " s: a rope does not push, results from here on are not physical");
    }
  }
  if (state.warned_traction) return;
  const auto slips = [&](const std::array<SpanEnd, 2>& ends) {
    const double T1 = eq.recovered_tension(ends[0].span, ends[0].end, a), T2 = eq.recovered_tension(ends[1].span, ends[1].end, a);
    const double larger = std::max(T1, T2), smaller = std::min(T1, T2);
    return !(smaller > 0 && std::log(larger / smaller) <= values.drive_friction * values.drive_wrap);
  };
  if (std::none_of(topology_->grips.begin(), topology_->grips.end(), slips)) return;
  state.warned_traction = true;
  hooks.warn("traction_utilisation passes 1 at t = " + text(t) + " s: the rope would slip on the drive sheave, but this "
             "model keeps it from slipping; tensions beyond this are not physical");
}

std::string Reeving::span_name(int k) const {
  const int rope = topology_->spans[k].rope;
  return "span " + std::to_string(k - topology_->first_span[rope] + 1) + " of rope \"" + structure_.rope[rope].name + "\"";
}

void Reeving::refuse_short_spans(double t, const State& state) const {
  const int m = topology_->boundary;
  const auto& spans = motion_->equations().spans();
  for (std::size_t k = 0; k < spans.size(); ++k) {
    const auto& at = spans[k];
    double length = at.s0[1] - at.s0[0];
    if (at.s[1] < m) length += at.direction[1] * state.x[at.s[1]];
    if (at.s[0] < m) length -= at.direction[0] * state.x[at.s[0]];
    if (length >= mechanics::kShortestSpan) continue;
    throw StepFailure(span_name(static_cast<int>(k)) + " is " + text(length) + " m long at t = " + text(t) +
                      " s: the model needs at least " + text(mechanics::kShortestSpan) +
                      " m; end the ride or the torque earlier, or give the shaft more room");
  }
}

/// A chain pulled straight would have to pull on its bodies, which this loop does not.
void Reeving::refuse_taut_chains(double t, const Values<double>& values, const State& state) const {
  for (int c = 0; c < topology_->chains; ++c) {
    const auto [one, two] = topology_->chain_bodies[c];
    const double apart = std::abs(state.x[one] - state.x[two]);
    if (apart <= values.chain_length[c]) continue;
    throw StepFailure("chain \"" + structure_.chain[c].name + "\" of " + text(values.chain_length[c]) + " m is too short at t = " +
                      text(t) + " s: its bodies are " + text(apart) +
                      " m apart; lengthen it, or end the ride or the torque earlier");
  }
}

/// One message if inputs are set that the mode does not use.
void Reeving::warn_ignored(const Values<double>& v, State& state, StepHooks& hooks) {
  if (state.warned_ignored) return;
  const auto mode = static_cast<DriveMode>(v.drive_mode);
  std::string which;
  if (mode != DriveMode::torque && v.drive_torque != 0) which = "drive_torque = " + text(v.drive_torque) + " N.m";
  else if (mode != DriveMode::torque && v.brake != 0) which = "brake = " + text(v.brake);
  else if (mode != DriveMode::speed && v.drive_speed != 0) which = "drive_speed = " + text(v.drive_speed) + " rad/s";
  if (which.empty()) return;
  state.warned_ignored = true;
  hooks.warn(which + " has no effect because drive.mode = " + std::to_string(v.drive_mode) +
             " (1 torque, 2 ride, 3 speed)");
}

}  // namespace reeve::models
