#pragma once
/// The two shipped machines as the tests vary them.
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

#include "description/document.hpp"
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

/// The published belt drive: values of resources/ropes/belt-drive.toml, with another mesh.
inline Run<models::RopePulley> belt(int elements, int contact_points = 4) {
  using models::PulleyDrive;
  const std::string name = REEVE_SOURCE_DIR "/resources/ropes/belt-drive.toml";
  std::ifstream file(name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto document = description::parse(text, name);
  const description::Reader description(document, name);

  models::RopeStructure structure;
  structure.elements = elements, structure.contact_points = contact_points;
  structure.closed = description.table("rope").boolean("closed", false);
  structure.pulley.clear();
  for (const auto& pulley : description.tables("pulley")) {
    structure.pulley.push_back({pulley.text("name"), pulley.number("x"), pulley.number("y"), pulley.number("radius"),
                                pulley.text("drive") == "speed" ? PulleyDrive::speed : PulleyDrive::torque});
  }
  Run<models::RopePulley> run(structure);
  auto& v = run.values;
  const auto start = description.table("start");
  const auto take = [&start](const char* key, double& value) { value = start.number(key, value); };
  take("rope.length", v.rope.length), take("rope.diameter", v.rope.diameter), take("rope.density", v.rope.density);
  take("rope.E_axial", v.rope.E_axial), take("rope.E_bending", v.rope.E_bending), take("rope.damping", v.rope.damping);
  take("rope.prestrain", v.rope.prestrain);
  v.rope.strain = static_cast<int>(start.integer("rope.strain", v.rope.strain));
  for (std::size_t p = 0; p < v.wheel.size(); ++p) {
    const std::string pulley = structure.pulley[p].name;
    v.wheel[p].stiffness = start.number(pulley + ".stiffness", v.wheel[p].stiffness);
    v.wheel[p].damping = start.number(pulley + ".damping", v.wheel[p].damping);
    v.wheel[p].inertia = start.number(pulley + ".inertia", v.wheel[p].inertia);
    v.wheel[p].bearing_damping = start.number(pulley + ".bearing_damping", v.wheel[p].bearing_damping);
  }
  take("contact.reference_length", v.contact.reference_length), take("friction.mu", v.friction.mu);
  take("friction.stiffness", v.friction.stiffness), take("friction.damping", v.friction.damping);
  take("motion.start", v.motion.start), take("motion.ramp", v.motion.ramp), take("motion.speed", v.motion.speed);
  take("motion.load", v.motion.load), take("motion.load_start", v.motion.load_start), take("motion.load_ramp", v.motion.load_ramp);
  take("solver.step", v.solver.step);
  start.refuse_unknown();  // nothing of the description is left out
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
