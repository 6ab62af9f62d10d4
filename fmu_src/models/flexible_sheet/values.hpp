#pragma once
/// What an importer of the sheet sees. SI units.
#include <string>
#include <vector>

#include "mechanics/flexible_sheet/nip.hpp"
#include "models/flexible_sheet/structure.hpp"
#include "models/solver_choice.hpp"
#include "variables/list.hpp"

namespace reeve::models::flexible_sheet {

inline constexpr double kNipTolerance =
    1e-5;  ///< of the default experiment with nips: 9 um at the tip of a banknote after 0.6 s

enum Boundary { kClamped = 1, kFree = 2 };
enum StartShape { kFlat = 1, kEquilibrium = 2 };

template <class S>
struct Values {
  struct Sheet {
    S length{0.3}, width{0.21}, thickness{1e-4};  ///< [m]
    S E{2e9};                                     ///< [Pa]
    S nu{0.2};
    S density{770.0};        ///< [kg/m3]
    S loop_stiffness{1e-3};  ///< part of E t
    S damping{1e-3};         ///< beta [s]
    int joint{2};            ///< mechanics::JointKind
    int tree{1};             ///< mechanics::TreeKind
    int element{1};          ///< mechanics::PlateKind
    int boundary{kClamped};
  } sheet;
  struct Clamp {
    S bandwidth{100.0};  ///< w [rad/s]
  } clamp;
  struct Solver {
    int method{kAutomatic};
    double step{0.02};       ///< largest [s]
    double tolerance{1e-6};  ///< that of the default experiment
  } solver;
  struct Nip {
    mechanics::NipProperties<S> roller;
    S speed{0.0};                 ///< of the surface [m/s]
    S force{}, slip{}, normal{};  ///< on the sheet [N], [m/s], [N]
  };
  std::vector<Nip> nip;
  S gravity{9.81};  ///< [m/s2]
  int start{kFlat};

  S clamp_height{0.0}, clamp_angle{0.0};            ///< [m], [rad]
  S clamp_height_rate{0.0}, clamp_angle_rate{0.0};  ///< [m/s], [rad/s]

  S tip_x{}, tip_y{};                     ///< middle of the free edge [m]
  S max_drop{};                           ///< [m]
  S corner_spread{};                      ///< [m]
  S clamp_position{};                     ///< height of the clamp as it is [m]
  S total_energy{};                       ///< [J]
  S elastic_energy{}, kinetic_energy{};   ///< [J]
  S roller_work{}, friction_loss{};       ///< of all nips since the start [J]
  S nip_energy{};                         ///< of the springs that hold the sheet [J]
  std::vector<S> node_x, node_y, node_z;  ///< [m]
};

template <class S>
void fields(const Structure& structure, Values<S>& v, variables::List& list);

/// At the start the sheet is flat or hangs under its weight: its shape follows from these. `fed`: a sheet that passes nips is
/// free and flat, and has no such choice.
variables::Names start_shape(bool fed);

/// Variables of the nips. `place`: what the sheet's place at the start depends on.
template <class S>
void nip_fields(const Structure& structure, Values<S>& v, const std::vector<std::string>& place, variables::List& list);

/// Inputs and parameters of the nips.
variables::Names nip_knowns(const Structure& structure);

}  // namespace reeve::models::flexible_sheet
