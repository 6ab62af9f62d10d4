#include "models/reeving/model.hpp"

#include <algorithm>
#include <cmath>

#include "models/solver_choice.hpp"

namespace reeve::models::reeving {

using math::Dual;

Model::Model(Structure structure)
    : structure_(std::move(structure)),
      tied_(std::make_unique<Make>(structure_, Grip::tied)),
      gripped_(std::make_unique<Make>(structure_, Grip::friction)),
      made_(gripped_.get()),
      defaults_(sized<double>(structure_, topology())) {
  const auto copy = [](const auto& from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  copy(structure_.body, defaults_.body);
  copy(structure_.sheave, defaults_.sheave);
  copy(structure_.anchor, defaults_.anchor);
  copy(structure_.rope, defaults_.rope);
  copy(structure_.chain, defaults_.chain);
  copy(structure_.buffer, defaults_.buffer);
  defaults_.drive = structure_.drive;
  defaults_.ride_distance = default_distance();
  defaults_.brake_torque = default_brake();
}

/// Twice the torque that holds the first side when it is a quarter heavier than described; 0 where that has no equilibrium.
double Model::default_brake() {
  Values<double> heavier = defaults_;
  heavier.body[topology().side[0]].mass *= 1.25;
  heavier.drive.contact = static_cast<int>(ContactKind::tied);
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
  for (const reeving::Span& span : topology().spans) {
    double length = 0, slope = 0;  // slope: metres of rope per metre of the first side
    for (int end = 0; end < 2; ++end) {
      const Node& node = topology().node(span, end);
      const double sign = end == 0 ? -1 : 1;
      length += sign * span.sigma * described_height(structure_, topology(), node.place);
      if (node.s >= 0)
        slope += sign * gear() * (node.grip == Node::Grip::drive ? node.direction : topology().travel[node.s]);
    }
    if (slope < 0) most = std::min(most, (length - kRoom) / -slope);
  }
  for (int i = 0; i < topology().buffers; ++i) {  // no body rides on to its buffer
    const int body = topology().buffer_body[i];
    const double sinks = -gear() * topology().travel[body];
    if (sinks > 0) most = std::min(most, (structure_.body[body].height - structure_.buffer[i].top) / sinks);
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
  Values<Dual> to = sized<Dual>(structure_, topology());
  variables::List source, target;
  fields(from, source);
  fields(to, target);
  variables::copy_settable(source, target);
  return to;
}

void Model::blank(Modes& m, Start<double>& start) const {
  m.buffer.assign(topology().buffers, mechanics::BufferPhase::apart);
  m.slip.assign(contact_count(), 0);
  m.on.assign(contact_count(), 0);
  m.record.assign(contact_count(), {});
  start.height.assign(topology().bodies, 0.0);
  start.material.assign(contact_count(), 0.0);
}

void Model::prepare(const Values<double>& u, const Start<double>& start) {
  made_ = &make_of(u);
  dynamics().prepare(u);
  dynamics().axis.prepare(gear(), start.ride_begin, u);
  dynamics().start_phi = start.phi;
  rate_.assign(dynamics().size(), 0.0);
}

integration::Solver Model::solver(const Values<double>& u) const {
  const auto method = static_cast<integration::Method>(u.solver_method);
  return {method == integration::Method::automatic ? integration::Method::implicit_method : method, u.solver_tolerance,
          u.solver_step};
}

}  // namespace reeve::models::reeving
