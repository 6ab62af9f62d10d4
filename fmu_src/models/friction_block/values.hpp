#pragma once
/// What an importer of the block sees. SI units.
#include "mechanics/contact/friction.hpp"
#include "models/friction_block/structure.hpp"
#include "variables/list.hpp"

namespace reeve::models::friction_block {

template <class S>
struct Values {
  struct Block {
    S mass{1.0};  ///< m [kg]
  } block;
  struct Spring {
    S stiffness{100.0};  ///< k  [N/m]
    S rest{0.0};         ///< x0 [m]
  } spring;
  mechanics::SmoothFriction<S> friction{0.25, 100.0, 10.0, 0.1, 100.0, 0.01};
  struct Start {
    S position{0.0};  ///< [m]
    S velocity{0.0};  ///< [m/s]
  } start;
  struct Solver {
    double tolerance{1e-8};
  } solver;

  S plate_velocity{0.0};  ///< V [m/s]
  S normal_force{9.81};   ///< N [N]

  S block_position{};        ///< x [m]
  S block_velocity{};        ///< v [m/s]
  S friction_force{};        ///< N f(w) [N]
  S friction_coefficient{};  ///< f(w)   [1]
  S dissipated_energy{};     ///< D [J]
};

template <class S>
void fields(Values<S>& v, variables::List& list);

}  // namespace reeve::models::friction_block
