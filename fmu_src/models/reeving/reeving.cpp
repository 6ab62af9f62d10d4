#include "models/reeving/reeving.hpp"

#include <algorithm>
#include <cmath>

#include "math/text.hpp"

namespace reeve::models {

using math::Dual;
using math::text;

Reeving::Reeving(Structure structure)
    : structure_(std::move(structure)), topology_(std::make_unique<const Topology>(structure_)),
      motion_(std::make_unique<Motion>(*topology_)), dual_(std::make_unique<Equations<Dual>>(*topology_)) {
  before_ = blank_state();
  choose_brake();
}

/// Twice the torque that holds the first side when it is a quarter heavier than described.
void Reeving::choose_brake() {
  Values<double> v = defaults<double>();
  v.body_mass[topology_->side[0]] *= 1.25;
  std::vector<std::string> findings;
  check(v, findings);
  if (!findings.empty()) return;  // whoever initialises gets the reasons
  try {
    State state = blank_state();
    initialise(0, v, state);
    outputs<double>(0.0, state.x, state, v);
    default_brake_ = 2 * std::abs(v.holding_torque);
  } catch (const NoEquilibrium&) {
    default_brake_ = 0;
  }
  prepared_ = false;
}

Reeving::State Reeving::blank_state() {
  State state;
  const std::size_t size = motion_->most() + start_values();
  state.x.assign(size, 0.0);
  state.memory = explicit_.resize(size);
  rate_.assign(size, 0.0);
  scale_.assign(size, 1.0);
  return state;
}

double Reeving::default_distance() const {
  constexpr double kPaper = 40, kRoom = 1;  // [m]; room that a span keeps
  double most = kPaper;
  for (const Span& span : topology_->spans) {
    double length = 0, slope = 0;  // slope: metres of rope per metre of the first side
    for (int end = 0; end < 2; ++end) {
      const Node& node = topology_->node(span, end);
      const double sign = end == 0 ? -1 : 1;
      length += sign * span.sigma * described_height(structure_, *topology_, node.place);
      if (node.s >= 0) slope += sign * ride_gear() * (node.grip == Node::Grip::drive ? node.direction : topology_->travel[node.s]);
    }
    if (slope < 0) most = std::min(most, (length - kRoom) / -slope);
  }
  return most > 1 ? std::floor(most + 1e-9) : std::max(most, 0.0);
}

template <class S>
Reeving::Values<S> Reeving::defaults() const {
  Values<S> v;
  for (const auto& b : structure_.body) {
    v.body_mass.push_back(b.mass);
    v.body_height.push_back(b.height);
    v.body_stiffness.push_back(b.stiffness);
  }
  for (const auto& s : structure_.sheave) {
    v.sheave_radius.push_back(s.radius);
    v.sheave_inertia.push_back(s.inertia);
    v.sheave_height.push_back(s.height);
  }
  for (const auto& a : structure_.anchor) {
    v.anchor_height.push_back(a.height);
    v.anchor_stiffness.push_back(a.stiffness);
  }
  for (const auto& r : structure_.rope) {
    v.rope_EA.push_back(r.EA);
    v.rope_density.push_back(r.density);
    v.rope_damping.push_back(r.damping);
  }
  v.rope_formulation.assign(structure_.rope.size(), static_cast<int>(Formulation::alem));
  v.rope_axial_modes.assign(structure_.rope.size(), 3);
  v.rope_strain.assign(structure_.rope.size(), static_cast<int>(mechanics::Strain::engineering));
  for (const auto& c : structure_.chain) {
    v.chain_density.push_back(c.density);
    v.chain_length.push_back(c.length);
  }
  v.drive_radius = structure_.drive.radius;
  v.drive_inertia = structure_.drive.inertia;
  v.drive_height = structure_.drive.height;
  v.payload.assign(topology_->loadable.size(), S(0.0));
  v.brake_torque = default_brake_;
  v.ride_distance = default_distance();

  const std::size_t bodies = structure_.body.size(), spans = topology_->spans.size();
  v.body_position.assign(bodies, S(0.0));
  v.body_velocity.assign(bodies, S(0.0));
  v.body_acceleration.assign(bodies, S(0.0));
  v.side_vibration.assign(topology_->side.size(), S(0.0));
  v.side_tension.assign(topology_->side.size(), S(0.0));
  v.sheave_speed.assign(structure_.sheave.size(), S(0.0));
  v.anchor_tension.assign(structure_.anchor.size(), S(0.0));
  v.span_tension_start.assign(spans, S(0.0));
  v.span_tension_end.assign(spans, S(0.0));
  v.span_tension_start_constitutive.assign(spans, S(0.0));
  v.span_tension_end_constitutive.assign(spans, S(0.0));
  v.span_length.assign(spans, S(0.0));
  return v;
}

template Reeving::Values<double> Reeving::defaults<double>() const;
template Reeving::Values<Dual> Reeving::defaults<Dual>() const;

void Reeving::prepare(const Values<double>& values, const State& state) {
  motion_->prepare(values);
  implicit_.resize(motion_->size());
  ride_ = mechanics::RideProfile<double>(state.ride_begin, values.ride_distance, values.ride_speed, values.ride_acceleration,
                              values.ride_jerk);
  const int n = motion_->coordinates();
  std::fill(scale_.begin(), scale_.end(), 1e3);
  for (int i = 0; i < n; ++i) scale_[i] = i < topology_->boundary ? 1e-3 : 1e-5;   // 1 mm; modes are small
  for (int i = n; i < 2 * n; ++i) scale_[i] = i - n < topology_->boundary ? 0.1 : 1e-3;
  dual_work_.assign(2 * n, Dual(0.0));
  prepared_ = true;
}

void Reeving::initialise(double t0, Values<double>& values, State& state) {
  state.ride_begin = t0 + values.ride_start;
  prepare(values, state);
  std::fill(state.x.begin(), state.x.end(), 0.0);
  state.step = state.jump_step = 0;
  state.after_jump = false;
  state.memory.step = 0;
  state.memory.slope_valid = false;
  state.slide_direction = 0;
  state.warned_slack = state.warned_traction = state.warned_ignored = false;
  equilibrium(values, state);
  state.regime = static_cast<int>(values.drive_mode == static_cast<int>(DriveMode::ride)    ? Regime::ride
                                  : values.drive_mode == static_cast<int>(DriveMode::speed) ? Regime::speed
                                                                                            : Regime::free);
  auto& eq = motion_->equations();
  const int n = motion_->coordinates();
  eq.evaluate(state.x.data(), state.x.data() + n, values);
  double energy = eq.energy(state.x.data(), state.x.data() + n, values).sum();
  for (int b = 0; b < topology_->bodies; ++b) {
    start_value(state.x, kStartHeights + b) = state.x[b];
    const int load = topology_->load_of[b];
    if (load >= 0) energy -= values.payload[load] * values.gravity * state.x[b];
  }
  start_value(state.x, kStartEnergy) = energy;
  start_value(state.x, kStartPhi) = state.x[topology_->phi()];
  pin_ride(t0, values, state);
  decide_regime(t0, values, state);
}

std::vector<double> Reeving::rate(double t, const State& state, Values<double>& values) {
  if (!prepared_) prepare(values, state);
  motion_->set_values(values);
  const auto regime = static_cast<Regime>(state.regime);
  motion_->set_regime(regime, ride_gear() * ride_.jerk(ride_.phase(t)), state.slide_direction);
  std::vector<double> f(state.x.size(), 0.0);
  motion_->rate(t, state.x.data(), f.data());
  return f;
}

}  // namespace reeve::models
