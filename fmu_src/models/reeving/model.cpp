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
  set_default_ride();
  defaults_.brake_torque = structure_.brake_torque ? *structure_.brake_torque : default_brake();
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
