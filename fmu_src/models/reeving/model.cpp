#include "models/reeving/model.hpp"

#include <algorithm>
#include <cmath>

#include "models/solver_choice.hpp"

namespace reeve::models::reeving {

using math::Dual;

Model::Model(Structure structure)
    : structure_(std::move(structure)),
      topology_(std::make_unique<const Topology>(structure_)),
      dynamics_(*topology_),
      dual_(std::make_unique<Equations<Dual>>(*topology_)),
      defaults_(sized<double>(structure_, *topology_)) {
  const auto copy = [](const auto& from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  copy(structure_.body, defaults_.body);
  copy(structure_.sheave, defaults_.sheave);
  copy(structure_.anchor, defaults_.anchor);
  copy(structure_.rope, defaults_.rope);
  copy(structure_.chain, defaults_.chain);
  defaults_.drive = structure_.drive;
  defaults_.ride_distance = default_distance();
  defaults_.brake_torque = default_brake();
}

/// Twice the torque that holds the first side when it is a quarter heavier than described; 0 where that has no equilibrium.
double Model::default_brake() {
  Values<double> heavier = defaults_;
  heavier.body[topology_->side[0]].mass *= 1.25;
  variables::List list;
  std::vector<std::string> findings;
  fields(heavier, list);
  variables::check_ranges(list, findings);
  if (findings.empty()) check(heavier, findings);
  if (!findings.empty()) return 0;  // whoever initialises gets the reasons
  try {
    State state;
    initialise(0, heavier, state);
    outputs<double>(0.0, state.x, state.modes, state.start, heavier);
    return 2 * std::abs(heavier.holding_torque);
  } catch (const NoEquilibrium&) {
    return 0;
  }
}

/// The described shaft's longest ride upwards, in whole metres where there are some; at most the ride of the paper.
double Model::default_distance() const {
  constexpr double kPaper = 40, kRoom = 1;  // [m]; room that a span keeps
  double most = kPaper;
  for (const reeving::Span& span : topology_->spans) {
    double length = 0, slope = 0;  // slope: metres of rope per metre of the first side
    for (int end = 0; end < 2; ++end) {
      const Node& node = topology_->node(span, end);
      const double sign = end == 0 ? -1 : 1;
      length += sign * span.sigma * described_height(structure_, *topology_, node.place);
      if (node.s >= 0)
        slope += sign * gear() * (node.grip == Node::Grip::drive ? node.direction : topology_->travel[node.s]);
    }
    if (slope < 0) most = std::min(most, (length - kRoom) / -slope);
  }
  return most > 1 ? std::floor(most + 1e-9) : std::max(most, 0.0);
}

template <>
Values<double> Model::defaults<double>() const {
  return defaults_;
}

template <>
Values<Dual> Model::defaults<Dual>() const {
  Values<double> from = defaults_;
  Values<Dual> to = sized<Dual>(structure_, *topology_);
  variables::List source, target;
  fields(from, source);
  fields(to, target);
  variables::copy_settable(source, target);
  return to;
}

void Model::blank(Modes&, Start<double>& start) const { start.height.assign(topology_->bodies, 0.0); }

void Model::prepare(const Values<double>& u, const Start<double>& start) {
  dynamics_.prepare(u);
  dynamics_.axis.prepare(gear(), start.ride_begin, u);
  dynamics_.start_phi = start.phi;
  rate_.assign(dynamics_.size(), 0.0);
}

integration::Solver Model::solver(const Values<double>& u) const {
  const auto method = static_cast<integration::Method>(u.solver_method);
  return {method == integration::Method::automatic ? integration::Method::implicit_method : method, u.solver_tolerance,
          u.solver_step};
}

}  // namespace reeve::models::reeving
