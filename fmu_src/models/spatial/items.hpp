#pragma once
/// The parameters of one body, sheave, anchor, rope, driven axis and of the drive of a reeving in space, each with the list of those
/// that every such item has.
#include <array>
#include <string>

#include "math/vector3.hpp"
#include "models/reeving/items.hpp"

namespace reeve::models::spatial {

using math::Vec3;
using reeving::DriveMode;
using variables::List;
namespace unit = variables::unit;

/// Three numbers as the list of variables sees them.
template <class S>
using Triple = std::array<S, 3>;

template <class S>
Vec3<S> vector(const Triple<S>& a) {
  return {a[0], a[1], a[2]};
}

template <class S>
struct Body {
  S mass{};  ///< [kg]
  Triple<S> position{S(0.0), S(0.0),
                     S(0.0)};  ///< of its origin, in the carrier's frame, where its coordinates are zero [m]
  Triple<S> axis{S(0.0), S(0.0), S(1.0)};     ///< of a line or hinge, unit vector in the carrier's frame
  Triple<S> centre{S(0.0), S(0.0), S(0.0)};   ///< centre of mass from its origin, in its own axes [m]
  Triple<S> inertia{S(0.0), S(0.0), S(0.0)};  ///< principal moments about the centre of mass [kg m2]
  S stiffness{0.0};                           ///< spring along its line, free at its position [N/m]; 0 = none

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".mass", unit::kilogram, "Mass of " + name + " without payload", mass)
        .min(0)
        .required();
    list.parameter(at + 1, name + ".position", unit::metre,
                   "Place of " + name + " at which rope lengths and springs are free of load, in its carrier's axes",
                   position)
        .described();
    list.parameter(at + 4, name + ".centre", unit::metre, "Centre of mass of " + name + " in its own axes", centre)
        .described();
    list.parameter(at + 7, name + ".inertia", unit::kilogram_metre2,
                   "Moments of inertia of " + name + " about its centre of mass, along its axes", inertia)
        .min(0)
        .described();
    list.parameter(at + 10, name + ".stiffness", unit::newton_per_metre,
                   "Elastic support of " + name + " along its line", stiffness)
        .min(0)
        .described();
  }
};

/// A point on a body, or on the building.
template <class S>
struct Mount {
  Triple<S> at{S(0.0), S(0.0), S(0.0)};  ///< in axes of its carrier [m]

  void fields(List& list, std::uint32_t reference, const std::string& name) {
    list.parameter(reference, name + ".at", unit::metre, "Place of " + name + " in its carrier's axes", at).described();
  }
};

template <class S>
struct Sheave : Mount<S> {
  S radius{};      ///< [m]
  S inertia{0.0};  ///< [kg m2]
  /// Unit vector in its carrier's axes about which the rope, followed towards its end, goes round counter-clockwise; zero where
  /// the carrier does not turn about it.
  Triple<S> axis{S(0.0), S(0.0), S(0.0)};

  void fields(List& list, std::uint32_t first, const std::string& name) {
    Mount<S>::fields(list, first, name);
    list.parameter(first + 3, name + ".radius", unit::metre, "Radius of " + name, radius).positive().required();
    list.parameter(first + 4, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of " + name, inertia)
        .min(0)
        .described();
    list.parameter(first + 5, name + ".axis", unit::none,
                   "Axis of " + name +
                       " in its carrier's axes, rope going round counter-clockwise; 0 0 0 where the "
                       "carrier does not turn about it",
                   axis)
        .described();
  }
};

template <class S>
struct Anchor : Mount<S> {
  S stiffness{0.0};  ///< of a spring that pulls the same in all directions [N/m]; 0 = rigid

  void fields(List& list, std::uint32_t first, const std::string& name, bool elastic) {
    Mount<S>::fields(list, first, name);
    if (!elastic) return;
    list.parameter(first + 3, name + ".stiffness", unit::newton_per_metre, "Spring at " + name, stiffness).positive();
  }
};

template <class S>
struct Rope {
  S EA{};                             ///< [N]
  S density{};                        ///< [kg/m]
  S damping{0.0};                     ///< Kelvin-Voigt time [s]
  S transverse_damping{0.0};          ///< ratio of every transverse mode [1]
  S EI{0.0};                          ///< [N m2]
  std::array<int, 3> modes{3, 3, 3};  ///< along the inertial axes
  int vertical_shapes{1};             ///< 1 sines, 2 cubics

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".EA", unit::newton, "Axial stiffness of " + name + ", all ropes of the set", EA)
        .positive()
        .required();
    list.parameter(at + 1, name + ".density", unit::kilogram_per_metre, "Mass per length of " + name, density)
        .positive()
        .required();
    list.parameter(at + 2, name + ".damping", unit::second,
                   "Kelvin-Voigt damping time: stress = E (strain + damping strain rate)", damping)
        .min(0)
        .only_in_motion()
        .described();
    list.parameter(at + 3, name + ".transverse_damping", unit::none, "Damping ratio of transverse modes of " + name,
                   transverse_damping)
        .range(0, 1)
        .only_in_motion()
        .described();
    list.parameter(at + 4, name + ".EI", unit::newton_metre2, "Bending stiffness of " + name, EI).min(0).described();
    list.parameter(at + 5, name + ".modes", unit::none, "Modes of each span along x, y, z", modes)
        .range(0, 8)
        .sizes_states()
        .described();
    list.parameter(at + 8, name + ".vertical_shapes", kVerticalShapes, "Shapes of each span along z", vertical_shapes)
        .sizes_states()
        .described();
  }
  static inline const variables::Enumeration kVerticalShapes{
      "VerticalShapes",
      {{"sines", "as across"}, {"cubics", "two cubics, for long ropes that stay close to the vertical"}}};
};

