#pragma once
/// The parameters of one body, sheave, anchor, rope, chain, buffer and of the drive, each with the list of those that every such
/// item has: the variables of an FMU and the keys of a description are both read from it.
#include <numbers>
#include <string>

#include "mechanics/contact/buffer.hpp"
#include "variables/list.hpp"

namespace reeve::models::reeving {

inline const variables::Enumeration kFormulation{
    "Formulation", {{"ALEM", "sine modes over a straight line"}, {"ALE_ANCF", "cubic element"}}};
inline const variables::Enumeration kStrain{"Strain", {{"engineering", "r' - 1"}, {"Green", "(r'^2 - 1)/2"}}};
inline const variables::Enumeration kSheaveModel{
    "SheaveModel", {{"rotary_inertia", "turn with the rope"}, {"massless", "equal tensions on both sides"}}};
inline const variables::Enumeration kDriveMode{"DriveMode",
                                               {{"torque", "the input drive_torque, and the brake"},
                                                {"ride", "the internal ride profile"},
                                                {"speed", "the input drive_speed"}}};

inline const variables::Enumeration kContact{"Contact",
                                             {{"tied", "rope length = radius times angle"},
                                              {"creep", "the rope creeps, but does not slip"},
                                              {"slip", "the rope creeps and slips"}}};
inline const variables::Enumeration kFrictionLaw{"RopeFriction",
                                                 {{"constant", "static and kinetic"},
                                                  {"rope_speed", "falls with the speed of the rope, as in EN 81-50"},
                                                  {"slip_speed", "falls from static to kinetic with the slip speed"}}};

enum class Formulation { alem = 1, ale_ancf = 2 };
enum class SheaveModel { rotary_inertia = 1, massless = 2 };
enum class DriveMode { torque = 1, ride = 2, speed = 3 };
enum class ContactKind { tied = 1, creep = 2, slip = 3 };

namespace unit = variables::unit;
using variables::List;

/// Moves on the vertical axis. With stiffness it also stands on a spring that is free at `height`.
template <class S>
struct Body {
  S mass{};          ///< [kg]
  S height{};        ///< [m]
  S stiffness{0.0};  ///< [N/m], 0 = no support of its own

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".mass", unit::kilogram, "Mass of " + name + " without payload", mass)
        .positive()
        .required();
    list.parameter(at + 1, name + ".height", unit::metre,
                   "Height of " + name + ", positive up, at which rope lengths and springs are free of load", height)
        .required();
  }
};

template <class S>
struct Sheave {
  S radius{};                               ///< [m]
  S inertia{0.0};                           ///< [kg m2]
  S height{};                               ///< used when on the building [m]
  S wrap{std::numbers::pi}, friction{0.2};  ///< [rad], [1]; used where the rope may slip on it

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".radius", unit::metre, "Radius of " + name, radius).positive().required();
    list.parameter(at + 1, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of " + name, inertia)
        .min(0)
        .described();
  }
};

template <class S>
struct Anchor {
  S height{};        ///< used when on the building [m]
  S stiffness{0.0};  ///< [N/m], 0 = rigid
};

template <class S>
struct Rope {
  S EA{};          ///< [N]
  S density{};     ///< [kg/m]
  S damping{0.0};  ///< Kelvin-Voigt time [s]
  int formulation{1}, axial_modes{3}, strain{1};

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
    list.parameter(at + 3, name + ".formulation", kFormulation, "Element of " + name, formulation)
        .sizes_states()
        .described();
    list.parameter(at + 4, name + ".axial_modes", unit::none, "Axial modes of each ALEM span", axial_modes)
        .range(0, 8)
        .sizes_states()
        .described();
    list.parameter(at + 5, name + ".strain", kStrain, "Measure of strain of " + name, strain).described();
  }
};

template <class S>
struct Chain {
  S density{};  ///< [kg/m]
  S length{};   ///< [m]

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".density", unit::kilogram_per_metre, "Mass per length of " + name, density)
        .min(0)
        .required();
    list.parameter(at + 1, name + ".length", unit::metre, "Length of " + name, length).positive().required();
  }
};

/// Stands on the building under a body and is pressed while the body's height is below its top.
template <class S>
struct Buffer {
  S top{};         ///< height of the free buffer [m]
  S stiffness{};   ///< [N/m]
  S damping{0.0};  ///< [s/m]

  /// At this height [m] and velocity [m/s] of its body.
  mechanics::Buffer<S> under(const S& z, const S& zd, mechanics::BufferPhase phase) const {
    return {stiffness, damping, top - z, -zd, phase};
  }

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".top", unit::metre,
                   "Height of its body at which " + name + " is touched, positive up", top)
        .required();
    list.parameter(at + 1, name + ".stiffness", unit::newton_per_metre, "Stiffness of " + name, stiffness)
        .positive()
        .required();
    list.parameter(
            at + 2, name + ".damping", unit::second_per_metre,
            "Damping of " + name + ": force = stiffness compression (1 + damping compression rate), never pulling",
            damping)
        .min(0)
        .only_in_motion()
        .described();
  }
};

template <class S>
struct Drive {
  S radius{};                ///< [m]
  S inertia{0.0};            ///< [kg m2]
  S height{};                ///< used when on the building [m]
  S wrap{std::numbers::pi};  ///< [rad]
  S friction{0.2};           ///< f_s of the traction limit [1]
  S friction_kinetic{0.2};   ///< f_k [1]
  S friction_speed{10.0};    ///< [m/s]
  S bandwidth{100.0};        ///< of the speed command [rad/s]
  int mode{2}, contact{3}, friction_law{1};

  void fields(List& list, std::uint32_t at, const std::string& name) {
    list.parameter(at + 0, name + ".radius", unit::metre, "Radius of the drive sheave", radius).positive().required();
    list.parameter(at + 1, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of the drive", inertia)
        .min(0)
        .described();
    list.parameter(at + 2, name + ".wrap", unit::radian, "Angle of wrap on the drive sheave", wrap).positive();
    list.parameter(at + 3, name + ".friction", unit::none, "Groove friction f of the traction limit exp(f wrap)",
                   friction)
        .positive()
        .tunable();
    list.parameter(at + 32, name + ".contact", kContact, "How ropes hold on to the drive sheave", contact)
        .sizes_states();
    list.parameter(at + 33, name + ".friction_kinetic", unit::none,
                   "Groove friction while the rope slips, at most drive.friction", friction_kinetic)
        .min(0)
        .tunable();
    list.parameter(at + 34, name + ".friction_law", kFrictionLaw, "How groove friction depends on speed", friction_law)
        .tunable();
    list.parameter(at + 35, name + ".friction_speed", unit::metre_per_second,
                   "Speed at which friction has fallen to half (law 2), or half way to kinetic (law 3)", friction_speed)
        .positive()
        .tunable();
    list.parameter(at + 4, name + ".mode", kDriveMode, "What moves the drive", mode);
    list.parameter(at + 5, name + ".bandwidth", unit::radian_per_second, "Bandwidth of the filter behind drive_speed",
                   bandwidth)
        .positive();
  }
};

}  // namespace reeve::models::reeving
