#include "models/rope_pulley/rope_pulley.hpp"

#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/rope_pulley/rope_path.hpp"

namespace reeve::models {

using math::Dual;
using math::text;

RopePulley::RopePulley(Structure structure)
    : structure_{std::move(structure)}, equations_{structure_}, dual_{std::make_unique<RopeEquations<Dual>>(structure_)} {
  equations_.resize(band_);
  const auto n = static_cast<std::size_t>(coordinates());
  for (auto* v : {&q1_, &v1_, &qdd1_, &f_, &r_, &delta_, &zero_}) v->assign(n, 0.0);
  std::vector<RopePath::Circle> circles;
  for (const auto& wheel : structure_.pulley) circles.push_back({wheel.x, wheel.y, wheel.radius});
  const RopePath path(circles, structure_.closed);
  for (std::size_t p = 0; p < circles.size(); ++p) middle_.push_back(path.middle(p));
}

template <class S>
RopePulley::Values<S> RopePulley::defaults() const {
  Values<S> v;
  for (const auto& wheel : structure_.pulley) {
    typename Values<S>::Wheel w;
    w.x = wheel.x, w.y = wheel.y, w.radius = wheel.radius;
    v.wheel.push_back(w);
  }
  const auto contacts = static_cast<std::size_t>(points()), nodes = static_cast<std::size_t>(structure_.nodes());
  for (auto* a : {&v.contact_normal, &v.contact_friction, &v.contact_angle, &v.contact_velocity}) a->assign(contacts, S(0.0));
  for (auto* a : {&v.node_x, &v.node_y}) a->assign(nodes, S(0.0));
  for (auto* a : {&v.span_tension, &v.slip_arc}) a->assign(structure_.pulley.size(), S(0.0));
  return v;
}
template RopePulley::Values<double> RopePulley::defaults<double>() const;
template RopePulley::Values<Dual> RopePulley::defaults<Dual>() const;

RopePulley::State RopePulley::blank_state() {
  State state;
  const auto n = static_cast<std::size_t>(coordinates()), contacts = static_cast<std::size_t>(points());
  state.x.assign(2 * n + contacts + kExtras, 0.0);
  state.qdd.assign(n, 0.0), state.a.assign(n, 0.0);
  state.pulley.assign(contacts, -1), state.slips.assign(contacts, 0), state.z_rate.assign(contacts, 0.0);
  state.load.assign(structure_.pulley.size(), 0.0);
  return state;
}

void RopePulley::prepare(const Values<double>& v) {
  equations_.prepare(v);
  equations_.set_inputs(v);
  method_ = integration::GeneralizedAlpha(v.solver.radius);
}

/// Says which pulley or which order keeps the rope from lying on the outside of all pulleys, clockwise.
std::string RopePulley::passed_from_inside(const std::vector<RopePath::Circle>& circles, const RopePath& path) const {
  std::string order;
  for (auto wheel = structure_.pulley.rbegin(); wheel != structure_.pulley.rend(); ++wheel) order += (order.empty() ? "" : ", ") + wheel->name;
  if (RopePath({circles.rbegin(), circles.rend()}, structure_.closed).convex()) {
    return "pulleys are described against the rope's way, which is clockwise" +
           std::string(structure_.closed ? "" : ", from left to right") + ": expected the order " + order;
  }
  std::size_t inner = 0;  // a turn to the left counts as almost a whole turn to the right
  for (std::size_t p = 1; p < circles.size(); ++p) {
    if (path.turn(p) > path.turn(inner)) inner = p;
  }
  return "the rope passes " + structure_.pulley[inner].name + " from inside: expected pulleys in the order of a clockwise way round all of them, "
         "each of which the rope touches from outside";
}

void RopePulley::check(const Values<double>& v, std::vector<std::string>& findings) const {
  if (v.friction.law == static_cast<int>(mechanics::FrictionLaw::quinn) && v.contact.method == static_cast<int>(ContactMethod::gauss)) {
    findings.push_back("friction.law = 1 (Quinn) needs the force on a node: expected contact.method = 1, found 2");
  }
  if (v.friction.law == static_cast<int>(mechanics::FrictionLaw::smooth) && !(v.friction.g2 >= v.friction.g3)) {
    findings.push_back("friction.g2 = " + text(v.friction.g2) + " s/m: expected at least friction.g3 = " + text(v.friction.g3) +
                       " s/m, else the Stribeck part pushes instead of braking");
  }
  std::vector<RopePath::Circle> circles;
  for (const auto& wheel : v.wheel) circles.push_back({wheel.x, wheel.y, wheel.radius});
  for (std::size_t i = 0; i + 1 < circles.size(); ++i) {
    for (std::size_t k = i + 1; k < circles.size(); ++k) {
      const double D = std::hypot(circles[k].x - circles[i].x, circles[k].y - circles[i].y);
      if (D > circles[i].radius + circles[k].radius) continue;
      findings.push_back("pulleys " + structure_.pulley[i].name + " and " + structure_.pulley[k].name + " are " + text(D) +
                         " m apart: expected more than the sum of their radii");
      return;
    }
  }
  const RopePath path(circles, structure_.closed);
  if (!path.convex()) {
    findings.push_back(passed_from_inside(circles, path));
    return;
  }
  if (!structure_.closed && path.length() > 0.98 * v.rope.length) {
    findings.push_back("rope.length = " + text(v.rope.length) + " m: expected more than " + text(path.length() / 0.98) +
                       " m, what lies on and between the pulleys");
  }
  if (structure_.closed && !(path.length() / v.rope.length > 0.5 && path.length() / v.rope.length < 1.5)) {
    findings.push_back("rope.length = " + text(v.rope.length) + " m: the way round the pulleys is " + text(path.length()) +
                       " m; expected within a factor of 1.5");
  }
  const double shortest = structure_.closed ? 1 : 0.5 * (v.rope.length - path.length());
  const bool reciprocates = structure_.pulley[0].drive == PulleyDrive::rim_speed && v.motion.mode == static_cast<int>(MotionMode::internal);
  if (reciprocates && !(v.motion.stroke < shortest)) {
    findings.push_back("motion.stroke = " + text(v.motion.stroke) + " m: expected less than the hanging " + text(shortest) + " m of rope");
  }
  if (reciprocates && !(v.motion.stroke >= v.motion.speed * v.motion.ramp)) {
    findings.push_back("motion.stroke = " + text(v.motion.stroke) + " m: expected at least motion.speed times motion.ramp = " +
                       text(v.motion.speed * v.motion.ramp) + " m");
  }
  const double l = v.rope.length / structure_.elements;
  for (std::size_t p = 0; p < circles.size(); ++p) {
    if (l <= circles[p].radius) continue;
    findings.push_back("rope.elements = " + std::to_string(structure_.elements) + ": an element is " + text(l) +
                       " m long, expected less than the radius of " + structure_.pulley[p].name + " = " + text(circles[p].radius) + " m");
    return;
  }
}

}  // namespace reeve::models
