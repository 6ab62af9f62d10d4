#pragma once
/// Reevings in space that several tests use, described in C++.
#include <cmath>

#include "models/spatial/model.hpp"
#include "support/run_model.hpp"

namespace reeve::test::spatial {

using mechanics::JointKind;
using models::spatial::Model;
using models::spatial::Structure;
using Triple = std::array<double, 3>;

inline Structure::Body body(const std::string& name, JointKind moves, double mass, const Triple& position,
                            const std::string& on = "", const Triple& axis = {0, 0, 1}) {
  Structure::Body b;
  b.name = name, b.on = on, b.moves = moves, b.mass = mass, b.position = position, b.axis = axis;
  return b;
}

inline Structure::Sheave sheave(const std::string& name, const std::string& on, const Triple& at = {0, 0, 0},
                                double radius = 0.2, double inertia = 0) {
  Structure::Sheave s;
  s.name = name, s.on = on, s.at = at, s.radius = radius, s.inertia = inertia;
  return s;
}

inline Structure::Anchor anchor(const std::string& name, const std::string& on, const Triple& at,
                                double stiffness = 0) {
  Structure::Anchor a;
  a.name = name, a.on = on, a.at = at, a.stiffness = stiffness;
  return a;
}

inline Structure::Rope rope(const std::string& name, double EA, double density, double damping,
                            const std::array<int, 3>& modes, const std::vector<std::string>& path) {
  Structure::Rope r;
  r.name = name, r.EA = EA, r.density = density, r.damping = damping, r.modes = modes, r.path = path;
  return r;
}

/// A load on one fall from a drum on the building.
inline Structure pendulum(double mass, double length, double EA, double density, int modes) {
  Structure s;
  s.body = {body("load", JointKind::point, mass, {0, 0, -length})};
  s.anchor = {anchor("load_top", "load", {0, 0, 0})};
  s.rope = {rope("hoist", EA, density, 1e-3, {modes, modes, modes}, {"drive", "load_top"})};
  s.drive.radius = 0.3, s.drive.inertia = 5, s.drive.sides = {"load"};
  return s;
}

/// Slewing jib, trolley, hook on 2 falls: the tower crane of the theory's figures.
inline Structure tower_crane(int modes, double wheels = 0) {
  Structure s;
  s.body = {body("jib", JointKind::hinge, 20000, {0, 0, 40}),
            body("trolley", JointKind::line, 400, {15, 0, 0}, "jib", {1, 0, 0}),
            body("hook", JointKind::point, 2000, {15, 0, 20})};
  s.body[0].inertia = {1e5, 8e6, 8e6};
  s.body[0].driven = s.body[1].driven = true;
  s.body[2].loadable = true;
  s.sheave = {sheave("trolley_inner", "trolley", {-0.4, 0, 0}, 0.2, wheels),
              sheave("hook_sheave", "hook", {}, 0.2, wheels),
              sheave("trolley_outer", "trolley", {0.4, 0, 0}, 0.2, wheels)};
  s.anchor = {anchor("jib_tip", "jib", {50, 0, 0})};
  s.rope = {rope("hoist", 1.2e7, 1.1, 1e-3, {modes, modes, modes},
                 {"drive", "trolley_inner", "hook_sheave", "trolley_outer", "jib_tip"})};
  s.drive.on = "jib", s.drive.at = {2, 0, 0}, s.drive.radius = 0.3, s.drive.inertia = 5, s.drive.sides = {"hook"};
  return s;
}

/// One instance with its values and state.
struct Instance : Run<Model> {
  explicit Instance(Structure structure) : Run(std::move(structure)) {}
  void step(double end) { step_to(end); }
  std::vector<double> frequencies() { return model.frequencies(values, state); }
  /// Place in x of a coordinate of a body, and of its velocity.
  double& coordinate(int body_index, int k = 0) { return state.x[model.topology().joint[body_index] + k]; }
  double& velocity(int body_index, int k = 0) {
    return state.x[model.layout().n + model.topology().joint[body_index] + k];
  }
};

/// A ride that moves an axis by `distance` within `duration`, speeding up and slowing down for a third of it each.
inline void ride(models::spatial::DrivenAxis<double>& axis, double distance, double duration) {
  axis.mode = 2;
  axis.distance = distance;
  axis.speed = std::abs(distance) / (duration * 2 / 3);
  axis.acceleration = 2 * axis.speed / (duration / 3);  // a triangle of acceleration
  axis.jerk = 2 * axis.acceleration / (duration / 3);
}

}  // namespace reeve::test::spatial
