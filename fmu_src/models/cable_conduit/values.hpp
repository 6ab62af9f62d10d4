#pragma once
/// What an importer of the cable in its conduit sees. SI units.
#include <vector>

#include "models/cable_conduit/structure.hpp"
#include "variables/list.hpp"

namespace reeve::models::cable_conduit {

enum InputMode { kByDisplacement = 1, kByTension = 2 };
enum LoadMode { kSpring = 1, kPrescribedDisplacement = 2, kPrescribedTension = 3 };

template <class S>
struct Values {
  struct Conduit {
    int model{1};                    ///< mechanics::ConduitModel
    S length{1.0};                   ///< L [m]
    std::vector<S> radius{S(0.25)};  ///< R [m], one or one per segment
    S stiffness{0.0};                ///< axial rigidity [N], 0 = rigid
  } conduit;
  struct Friction {
    std::vector<S> mu{S(0.1)};  ///< one or one per segment
  } friction;
  struct Cable {
    S stiffness{2e4};  ///< EA [N]
  } cable;
  S pretension{20.0};  ///< T0 [N]
  struct Input {
    int mode{kByDisplacement};
  } input;
  struct Load {
    int mode{kSpring};
    S stiffness{1e4};  ///< k [N/m]
    S mass{0.0};       ///< m [kg], 0 = none
    S damping{0.0};    ///< c [N s/m], with a mass
  } load;
  struct Solver {
    double tolerance{1e-8};
  } solver;

  S proximal_displacement{0.0};  ///< p [m]
  S proximal_tension{20.0};      ///< [N]
  S distal_displacement{0.0};    ///< q [m]
  S distal_tension{20.0};        ///< [N]

  S input_tension{}, output_tension{};  ///< [N]
  S output_displacement{};              ///< d = -q [m]
  S front_position{};                   ///< from the proximal end [m]
  S slack_length{};                     ///< [m]
  S moving_fraction{};
  S dissipated_energy{};   ///< [J]
  std::vector<S> tension;  ///< at the nodes [N]
};

template <class S>
Values<S> defaults(const Structure& structure);
template <class S>
void fields(Values<S>& v, const Structure& structure, variables::List& list);

}  // namespace reeve::models::cable_conduit
