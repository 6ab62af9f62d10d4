// Values that are allowed but that no machine has: mostly units that slipped. Each is told with value, limit and the likely slip.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/text.hpp"
#include "models/reeving/model.hpp"
#include "models/reeving/rope_figures.hpp"

namespace reeve::models::reeving {
namespace {

constexpr int kDigits = 4;
std::string shown(double number) { return math::text(number, kDigits); }

using Warnings = std::vector<std::string>;

/// Steel ropes break at 2 %, and work at a tenth of that.
void doubt_strain(const std::string& name, double tension, double EA, Warnings& out) {
  constexpr double kMost = 0.01;
  if (tension <= kMost * EA) return;
  out.push_back(name + ".EA = " + math::text(EA) + " N: " + shown(tension) + " N at rest stretch the rope by " +
                shown(100 * tension / EA) +
                " %, and steel ropes stay below 1 %; is EA in kN? It is that of the whole set, in N");
}

void doubt_ropes(const Structure& s, const Topology& t, const Values<double>& v, Warnings& out) {
  constexpr double kLeastFactor = 8, kLeastRatio = 20;
  for (int r = 0; r < t.ropes; ++r) {
    const RopeFigures of = rope_figures(s, t, v, r);
    const auto& rope = s.rope[r];
    doubt_strain(rope.name, of.tension, v.rope[r].EA, out);
    if (of.safety_factor && *of.safety_factor < kLeastFactor)
      out.push_back(rope.name + ".breaking_load = " + math::text(*rope.breaking_load) + " N: a safety factor of " +
                    shown(*of.safety_factor) + " at " + shown(of.tension) +
                    " N at rest, and 8 is little already; is count missing, or is the load too large?");
    if (of.diameter_ratio && *of.diameter_ratio < kLeastRatio)
      out.push_back(
          rope.name + ".diameter = " + math::text(*rope.diameter) + " m: D/d = " + shown(*of.diameter_ratio) +
          " on its smallest wheel, and ropes want 20 at least, in lifts 40; is a diameter taken for a radius?");
  }
}

void doubt_weight(const Structure& s, const Topology& t, const Values<double>& v, Warnings& out) {
  double bodies = 0;
  for (const auto& body : v.body) bodies += body.mass;
  for (int r = 0; r < t.ropes; ++r) {
    double length = 0;
    for (int k = t.first_span[r]; k < t.first_span[r + 1]; ++k) length += v.span_length[k];
    const double mass = v.rope[r].density * length;
    if (mass <= bodies) continue;
    out.push_back(s.rope[r].name + ".density = " + math::text(v.rope[r].density) + " kg/m: its " + shown(length) +
                  " m weigh " + shown(mass) + " kg, more than all bodies together, " + shown(bodies) +
                  " kg; are masses in t, or the density in g/m? They are in kg and kg/m");
  }
}

void doubt_wrap(const Topology& t, const Values<double>& v, Warnings& out) {
  if (t.grips.empty() || v.drive.wrap <= 4 * std::numbers::pi) return;
  out.push_back(
      "drive.wrap = " + shown(v.drive.wrap) +
      " rad: more than two turns on a drive sheave, 12.57 rad; is it in degrees? The parameter is in rad, the "
      "key wrap of the description in degrees");
}

/// From the lowest point of the description to the highest.
double shaft(const Values<double>& v, const Topology& t) {
  double low = v.body[0].height, high = low;
  const auto reach = [&](double height) { low = std::min(low, height), high = std::max(high, height); };
  for (const auto& body : v.body) reach(body.height);
  for (int a = 0; a < t.anchors; ++a) {
    if (t.anchor_body[a] < 0) reach(v.anchor[a].height);
  }
  for (int k = 0; k < t.sheaves; ++k) {
    if (t.has_height(k)) reach(v.sheave[k].height);
  }
  if (t.drive_body < 0) reach(v.drive.height);
  return high - low;
}

/// Inertia of a solid steel cylinder as wide as its diameter: pi rho R^5 [kg m2].
double heaviest(double radius) {
  constexpr double kSteel = 7850;  // [kg/m3]
  return std::numbers::pi * kSteel * std::pow(radius, 5);
}

void doubt_wheel(const std::string& name, double radius, double inertia, double most, double height, Warnings& out) {
  if (2 * radius > height)
    out.push_back(name + ".radius = " + math::text(radius) + " m: wider than the shaft is high, " + shown(height) +
                  " m; is it in mm?");
  else if (inertia > most)
    out.push_back(name + ".inertia = " + math::text(inertia) + " kg.m2: more than " + shown(most) +
                  " kg.m2, which a wheel of radius " + math::text(radius) +
                  " m can hold; is the radius in another unit than m, or the inertia in kg.cm2?");
}

void doubt_wheels(const Structure& s, const Topology& t, const Values<double>& v, Warnings& out) {
  constexpr double kGeared = 100;  // of the drive: a motor behind a gear counts with the square of its ratio
  const double height = shaft(v, t);
  for (int k = 0; k < t.sheaves; ++k)
    doubt_wheel(s.sheave[k].name, v.sheave[k].radius, v.sheave[k].inertia, heaviest(v.sheave[k].radius), height, out);
  doubt_wheel("drive", v.drive.radius, v.drive.inertia, kGeared * heaviest(v.drive.radius), height, out);
}

void doubt_brake(const Values<double>& v, Warnings& out) {
  if (v.mode() != DriveMode::torque || v.brake_torque > 0) return;
  out.push_back("brake.torque = 0 N.m: the brake holds nothing, and " + shown(v.holding_torque) +
                " N.m are needed now; leave it out, and it is chosen, or give its capacity");
}

}  // namespace

/// The second side at the end of the ride, against the lowest of what is described.
void Model::doubt_pit(const Values<double>& v, std::vector<std::string>& warnings) const {
  const Topology& t = topology();
  if (v.mode() != DriveMode::ride || t.side.size() < 2) return;
  double floor = v.body[t.side[0]].height;
  for (const auto& body : v.body) floor = std::min(floor, body.height);
  for (const auto& buffer : v.buffer) floor = std::min(floor, buffer.top);
  const int b = t.side[1];
  const double end = v.body[b].height + t.travel[b] * gear() * (v.start_travel + v.ride_distance);
  constexpr double kRounding = 1e-6;  // [m]
  if (end >= floor - kRounding) return;
  const std::string& name = structure_.body[b].name;
  warnings.push_back("ride.distance = " + math::text(v.ride_distance) + " m: takes " + name + " down to " + shown(end) +
                     " m, below everything that is described, " + shown(floor) +
                     " m; is there a pit? Shorten the ride, "
                     "or correct " +
                     name + ".height");
}

void Model::plausibility(const Values<double>& v, std::vector<std::string>& warnings) const {
  doubt_ropes(structure_, topology(), v, warnings);
  doubt_weight(structure_, topology(), v, warnings);
  doubt_wrap(topology(), v, warnings);
  doubt_wheels(structure_, topology(), v, warnings);
  doubt_brake(v, warnings);
  doubt_pit(v, warnings);
}

}  // namespace reeve::models::reeving
