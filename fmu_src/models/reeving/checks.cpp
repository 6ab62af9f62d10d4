// Every bad parameter at once, by name, value, unit and remedy.
#include <cmath>

#include "math/text.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::models {

using math::text;

namespace {

struct Findings {
  std::vector<std::string>& list;

  void say(const std::string& name, double value, const char* unit, const std::string& expected) {
    list.push_back(name + " = " + text(value) + (*unit ? " " : "") + unit + ": expected " + expected);
  }
  void positive(const std::string& name, double value, const char* unit) {
    if (!(value > 0) || !std::isfinite(value)) say(name, value, unit, "> 0");
  }
  void not_negative(const std::string& name, double value, const char* unit) {
    if (!(value >= 0) || !std::isfinite(value)) say(name, value, unit, ">= 0");
  }
  void finite(const std::string& name, double value, const char* unit) {
    if (!std::isfinite(value)) say(name, value, unit, "a finite number");
  }
  void choice(const std::string& name, int value, int least, int most, const std::string& meaning) {
    if (value < least || value > most) {
      list.push_back(name + " = " + std::to_string(value) + ": expected " + std::to_string(least) + " .. " +
                     std::to_string(most) + " (" + meaning + ")");
    }
  }
};

}  // namespace

void Reeving::check(const Values<double>& v, std::vector<std::string>& list) const {
  Findings f{list};
  const std::size_t before = list.size();
  const Topology& t = *topology_;
  for (int b = 0; b < t.bodies; ++b) {
    const std::string& name = structure_.body[b].name;
    f.positive(name + ".mass", v.body_mass[b], "kg");
    f.finite(name + ".height", v.body_height[b], "m");
    if (structure_.body[b].stiffness > 0) f.positive(name + ".stiffness", v.body_stiffness[b], "N/m");
  }
  for (int k = 0; k < t.sheaves; ++k) {
    f.positive(structure_.sheave[k].name + ".radius", v.sheave_radius[k], "m");
    f.not_negative(structure_.sheave[k].name + ".inertia", v.sheave_inertia[k], "kg.m2");
  }
  for (int a = 0; a < t.anchors; ++a) {
    f.finite(structure_.anchor[a].name + ".height", v.anchor_height[a], "m");
    if (structure_.anchor[a].stiffness > 0) f.positive(structure_.anchor[a].name + ".stiffness", v.anchor_stiffness[a], "N/m");
  }
  for (int r = 0; r < t.ropes; ++r) {
    const std::string& name = structure_.rope[r].name;
    f.positive(name + ".EA", v.rope_EA[r], "N");
    f.positive(name + ".density", v.rope_density[r], "kg/m");
    f.not_negative(name + ".damping", v.rope_damping[r], "s");
    f.choice(name + ".formulation", v.rope_formulation[r], 1, 2, "1 ALEM, 2 ALE-ANCF");
    f.choice(name + ".axial_modes", v.rope_axial_modes[r], 0, mechanics::kMaxModes, "number of modes of an ALEM span");
    f.choice(name + ".strain", v.rope_strain[r], 1, 2, "1 engineering, 2 Green");
    if (v.sheaves_model == static_cast<int>(SheaveModel::massless) &&
        v.rope_formulation[r] == static_cast<int>(Formulation::ale_ancf)) {
      list.push_back("sheaves.model = 2 (massless) with " + name + ".formulation = 2 (ALE-ANCF): the constraint of equal "
                     "tension would act on the slopes at the ends, which this element leaves free; use sheaves.model = 1, "
                     "if need be with a small inertia, or " + name + ".formulation = 1");
    }
  }
  for (int c = 0; c < t.chains; ++c) {
    f.not_negative(structure_.chain[c].name + ".density", v.chain_density[c], "kg/m");
    f.positive(structure_.chain[c].name + ".length", v.chain_length[c], "m");
  }
  f.positive("drive.radius", v.drive_radius, "m");
  f.not_negative("drive.inertia", v.drive_inertia, "kg.m2");
  f.positive("drive.wrap", v.drive_wrap, "rad");
  f.positive("drive.friction", v.drive_friction, "");
  f.positive("drive.bandwidth", v.drive_bandwidth, "rad/s");
  f.not_negative("brake.torque", v.brake_torque, "N.m");
  f.not_negative("gravity", v.gravity, "m/s2");
  f.finite("start.travel", v.start_travel, "m");
  f.choice("sheaves.model", v.sheaves_model, 1, 2, "1 rotary inertia, 2 massless");
  f.choice("drive.mode", v.drive_mode, 1, 3, "1 torque, 2 ride, 3 speed");
  f.choice("solver.method", v.solver_method, 1, 3, "1 automatic, 2 explicit, 3 implicit");
  f.positive("solver.step", v.solver_step, "s");
  if (!(v.solver_tolerance >= 1e-14 && v.solver_tolerance <= 1e-2)) {
    f.say("solver.tolerance", v.solver_tolerance, "", "1e-14 .. 1e-2");
  }
  f.finite("ride.distance", v.ride_distance, "m");
  f.positive("ride.speed", v.ride_speed, "m/s");
  f.positive("ride.acceleration", v.ride_acceleration, "m/s2");
  f.positive("ride.jerk", v.ride_jerk, "m/s3");
  f.not_negative("ride.start", v.ride_start, "s");
  for (std::size_t i = 0; i < v.payload.size(); ++i) {
    const std::string& name = structure_.body[t.loadable[i]].name;
    const double mass = v.body_mass[t.loadable[i]];
    if (mass > 0 && !(v.payload[i] + mass > 0)) f.say(name + "_payload", v.payload[i], "kg", "more than -" + name + ".mass");
  }
  if (list.size() == before) check_room(v, list);
}

