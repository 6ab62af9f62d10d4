/// RopePulley: ropes and belts over pulleys, built from a description.
#include "fmus/bind.hpp"
#include "fmus/read_description.hpp"
#include "models/rope_pulley/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Reader;
using namespace models::rope_pulley;

Structure::Wheel read_pulley(const Reader& item) {
  Structure::Wheel wheel;
  wheel.name = item.identifier("name");
  for (const char* reserved :
       {"rope", "contact", "friction", "guide", "motion", "solver", "gravity", "time", "left", "right"}) {
    if (wheel.name == reserved)
      item.fail("name", "\"" + wheel.name + "\" means something else in this model: choose another name");
  }
  wheel.x = item.number("x", 0.0), wheel.y = item.number("y", 0.0), wheel.radius = item.number("radius");
  if (!(wheel.radius > 0)) item.fail("radius", "expected greater than 0");
  const std::string drive = item.text("drive", "free");
  if (drive == "rim_speed")
    wheel.drive = PulleyDrive::rim_speed;
  else if (drive == "speed")
    wheel.drive = PulleyDrive::speed;
  else if (drive == "torque")
    wheel.drive = PulleyDrive::torque;
  else if (drive == "free")
    wheel.drive = PulleyDrive::free;
  else
    item.fail("drive", "\"" + drive + "\": expected rim_speed, speed, torque or free");
  item.refuse_unknown();
  return wheel;
}

Structure structure_of(const Reader& description) {
  Structure structure;
  if (description.has("rope")) {
    const Reader rope = description.table("rope");
    structure.elements = bounded_integer(rope, "elements", structure.elements, 4, kMostElements);
    structure.contact_points = bounded_integer(rope, "contact_points", structure.contact_points, 1, kMostContactPoints);
    structure.closed = rope.boolean("closed", false);
    rope.refuse_unknown();
  }
  const auto pulleys = description.tables("pulley");
  if (pulleys.size() > kMostPulleys) {
    description.fail("pulley",
                     std::to_string(pulleys.size()) + " pulleys: expected at most " + std::to_string(kMostPulleys));
  }
  if (!pulleys.empty()) structure.pulley.clear();
  for (const auto& item : pulleys) {
    structure.pulley.push_back(read_pulley(item));
    for (std::size_t i = 0; i + 1 < structure.pulley.size(); ++i) {
      if (structure.pulley[i].name == structure.pulley.back().name)
        item.fail("name", "\"" + structure.pulley[i].name + "\" is taken");
    }
  }
  if (structure.closed && structure.wheels() < 2) description.fail("pulley", "a closed belt needs two pulleys or more");
  return structure;
}

std::unique_ptr<fmi::Model> build(const Reader& description) {
  Structure structure = structure_of(description);
  Identity identity{.identifier = description.text("name", "RopePulley"),
                    .description = description.text("description", "A rope on pulleys that sticks and slips"),
                    .experiment = read_experiment(
                        description, {.stop = structure.closed ? 2.45 : 9.1, .step = 1e-3, .tolerance = 1e-4}),
                    .terminals = {},
                    .theory = "rope-pulley",
                    .sketch = structure.closed ? "belt-drive" : "rope-pulley"};
  return std::make_unique<Bound<models::rope_pulley::Model>>(std::move(structure), std::move(identity));
}

}  // namespace

const ModelKind& rope_pulley() {
  static constexpr ModelKind kind{"RopePulley", &build};
  return kind;
}

}  // namespace reeve::fmus
