#pragma once
/// Parameters, inputs and outputs of a rope on pulleys as an importer sees them. SI units.
#include <vector>

#include "mechanics/contact/pulley_contact.hpp"
#include "mechanics/rope/ancf_cable.hpp"
#include "models/rope_pulley/structure.hpp"
#include "variables/list.hpp"

namespace reeve::models::rope_pulley {

enum class ContactMethod { nodal = 1, gauss = 2 };
enum class MotionMode { input = 1, internal = 2 };

template <class S>
struct Values {
  struct Rope {
    S length{2.4};             ///< reference length [m]
    S diameter{0.01};          ///< [m]
    S E_axial{2.91e10};        ///< [Pa]
    S E_bending{6e8};          ///< [Pa]
    S density{1091.0};         ///< [kg/m3]
    S damping{2.19e-3};        ///< [s]
    S natural_curvature{0.0};  ///< [1/m]
    S prestrain{0.0};          ///< strain of the rope at its reference length [1]
    int strain{2};             ///< CableStrain
  } rope;
  struct Wheel {
    S x{}, y{}, radius{0.1};  ///< [m]
    S stiffness{2e6};         ///< [N/m] per contact.reference_length
    S damping{5e3};           ///< [N s/m]
    S inertia{1.0};           ///< [kg m2]
    S bearing_damping{0.0};   ///< [N m s]
    S command{0.0};           ///< input: rim speed [m/s], speed [rad/s] or load torque [N m]
    S speed{}, torque{};      ///< outputs [rad/s] [N m]
  };
  std::vector<Wheel> wheel;
  struct Contact {
    int method{2};                 ///< ContactMethod
    S reference_length{1.0 / 15};  ///< rope for which a pulley's stiffness is given [m]
  } contact;
  struct Friction {
    int law{3};  ///< FrictionLaw
    S mu{0.1};
    S epsilon{0.05};                          ///< [m/s]
    S stiffness{2e7};                         ///< of the bristles [N/m]
    S damping{0.0};                           ///< of the bristles [N s/m]
    S g1{0.0}, g2{100.0}, g3{10.0}, g6{0.0};  ///< smooth law beside mu and epsilon
  } friction;
  struct Guide {
    S stiffness{2e5};  ///< [N/m]
    S damping{1.5e4};  ///< [N s/m]
  } guide;
  struct MotionCourse {
    int mode{2};
    S start{0.5};   ///< [s]
    S stroke{0.2};  ///< [m]
    S speed{0.1};   ///< [m/s] at the rim, or [rad/s]
    S ramp{0.05};   ///< [s]
    S pause{0.1};   ///< after each stroke [s]
    int trips{2};
    S load{25.0};       ///< [N m]
    S load_start{1.0};  ///< [s]
    S load_ramp{0.5};   ///< [s]
  } motion;
  struct Solver {
    int method{1};
    double step{1e-3};  ///< largest internal step [s]
    double tolerance{1e-4};
    double radius{0.3};          ///< spectral radius of generalized-alpha at infinity
    double leapfrog_step{1e-6};  ///< [s]
  } solver;
  S gravity{9.81};  ///< [m/s2]

  S left_mass{294.7}, right_mass{294.7};  ///< inputs [kg]

  S rope_displacement{}, slip_distance{}, slip_number{};
  S friction_sum{}, normal_sum{}, left_tension{}, right_tension{};
  S wrap_start{}, wrap_end{};
  S energy_residual{};
  int unconverged_steps{};
  std::vector<S> contact_normal, contact_friction, contact_angle, contact_velocity;
  std::vector<S> node_x, node_y;
  std::vector<S> span_tension, slip_arc;  ///< one per pulley
};

template <class S>
Values<S> defaults(const Structure& structure);
template <class S>
void fields(Values<S>& v, const Structure& structure, variables::List& list);

}  // namespace reeve::models::rope_pulley