/// Spans long enough at the start and, with rigid ropes, at the end of the ride.
void Reeving::check_room(const Values<double>& v, std::vector<std::string>& list) const {
  const Topology& t = *topology_;
  struct Spot {
    std::string label, parameter;
    double height;  // [m]
  };
  const auto spot = [&](Place place) -> Spot {
    const auto of = [&](const std::string& name, int body, double own) -> Spot {
      return body >= 0 ? Spot{name, structure_.body[body].name + ".height", v.body_height[body]} : Spot{name, name + ".height", own};
    };
    const int i = place.index;
    switch (place.of) {
      case Place::Of::body: return of(structure_.body[i].name, i, 0);
      case Place::Of::anchor: return of(structure_.anchor[i].name, t.anchor_body[i], v.anchor_height[i]);
      case Place::Of::sheave: return of(structure_.sheave[i].name, t.sheave_body[i], v.sheave_height[i]);
      case Place::Of::drive: return of("drive", t.drive_body, v.drive_height);
    }
    return {};
  };
  const double gear = ride_gear();
  const double begin = gear * v.start_travel, end = begin + gear * v.ride_distance;
  for (int k = 0; k < t.span_count(); ++k) {
    const Span& span = t.spans[k];
    const Node &one = t.node(span, 0), &two = t.node(span, 1);
    const Spot from = spot(one.place), to = spot(two.place);
    const double length = span.sigma * (to.height - from.height);
    const std::string where = from.label + " and " + to.label;
    if (!(length >= mechanics::kShortestSpan)) {
      list.push_back(from.parameter + " = " + text(from.height) + " m and " + to.parameter + " = " + text(to.height) +
                     " m: expected " + to.label + " at least " + text(mechanics::kShortestSpan) + " m " +
                     (span.sigma > 0 ? "above " : "below ") + from.label + "; correct one of the heights");
      continue;
    }
    const auto rate = [&](const Node& node) {
      return node.s < 0 ? 0.0 : node.grip == Node::Grip::drive ? node.direction : t.travel[node.s];
    };
    const double slope = rate(two) - rate(one);
    if (!(length + slope * begin >= mechanics::kShortestSpan)) {
      list.push_back("start.travel = " + text(v.start_travel) + " m: leaves " + text(length + slope * begin) +
                     " m of rope between " + where + "; expected at least " + text(mechanics::kShortestSpan) + " m");
    } else if (v.drive_mode == static_cast<int>(DriveMode::ride) && !(length + slope * end >= mechanics::kShortestSpan)) {
      list.push_back("ride.distance = " + text(v.ride_distance) + " m: leaves " + text(length + slope * end) +
                     " m of rope between " + where + "; expected at least " + text(mechanics::kShortestSpan) +
                     " m, so the ride is longer than the shaft");
    }
  }
  for (int c = 0; c < t.chains; ++c) {
    const auto [one, two] = t.chain_bodies[c];
    const auto apart = [&](double phi) {
      return std::abs(v.body_height[one] - v.body_height[two] + (t.travel[one] - t.travel[two]) * phi);
    };
    const bool rides = v.drive_mode == static_cast<int>(DriveMode::ride);
    const bool at_end = rides && apart(end) > apart(begin);
    const double needed = at_end ? apart(end) : apart(begin);
    if (v.chain_length[c] >= needed) continue;
    const double told = std::ceil(1e3 * needed - 1e-6) / 1e3;  // whole millimetres, without the rounding of the sums
    list.push_back(structure_.chain[c].name + ".length = " + text(v.chain_length[c]) + " m: expected at least " + text(told) +
                   " m, the distance of " + structure_.body[one].name + " and " + structure_.body[two].name + " at the " +
                   (at_end ? "end of the ride; lengthen the chain or shorten ride.distance"
                           : "start; lengthen the chain or correct the heights"));
  }
}

}  // namespace reeve::models
