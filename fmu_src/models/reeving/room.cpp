// Whether ropes and chains are long enough for the heights and the ride that parameters describe, and buffers out of the way.
#include <cmath>

#include "math/text.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using math::text;

/// Spans long enough at the start and, with rigid ropes, at the end of the ride.
void Model::check_room(const Values<double>& u, std::vector<std::string>& findings) const {
  const Topology& t = topology();
  struct Spot {
    std::string label, parameter;
    double height;  // [m]
  };
  const auto spot = [&](Place place) -> Spot {
    const auto of = [&](const std::string& name, int body, double own) -> Spot {
      return body >= 0 ? Spot{name, structure_.body[body].name + ".height", u.body[body].height}
                       : Spot{name, name + ".height", own};
    };
    const int i = place.index;
    switch (place.of) {
      case Place::Of::body:
        return of(structure_.body[i].name, i, 0);
      case Place::Of::anchor:
        return of(structure_.anchor[i].name, t.anchor_body[i], u.anchor[i].height);
      case Place::Of::sheave:
        return of(structure_.sheave[i].name, t.sheave_body[i], u.sheave[i].height);
      case Place::Of::drive:
        return of("drive", t.drive_body, u.drive.height);
    }
    return {};
  };
  const double begin = gear() * u.start_travel, end = begin + gear() * u.ride_distance;
  for (int k = 0; k < t.span_count(); ++k) {
    const reeving::Span& span = t.spans[k];
    const Node &one = t.node(span, 0), &two = t.node(span, 1);
    const Spot from = spot(one.place), to = spot(two.place);
    const double length = span.sigma * (to.height - from.height);
    const std::string where = from.label + " and " + to.label;
    if (!(length >= mechanics::kShortestSpan)) {
      findings.push_back(from.parameter + " = " + text(from.height) + " m and " + to.parameter + " = " +
                         text(to.height) + " m: expected " + to.label + " at least " + text(mechanics::kShortestSpan) +
                         " m " + (span.sigma > 0 ? "above " : "below ") + from.label + "; correct one of the heights");
      continue;
    }
    const auto rate = [&](const Node& node) {
      return node.s < 0 ? 0.0 : node.grip == Node::Grip::drive ? node.direction : t.travel[node.s];
    };
    const double slope = rate(two) - rate(one);
    if (!(length + slope * begin >= mechanics::kShortestSpan)) {
      findings.push_back("start.travel = " + text(u.start_travel) + " m: leaves " + text(length + slope * begin) +
                         " m of rope between " + where + "; expected at least " + text(mechanics::kShortestSpan) +
                         " m");
    } else if (u.mode() == DriveMode::ride && !(length + slope * end >= mechanics::kShortestSpan)) {
      findings.push_back("ride.distance = " + text(u.ride_distance) + " m: leaves " + text(length + slope * end) +
                         " m of rope between " + where + "; expected at least " + text(mechanics::kShortestSpan) +
                         " m, so the ride is longer than the shaft");
    }
  }
}

/// Chains long enough at the start and, with rigid ropes, at the end of the ride.
void Model::check_chains(const Values<double>& u, std::vector<std::string>& findings) const {
  const Topology& t = topology();
  const double begin = gear() * u.start_travel, end = begin + gear() * u.ride_distance;
  for (int c = 0; c < t.chains; ++c) {
    const auto [one, two] = t.chain_bodies[c];
    const auto apart = [&](double phi) {
      return std::abs(u.body[one].height - u.body[two].height + (t.travel[one] - t.travel[two]) * phi);
    };
    const bool rides = u.mode() == DriveMode::ride;
    const bool at_end = rides && apart(end) > apart(begin);
    const double needed = at_end ? apart(end) : apart(begin);
    if (u.chain[c].length >= needed) continue;
    const double told = std::ceil(1e3 * needed - 1e-6) / 1e3;  // whole millimetres, without the rounding of the sums
    findings.push_back(structure_.chain[c].name + ".length = " + text(u.chain[c].length) + " m: expected at least " +
                       text(told) + " m, the distance of " + structure_.body[one].name + " and " +
                       structure_.body[two].name + " at the " +
                       (at_end ? "end of the ride; lengthen the chain or shorten ride.distance"
                               : "start; lengthen the chain or correct the heights"));
  }
}

/// Described heights are those of a machine without load, which no buffer carries; start.travel may then lower a body onto one.
void Model::check_buffers(const Values<double>& u, std::vector<std::string>& findings) const {
  for (int i = 0; i < topology().buffers; ++i) {
    const int b = topology().buffer_body[i];
    if (u.buffer[i].top <= u.body[b].height) continue;
    const std::string &buffer = structure_.buffer[i].name, &body = structure_.body[b].name;
    findings.push_back(buffer + ".top = " + text(u.buffer[i].top) + " m: expected at most " + body +
                       ".height = " + text(u.body[b].height) + " m, for " + body + " would stand in " + buffer +
                       " before it has any weight; lower the top or raise the height");
  }
}

}  // namespace reeve::models::reeving