/// What moves a driven joint, or the drive.
template <class S>
struct DrivenAxis {
  int mode{2};
  S distance{0.0}, speed{1.0}, acceleration{0.5}, jerk{0.5}, start{0.0};  ///< of its ride [m or rad, s]
  S bandwidth{100.0};                                                     ///< of the speed command [rad/s]

  /// `mode_of`: whose mode and bandwidth; `turns`: its travel is an angle.
  void fields(List& list, std::uint32_t at, const std::string& prefix, const std::string& mode_of,
              const std::string& what, bool turns) {
    list.parameter(at + 0, mode_of + ".mode", reeving::kDriveMode, "What moves " + what, mode);
    list.parameter(at + 1, mode_of + ".bandwidth", unit::radian_per_second,
                   "Bandwidth of the filter behind the speed command", bandwidth)
        .positive();
    list.parameter(at + 2, prefix + "ride.distance", turns ? unit::radian : unit::metre,
                   "Travel of " + what + " (mode 2)", distance);
    list.parameter(at + 3, prefix + "ride.speed", turns ? unit::radian_per_second : unit::metre_per_second,
                   "Largest speed of the ride", speed)
        .positive();
    list.parameter(at + 4, prefix + "ride.acceleration", turns ? unit::radian_per_second2 : unit::metre_per_second2,
                   "Largest acceleration of the ride", acceleration)
        .positive();
    list.parameter(at + 5, prefix + "ride.jerk", turns ? unit::radian_per_second3 : unit::metre_per_second3,
                   "Jerk of the ride", jerk)
        .positive();
    list.parameter(at + 6, prefix + "ride.start", unit::second, "How long after the start the ride begins", start)
        .min(0);
  }
};

template <class S>
struct Drive : Mount<S> {
  S radius{};      ///< [m]
  S inertia{0.0};  ///< [kg m2]

  void fields(List& list, std::uint32_t first, const std::string& name) {
    Mount<S>::fields(list, first, name);
    list.parameter(first + 3, name + ".radius", unit::metre, "Radius of the drive sheave or drum", radius)
        .positive()
        .required();
    list.parameter(first + 4, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of the drive", inertia)
        .min(0)
        .described();
  }
};

/// Sway of the building that carries guided bodies and everything mounted on it.
template <class S>
struct BuildingSway {
  S height{500.0};                              ///< of the building [m]
  S exponent{1.5};                              ///< of its shape
  Triple<S> direction{S(1.0), S(0.0), S(0.0)};  ///< of the internal source, horizontal unit vector
  S amplitude{0.0};                             ///< of the top [m]
  S frequency{0.1};                             ///< [Hz]
  S phase{0.0};                                 ///< [rad]
  S bandwidth{10.0};                            ///< of the filter behind sway_x, sway_y [rad/s]

  void fields(List& list, std::uint32_t at) {
    list.parameter(at + 0, "sway.height", unit::metre, "Height of the building's top", height).positive();
    list.parameter(at + 1, "sway.exponent", unit::none, "Sway at height z = sway at the top times (z/height)^exponent",
                   exponent)
        .min(1);
    list.parameter(at + 2, "sway.direction", unit::none, "Horizontal unit vector of the internal source", direction);
    list.parameter(at + 5, "sway.amplitude", unit::metre, "Amplitude of the internal source at the top", amplitude);
    list.parameter(at + 6, "sway.frequency", unit::per_second, "Frequency of the internal source", frequency).min(0);
    list.parameter(at + 7, "sway.phase", unit::radian, "Phase of the internal source: amplitude sin(2 pi f t + phase)",
                   phase);
    list.parameter(at + 8, "sway.bandwidth", unit::radian_per_second, "Bandwidth of the filter behind sway_x, sway_y",
                   bandwidth)
        .positive();
  }
};

}  // namespace reeve::models::spatial
