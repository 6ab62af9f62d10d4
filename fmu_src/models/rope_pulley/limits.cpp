#include "models/rope_pulley/model.hpp"

#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/rope_pulley/path.hpp"

namespace reeve::models::rope_pulley {

using integration::StepFailure;
using integration::StepHooks;
using math::text;

namespace {
constexpr double kDiverged = 1e6;  ///< [m/s]
}  // namespace

/// Says which pulley or which order keeps the rope from lying on the outside of all pulleys, clockwise.
std::string Model::passed_from_inside(const std::vector<Path::Circle>& circles, const Path& path) const {
  std::string order;
  for (auto wheel = structure_.pulley.rbegin(); wheel != structure_.pulley.rend(); ++wheel)
    order += (order.empty() ? "" : ", ") + wheel->name;
  if (Path({circles.rbegin(), circles.rend()}, structure_.closed).convex()) {
    return "pulleys are described against the rope's way, which is clockwise" +
           std::string(structure_.closed ? "" : ", from left to right") + ": expected the order " + order;
  }
  std::size_t inner = 0;  // a turn to the left counts as almost a whole turn to the right
  for (std::size_t p = 1; p < circles.size(); ++p) {
    if (path.turn(p) > path.turn(inner)) inner = p;
  }
  return "the rope passes " + structure_.pulley[inner].name +
         " from inside: expected pulleys in the order of a clockwise way round all of them, "
         "each of which the rope touches from outside";
}

void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  if (u.friction.law == static_cast<int>(mechanics::FrictionLaw::quinn) &&
      u.contact.method == static_cast<int>(ContactMethod::gauss)) {
    findings.push_back("friction.law = 1 (Quinn) needs the force on a node: expected contact.method = 1, found 2");
  }
  if (u.friction.law == static_cast<int>(mechanics::FrictionLaw::smooth) && !(u.friction.g2 >= u.friction.g3)) {
    findings.push_back("friction.g2 = " + text(u.friction.g2) + " s/m: expected at least friction.g3 = " +
                       text(u.friction.g3) + " s/m, else the Stribeck part pushes instead of braking");
  }
  std::vector<Path::Circle> circles;
  for (const auto& wheel : u.wheel) circles.push_back({wheel.x, wheel.y, wheel.radius});
  for (std::size_t i = 0; i + 1 < circles.size(); ++i) {
    for (std::size_t k = i + 1; k < circles.size(); ++k) {
      const double D = std::hypot(circles[k].x - circles[i].x, circles[k].y - circles[i].y);
      if (D > circles[i].radius + circles[k].radius) continue;
      findings.push_back("pulleys " + structure_.pulley[i].name + " and " + structure_.pulley[k].name + " are " +
                         text(D) + " m apart: expected more than the sum of their radii");
      return;
    }
  }
  const Path path(circles, structure_.closed);
  if (!path.convex()) {
    findings.push_back(passed_from_inside(circles, path));
    return;
  }
  if (!structure_.closed && path.length() > 0.98 * u.rope.length) {
    findings.push_back("rope.length = " + text(u.rope.length) + " m: expected more than " + text(path.length() / 0.98) +
                       " m, what lies on and between the pulleys");
  }
  if (structure_.closed && !(path.length() / u.rope.length > 0.5 && path.length() / u.rope.length < 1.5)) {
    findings.push_back("rope.length = " + text(u.rope.length) + " m: the way round the pulleys is " +
                       text(path.length()) + " m; expected within a factor of 1.5");
  }
  const double shortest = structure_.closed ? 1 : 0.5 * (u.rope.length - path.length());
  const bool reciprocates =
      structure_.pulley[0].drive == PulleyDrive::rim_speed && u.motion.mode == static_cast<int>(MotionMode::internal);
  if (reciprocates && !(u.motion.stroke < shortest)) {
    findings.push_back("motion.stroke = " + text(u.motion.stroke) + " m: expected less than the hanging " +
                       text(shortest) + " m of rope");
  }
  if (reciprocates && !(u.motion.stroke >= u.motion.speed * u.motion.ramp)) {
    findings.push_back(
        "motion.stroke = " + text(u.motion.stroke) +
        " m: expected at least motion.speed times motion.ramp = " + text(u.motion.speed * u.motion.ramp) + " m");
  }
  const double l = u.rope.length / structure_.elements;
  for (std::size_t p = 0; p < circles.size(); ++p) {
    if (l <= circles[p].radius) continue;
    findings.push_back("rope.elements = " + std::to_string(structure_.elements) + ": an element is " + text(l) +
                       " m long, expected less than the radius of " + structure_.pulley[p].name + " = " +
                       text(circles[p].radius) + " m");
    return;
  }
}

