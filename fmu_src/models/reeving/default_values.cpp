// What a description leaves open: the ride, from rated values and the shaft, and the capacity of the brake.
#include <algorithm>
#include <cmath>

#include "mechanics/drive/ride_profile.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {
namespace {

/// To so many digits, in the direction of `how` (std::floor, std::round, std::ceil): the same on every machine.
double rounded(double value, int digits, double (*how)(double)) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value))));
  const double count = value * scale, near = std::round(count);
  constexpr double kRounding = 1e-9;
  return (std::abs(count - near) < kRounding * std::abs(count) ? near : how(count)) / scale;
}

}  // namespace

/// How far the first side can go (direction 1: up, -1: down) until a span or a buffer has no more room; within what is described,
/// no side leaves the heights at which the sides are described.
double Model::longest_ride(double direction, bool within_described) const {
  constexpr double kRoom = 1, kAboveBuffer = 0.25;  // [m]
  double most = std::numeric_limits<double>::infinity();
  const auto limit = [&](double room, double rate) {  // room shrinks by `rate` per metre of the ride
    if (rate > 0) most = std::min(most, std::max(room, 0.0) / rate);
  };
  for (const reeving::Span& span : topology().spans) {
    double length = 0, slope = 0;  // slope: metres of rope per metre of the first side
    for (int end = 0; end < 2; ++end) {
      const Node& node = topology().node(span, end);
      const double sign = end == 0 ? -1 : 1;
      length += sign * span.sigma * described_height(structure_, topology(), node.place);
      if (node.s >= 0)
        slope += sign * gear() * (node.grip == Node::Grip::drive ? node.direction : topology().travel[node.s]);
    }
    limit(length - kRoom, -direction * slope);
  }
  const auto rise = [&](int body) { return direction * gear() * topology().travel[body]; };
  for (int i = 0; i < topology().buffers; ++i) {
    const int body = topology().buffer_body[i];
    limit(structure_.body[body].height - structure_.buffer[i].top - kAboveBuffer, -rise(body));
  }
  for (int c = 0; c < topology().chains; ++c) {
    const auto [one, two] = topology().chain_bodies[c];
    const double apart = structure_.body[one].height - structure_.body[two].height, rate = rise(one) - rise(two);
    limit(structure_.chain[c].length - apart, rate);
    limit(structure_.chain[c].length + apart, -rate);
  }
  if (!within_described) return most;
  const auto [low, high] = std::minmax_element(topology().side.begin(), topology().side.end(), [&](int a, int b) {
    return structure_.body[a].height < structure_.body[b].height;
  });
  for (const int body : topology().side) {
    limit(structure_.body[*high].height - structure_.body[body].height, rise(body));
    limit(structure_.body[body].height - structure_.body[*low].height, -rise(body));
  }
  return most;
}

/// Rated values where the description gives them; otherwise what suits the size of the shaft: a quarter of the ride each for
/// speeding up and for slowing down.
void Model::set_default_ride() {
  constexpr double kShortest = 0.1, kLongest = 1e4;  // [m]
  double distance = 0;
  for (const bool within_described : {topology().side.size() > 1, false}) {
    const double up = longest_ride(1, within_described), down = longest_ride(-1, within_described);
    const bool ends = std::min(up, down) < kLongest;  // a rope wound on a drum ends no descent
    distance = !ends ? 0 : up >= kLongest ? -down : down >= kLongest || up >= down ? up : -down;
    distance = std::trunc(1e3 * distance + std::copysign(1e-3, distance)) / 1e3;  // whole millimetres
    if (std::abs(distance) > kShortest) break;
  }
  Values<double>& v = defaults_;
  v.ride_distance = distance;
  if (const auto& rated = structure_.rated) {
    v.ride_speed = rated->speed;
    v.ride_acceleration = rated->acceleration.value_or(std::clamp(0.5 * rated->speed, 0.1, 1.0));
    v.ride_jerk = rated->jerk.value_or(1.25 * v.ride_acceleration);
    if (rated->travel) v.ride_distance = std::copysign(*rated->travel, distance);
  } else if (distance != 0) {
    v.ride_acceleration = v.ride_jerk = 0.5;
    v.ride_speed = rounded(std::sqrt(v.ride_acceleration * std::abs(distance)) / 2, 2, &std::round);
  }
}

double Model::duration(const Values<double>& u) const {
  constexpr double kCalm = 2, kWithout = 10;  // [s]; without a ride
  const double ride =
      mechanics::RideProfile<double>(u.ride_start, u.ride_distance, u.ride_speed, u.ride_acceleration, u.ride_jerk)
          .end();
  return ride > 0 && std::isfinite(ride) ? std::ceil(ride + kCalm) : kWithout;
}

/// At rest with these values; 0 where they are out of range or have no equilibrium: whoever initialises gets the reasons.
double Model::holding_torque(Values<double> u) {
  u.drive.contact = static_cast<int>(ContactKind::tied);
  hold(u);
  variables::List list;
  std::vector<std::string> findings;
  fields(u, list);
  variables::check_ranges(list, findings);
  if (findings.empty()) check(u, findings);
  if (!findings.empty()) return 0;
  try {
    State state;
    initialise(0, u, state);
    outputs<double>(0.0, state.x, state.modes, state.start, u);
    return u.holding_torque;
  } catch (const NoEquilibrium&) {
    return 0;
  }
}

/// Twice what holds the machine as described, or with 125 % of the rated load (without one, with a first side a quarter heavier),
/// rounded up to three digits.
double Model::default_brake() {
  constexpr double kOverload = 1.25, kReserve = 2;
  const int side = topology().side[0], load = topology().load_of[side];
  Values<double> loaded = defaults_;
  if (!structure_.rated)
    loaded.body[side].mass *= kOverload;
  else if (load >= 0)
    loaded.payload[load] = kOverload * structure_.rated->load;
  else
    loaded.body[side].mass += kOverload * structure_.rated->load;
  const double most = std::max(std::abs(holding_torque(defaults_)), std::abs(holding_torque(loaded)));
  return rounded(kReserve * most, 3, &std::ceil);
}

}  // namespace reeve::models::reeving
