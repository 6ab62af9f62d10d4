#include "variables/units.hpp"

#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace reeve::variables::unit {
namespace {
constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kTurnsPerMinute = 30 / std::numbers::pi;
}  // namespace

//                             name        quantity                 kg  m  s  A  K mol cd rad
const Unit none{"1", "Number", {0, 0, 0, 0, 0, 0, 0, 0}, {{"%", 100}}};
const Unit metre{"m", "Length", {0, 1, 0, 0, 0, 0, 0, 0}, {{"mm", 1e3}}};
const Unit metre_per_second{"m/s", "Velocity", {0, 1, -1, 0, 0, 0, 0, 0}, {{"mm/s", 1e3}}};
const Unit metre_per_second2{"m/s2", "Acceleration", {0, 1, -2, 0, 0, 0, 0, 0}, {{"mm/s2", 1e3}}};
const Unit metre_per_second3{"m/s3", "Jerk", {0, 1, -3, 0, 0, 0, 0, 0}, {}};
const Unit second{"s", "Time", {0, 0, 1, 0, 0, 0, 0, 0}, {{"ms", 1e3}}};
const Unit second_per_metre{"s/m", "Slowness", {0, -1, 1, 0, 0, 0, 0, 0}, {}};
const Unit kilogram{"kg", "Mass", {1, 0, 0, 0, 0, 0, 0, 0}, {{"t", 1e-3}}};
const Unit kilogram_per_metre{"kg/m", "LineDensity", {1, -1, 0, 0, 0, 0, 0, 0}, {}};
const Unit kilogram_per_metre3{"kg/m3", "Density", {1, -3, 0, 0, 0, 0, 0, 0}, {}};
const Unit kilogram_metre2{"kg.m2", "Inertia", {1, 2, 0, 0, 0, 0, 0, 0}, {}};
const Unit newton{"N", "Force", {1, 1, -2, 0, 0, 0, 0, 0}, {{"kN", 1e-3}}};
const Unit newton_per_metre{"N/m", "Stiffness", {1, 0, -2, 0, 0, 0, 0, 0}, {{"kN/m", 1e-3}}};
const Unit newton_second_per_metre{"N.s/m", "DampingConstant", {1, 0, -1, 0, 0, 0, 0, 0}, {}};
const Unit newton_metre{"N.m", "Torque", {1, 2, -2, 0, 0, 0, 0, 0}, {{"kN.m", 1e-3}}};
const Unit newton_metre2{"N.m2", "BendingStiffness", {1, 3, -2, 0, 0, 0, 0, 0}, {}};
const Unit newton_metre_per_second{"N.m/s", "TorqueRate", {1, 2, -3, 0, 0, 0, 0, 0}, {}};
const Unit radian{"rad", "Angle", {0, 0, 0, 0, 0, 0, 0, 1}, {{"deg", kDegrees}}};
const Unit radian_per_second{"rad/s", "AngularVelocity", {0, 0, -1, 0, 0, 0, 0, 1}, {{"rpm", kTurnsPerMinute}}};
const Unit radian_per_second2{"rad/s2", "AngularAcceleration", {0, 0, -2, 0, 0, 0, 0, 1}, {}};
const Unit radian_per_second3{"rad/s3", "AngularJerk", {0, 0, -3, 0, 0, 0, 0, 1}, {}};
const Unit per_second{"1/s", "Rate", {0, 0, -1, 0, 0, 0, 0, 0}, {}};
const Unit per_metre{"1/m", "Curvature", {0, -1, 0, 0, 0, 0, 0, 0}, {}};
const Unit joule{"J", "Energy", {1, 2, -2, 0, 0, 0, 0, 0}, {{"kJ", 1e-3}}};
const Unit watt{"W", "Power", {1, 2, -3, 0, 0, 0, 0, 0}, {{"kW", 1e-3}}};
const Unit pascal{"Pa", "Pressure", {1, -1, -2, 0, 0, 0, 0, 0}, {{"GPa", 1e-9}}};
const Unit ampere{"A", "Current", {0, 0, 0, 1, 0, 0, 0, 0}, {}};

}  // namespace reeve::variables::unit

namespace reeve::variables {

const Unit& rate_of(const Unit& quantity) {
  using namespace unit;
  constexpr std::pair<const Unit*, const Unit*> kRates[] = {
      {&none, &per_second},
      {&metre, &metre_per_second},
      {&metre_per_second, &metre_per_second2},
      {&metre_per_second2, &metre_per_second3},
      {&radian, &radian_per_second},
      {&radian_per_second, &radian_per_second2},
      {&radian_per_second2, &radian_per_second3},
      {&newton_metre, &newton_metre_per_second},
      {&joule, &watt},
  };
  for (const auto& [of, rate] : kRates) {
    if (of == &quantity) return *rate;
  }
  throw std::logic_error("no unit is known for the rate of " + std::string(quantity.name));
}

}  // namespace reeve::variables
