/// RopePulley: ropes and belts over pulleys, built from a description.
#include "models/rope_pulley/rope_pulley.hpp"


#include "fmus/bind.hpp"
#include "fmus/rope_pulley/variables.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Reader;
using models::PulleyDrive;
using models::RopePulley;
using models::RopeStructure;

int bounded(const Reader& table, const char* key, int otherwise, int least, int most) {
  const auto found = table.integer(key, otherwise);
  if (found < least || found > most) {
    table.fail(key, "expected " + std::to_string(least) + " to " + std::to_string(most) + ", found " + std::to_string(found));
  }
  return static_cast<int>(found);
}

RopeStructure::Wheel read_pulley(const Reader& item) {
  RopeStructure::Wheel wheel;
  wheel.name = item.identifier("name");
  for (const char* reserved : {"rope", "contact", "friction", "guide", "motion", "solver", "gravity", "time", "left", "right"}) {
    if (wheel.name == reserved) item.fail("name", "\"" + wheel.name + "\" means something else in this model: choose another name");
  }
  wheel.x = item.number("x", 0.0), wheel.y = item.number("y", 0.0), wheel.radius = item.number("radius");
  if (!(wheel.radius > 0)) item.fail("radius", "expected greater than 0");
  const std::string drive = item.text("drive", "free");
  if (drive == "rim_speed") wheel.drive = PulleyDrive::rim_speed;
  else if (drive == "speed") wheel.drive = PulleyDrive::speed;
  else if (drive == "torque") wheel.drive = PulleyDrive::torque;
  else if (drive == "free") wheel.drive = PulleyDrive::free;
  else item.fail("drive", "\"" + drive + "\": expected rim_speed, speed, torque or free");
  item.refuse_unknown();
  return wheel;
}

RopeStructure structure_of(const Reader& description) {
  RopeStructure structure;
  if (description.has("rope")) {
    const Reader rope = description.table("rope");
    structure.elements = bounded(rope, "elements", structure.elements, 4, models::kMostElements);
    structure.contact_points = bounded(rope, "contact_points", structure.contact_points, 1, models::kMostContactPoints);
    structure.closed = rope.boolean("closed", false);
    rope.refuse_unknown();
  }
  const auto pulleys = description.tables("pulley");
  if (pulleys.size() > models::kMostPulleys) {
    description.fail("pulley", std::to_string(pulleys.size()) + " pulleys: expected at most " + std::to_string(models::kMostPulleys));
  }
  if (!pulleys.empty()) structure.pulley.clear();
  for (const auto& item : pulleys) {
    structure.pulley.push_back(read_pulley(item));
    for (std::size_t i = 0; i + 1 < structure.pulley.size(); ++i) {
      if (structure.pulley[i].name == structure.pulley.back().name) item.fail("name", "\"" + structure.pulley[i].name + "\" is taken");
    }
  }
  if (structure.closed && structure.wheels() < 2) description.fail("pulley", "a closed belt needs two pulleys or more");
  return structure;
}

Experiment experiment_of(const Reader& description, const RopeStructure& structure) {
  Experiment experiment{.stop = structure.closed ? 2.45 : 9.1, .step = 1e-3, .tolerance = 1e-4};
  if (!description.has("experiment")) return experiment;
  const Reader table = description.table("experiment");
  experiment.stop = table.number("stop", experiment.stop);
  if (!(experiment.stop > 0)) table.fail("stop", "expected greater than 0");
  table.refuse_unknown();
  return experiment;
}

std::unique_ptr<Model> build(const Reader& description) {
  RopeStructure structure = structure_of(description);
  Identity identity{.identifier = description.text("name", "RopePulley"),
                    .description = description.text("description", "A rope on pulleys that sticks and slips"),
                    .experiment = experiment_of(description, structure),
                    .terminals = {},
                    .theory = "rope-pulley",
                    .sketch = structure.closed ? "belt-drive" : "rope-pulley"};
  return std::make_unique<Bound<RopePulley>>(std::move(structure), std::move(identity), &declare_rope_pulley);
}

}  // namespace

const ModelKind& rope_pulley() {
  static constexpr ModelKind kind{"RopePulley", &build};
  return kind;
}

}  // namespace reeve::fmus