// --- after a step -------------------------------------------------------------------------------------------------

void Model::accepted(double t, Span x, Modes& m, const Values<double>& u, StepHooks& hooks) {
  refuse_run_off(t, m);
  const int middle = at_v() + 2 * structure_.nodes();
  if (solver(u).method == integration::Method::explicit_method &&
      !(std::abs(x[at_v()]) + std::abs(x[middle]) < kDiverged)) {
    throw StepFailure("the explicit solver diverges at t = " + text(t) + " s: lower solver.leapfrog_step = " +
                      text(u.solver.leapfrog_step) + " s or rope.damping = " + text(u.rope.damping) +
                      " s, which it hardly bears, or set solver.method = 3");
  }
  warn(t, m, u, hooks);
}

/// An end on a pulley: what would follow is no rope over a pulley any more.
void Model::refuse_run_off(double t, const Modes& m) const {
  if (structure_.closed) return;
  for (const bool right : {false, true}) {
    const int pulley = m.pulley[right ? equations_.points() - 1 : 0];
    if (pulley < 0) continue;
    throw StepFailure(
        std::string("the ") + (right ? "right" : "left") + " end of the rope has come to " +
        structure_.pulley[pulley].name + " at t = " + text(t) +
        " s: the rope has run off; end the motion earlier, make rope.length larger, or bring left_mass and "
        "right_mass closer together");
  }
}

void Model::warn(double t, Modes& m, const Values<double>& u, StepHooks& hooks) const {
  if (m.unconverged > 0 && !m.warned_unconverged) {
    m.warned_unconverged = true;
    hooks.warn("a step did not converge or missed its tolerance at t = " + text(t) +
               " s: unconverged_steps counts such steps; lower solver.step = " + text(u.solver.step) +
               " s or soften the contact");
  }
  if (start_.no_rest && !m.warned_held) {
    m.warned_held = true;
    std::string message =
        "no rest was found with friction, though friction could hold: the rope starts from rest without it";
    if (!structure_.closed)
      message += ", under " + text(std::round(1000 * start_.held) / 10) +
                 " % of the difference between left_mass and right_mass";
    message += "; check friction.stiffness = " + text(u.friction.stiffness) +
               " N/m, rope.elements = " + std::to_string(structure_.elements);
    for (int p = 0; p < equations_.wheels(); ++p)
      message += ", " + structure_.pulley[p].name + ".stiffness = " + text(u.wheel[p].stiffness) + " N/m";
    hooks.warn(message);
  }
  if (start_.held < 1 && !m.warned_held) {
    m.warned_held = true;
    hooks.warn("friction holds only " + text(std::round(1000 * start_.held) / 10) +
               " % of the difference between left_mass = " + text(u.left_mass) +
               " kg and right_mass = " + text(u.right_mass) + " kg: the rope slides from the start");
  }
  if (m.warned_ignored || u.motion.mode != static_cast<int>(MotionMode::internal)) return;
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (u.wheel[p].command == 0 || structure_.pulley[p].drive == PulleyDrive::free) continue;
    m.warned_ignored = true;
    const bool torque = structure_.pulley[p].drive == PulleyDrive::torque;
    hooks.warn(structure_.pulley[p].name + (torque ? "_torque = " : "_speed = ") + text(u.wheel[p].command) +
               " has no effect because motion.mode = 2 (1 input, 2 internal)");
    return;
  }
}

}  // namespace reeve::models::rope_pulley
