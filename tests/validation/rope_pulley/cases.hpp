#pragma once
/// The two shipped machines as the tests vary them.
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

#include "../../support/run_model.hpp"  // from here: benchmarks know no folder of the tests
#include "description/document.hpp"
#include "models/rope_pulley/model.hpp"

namespace reeve::test {

inline const double kCapstan = std::exp(0.1 * std::numbers::pi);

using RopeRun = Run<models::rope_pulley::Model>;

inline models::rope_pulley::Structure mesh(int elements, int contact_points) {
  models::rope_pulley::Structure structure;
  structure.elements = elements, structure.contact_points = contact_points;
  return structure;
}

struct Rope : RopeRun {
  Rope(int elements, double ratio, int contact_points) : RopeRun(mesh(elements, contact_points)) {
    values.left_mass = ratio * values.right_mass;
  }
};
inline Rope rope(int elements, double ratio = 1, int contact_points = 4) { return {elements, ratio, contact_points}; }

/// The published belt drive: values of resources/ropes/belt-drive.toml, with another mesh.
class BeltDescription {
 public:
  BeltDescription() {
    std::ifstream file(name_);
    document_ = description::parse(std::string{std::istreambuf_iterator<char>(file), {}}, name_);
  }
  description::Reader reader() const { return {document_, name_}; }
  models::rope_pulley::Structure structure(int elements, int contact_points) const {
    using models::rope_pulley::PulleyDrive;
    auto structure = mesh(elements, contact_points);
    structure.closed = reader().table("rope").boolean("closed");
    structure.pulley.clear();
    for (const auto& pulley : reader().tables("pulley")) {
      structure.pulley.push_back({pulley.text("name"), pulley.number("x"), pulley.number("y"), pulley.number("radius"),
                                  pulley.text("drive") == "speed" ? PulleyDrive::speed : PulleyDrive::torque});
    }
    return structure;
  }

 private:
  std::string name_ = REEVE_SOURCE_DIR "/resources/ropes/belt-drive.toml";
  description::Node document_;
};

struct Belt : RopeRun {
  Belt(int elements, int contact_points) : RopeRun(BeltDescription().structure(elements, contact_points)) {
    const BeltDescription description;
    const auto start = description.reader().table("start");
    variables::List list;
    model.fields(values, list);
    for (std::size_t row = 0; row < list.rows.size(); ++row) {
      const auto* const key = list.rows[row].name.c_str();
      if (!list.rows[row].is_settable() || list.rows[row].is_array || !start.has(key)) continue;
      if (auto* const* real = std::get_if<double*>(&list.places[row])) **real = start.number(key);
      if (auto* const* whole = std::get_if<int*>(&list.places[row])) **whole = static_cast<int>(start.integer(key));
    }
  }
};
inline Belt belt(int elements, int contact_points = 4) { return {elements, contact_points}; }

/// Mean of span tensions and driven speed over the last 50 ms before `end`: points that come and go make 0.1 % of ripple.
struct BeltMeans {
  double tight{}, slack{}, speed{};
  int unconverged{};
};
inline BeltMeans means_before(RopeRun& run, double end) {
  run.step_to(end - 0.05);
  BeltMeans m;
  for (int i = 1; i <= 50; ++i) {
    run.step_to(end - 0.05 + 1e-3 * i);
    m.slack += run.values.span_tension[0] / 50, m.tight += run.values.span_tension[1] / 50,
        m.speed += run.values.wheel[1].speed / 50;
  }
  m.unconverged = run.values.unconverged_steps;
  return m;
}

/// Slip number of the first round trip, read when its last pause ends.
inline double first_trip(RopeRun&& run) {
  run.initialise();
  const auto& m = run.values.motion;
  run.step_to(m.start + 2 * models::rope_pulley::PrescribedMotion::stroke_time(m));
  return run.values.slip_number;
}

}  // namespace reeve::test
