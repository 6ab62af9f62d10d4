#pragma once
/// How the cable of a model is laid and pulled, in doubles and in dual numbers.
#include "models/cable_conduit/model.hpp"

namespace reeve::models::cable_conduit {

template <class S>
void Model::lay(mechanics::ConduitCourse<S>& course, const Values<S>& u) {
  S compliance = 1.0 / u.cable.stiffness;
  if (math::value(u.conduit.stiffness) > 0) compliance += 1.0 / u.conduit.stiffness;  // (T-CON.1)
  course.lay(static_cast<mechanics::ConduitModel>(u.conduit.model), u.conduit.length, u.conduit.radius, u.friction.mu,
             1.0 / compliance);
}

template <class S>
mechanics::ConduitDrive<S> Model::drive(const Values<S>& u) {
  using Drive = mechanics::ConduitDrive<S>;
  const bool tension = u.load.mode == kPrescribedTension;
  return {.by_tension = u.input.mode == kByTension,
          .proximal = u.input.mode == kByTension ? u.proximal_tension : u.proximal_displacement,
          .distal = static_cast<typename Drive::Distal>(u.load.mode),
          .load = tension ? u.distal_tension : u.distal_displacement,
          .spring_compliance = 1.0 / u.load.stiffness,
          .pretension = u.pretension};
}

/// Takes the cable to the inputs, and with a mass to its load at d. False if two tensions were further apart than friction holds.
template <class S>
bool Model::pull(Scratch<S>& here, const Values<S>& u, std::span<const S> x) {
  auto to = drive(u);
  if (!has_mass(u)) return here.rig(u).advance(to);
  to.distal = mechanics::ConduitDrive<S>::Distal::displacement;
  to.load = -x[kD];
  return here.rig(u).advance(to, u.solver.tolerance);
}

}  // namespace reeve::models::cable_conduit
