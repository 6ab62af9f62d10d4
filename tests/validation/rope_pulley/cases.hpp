#pragma once
/// The two shipped machines as the tests vary them.
#include <cmath>
#include <numbers>

#include "models/rope_pulley/rope_pulley.hpp"
#include "../../support/run_model.hpp"  // from here: benchmarks know no folder of the tests

namespace reeve::test {

inline const double kCapstan = std::exp(0.1 * std::numbers::pi);

inline Run<models::RopePulley> rope(int elements, double ratio = 1, int contact_points = 4) {
  models::RopeStructure structure;
  structure.elements = elements, structure.contact_points = contact_points;
  Run<models::RopePulley> run(structure);
  run.values.left_mass = ratio * run.values.right_mass;
  return run;
}

/// The published belt drive, as in resources/ropes/belt-drive.toml.
inline Run<models::RopePulley> belt(int elements, int contact_points = 4) {
  using models::PulleyDrive;
  models::RopeStructure structure;
  structure.elements = elements, structure.contact_points = contact_points, structure.closed = true;
  structure.pulley = {{"driver", 0, 0, 0.1, PulleyDrive::speed}, {"driven", 0.1 * std::numbers::pi, 0, 0.1, PulleyDrive::torque}};
  Run<models::RopePulley> run(structure);
  auto& v = run.values;
  v.rope.length = 0.4 * std::numbers::pi, v.rope.diameter = std::sqrt(4 * 8e-4 / std::numbers::pi);
  v.rope.E_axial = 1e7, v.rope.E_bending = 26179.87254, v.rope.density = 1036, v.rope.damping = 1.25e-4;
  v.rope.prestrain = 0.05, v.rope.strain = 1;
  for (auto& wheel : v.wheel) wheel.stiffness = 3.2e8, wheel.damping = 6.4e3, wheel.inertia = 0.25, wheel.bearing_damping = 2;
  v.contact.reference_length = 1;
  v.friction.mu = 0.5, v.friction.stiffness = 4e8, v.friction.damping = 2.575e4;
  v.motion.start = 0.05, v.motion.ramp = 0.55, v.motion.speed = 12;
  v.solver.step = 1e-3;
  return run;
}

/// Mean of span tensions and driven speed over the last 50 ms before `end`: points that come and go make 0.1 % of ripple.
struct BeltMeans {
  double tight{}, slack{}, speed{};
  int unconverged{};
};
inline BeltMeans means_before(Run<models::RopePulley>& run, double end) {
  run.step_to(end - 0.05);
  BeltMeans m;
  for (int i = 1; i <= 50; ++i) {
    run.step_to(end - 0.05 + 1e-3 * i);
    m.slack += run.values.span_tension[0] / 50, m.tight += run.values.span_tension[1] / 50, m.speed += run.values.wheel[1].speed / 50;
  }
  m.unconverged = run.values.unconverged_steps;
  return m;
}

/// Slip number of the first round trip, read when its last pause ends.
inline double first_trip(Run<models::RopePulley> run) {
  run.initialise();
  const auto& m = run.values.motion;
  run.step_to(m.start + 2 * models::RopeMotion::stroke_time(m));
  return run.values.slip_number;
}

}  // namespace reeve::test
