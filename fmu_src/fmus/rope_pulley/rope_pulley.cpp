/// RopePulley: ropes and belts over pulleys, built from a description.
#include "fmus/bind.hpp"
#include "fmus/header.hpp"
#include "models/rope_pulley/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Keys;
using description::Reader;
using namespace models::rope_pulley;

void pulley_keys(Structure::Wheel& wheel, Keys& keys) {
  keys.identifier("name", wheel.name, "Begins the names of the pulley's variables").required();
  keys.number("x", wheel.x, "m", "Centre, positive to the right");
  keys.number("y", wheel.y, "m", "Centre, positive up");
  keys.number("radius", wheel.radius, "m", "Radius of the axis of the rope or belt that lies on it")
      .positive()
      .required();
  keys.choice<PulleyDrive>("drive", wheel.drive,
                           {{"rim_speed", PulleyDrive::rim_speed},
                            {"speed", PulleyDrive::speed},
                            {"torque", PulleyDrive::torque},
                            {"free", PulleyDrive::free}},
                           "What moves it: the speed of its rim, its own speed, a load on an inertia, or the rope");
}

void rope_keys(Structure& structure, Keys& keys) {
  keys.integer("elements", structure.elements, "Cable elements").range(4, kMostElements);
  keys.integer("contact_points", structure.contact_points, "Of each element, for contact at Gauss points")
      .range(1, kMostContactPoints);
  keys.flag("closed", structure.closed, "A belt that returns to its first pulley");
}

void check_pulleys(const Structure& structure, const Reader& description) {
  std::vector<std::string> before;
  for (const Reader& item : description.tables("pulley")) {
    const std::string& name = structure.pulley[before.size()].name;
    refuse_taken(item, name,
                 {"rope", "contact", "friction", "guide", "motion", "solver", "gravity", "time", "left", "right"},
                 before);
    before.push_back(name);
  }
  if (structure.closed && structure.wheels() < 2) description.fail("pulley", "a closed belt needs two pulleys or more");
}

void description_keys(Described<Structure>& d, Keys& keys) {
  header_keys(d.header, keys, "RopePulley", "A rope on pulleys that sticks and slips");
  keys.table("rope", d.structure, &rope_keys, "The rope or belt");
  keys.tables("pulley", d.structure.pulley, &pulley_keys,
              "In the order in which the rope passes them, always clockwise")
      .entries(1, kMostPulleys)
      .otherwise("one of radius 0.1 m whose rim_speed is given");
  keys.then([&d](const Reader& description) { check_pulleys(d.structure, description); });
}

std::unique_ptr<fmi::Model> build(const Reader& from) {
  auto [header, structure] = read<Structure>(from, &description_keys);
  Identity identity = identity_of(header, {.stop = structure.closed ? 2.45 : 9.1, .step = 1e-3, .tolerance = 1e-4});
  identity.theory = "rope-pulley";
  identity.sketch = structure.closed ? "belt-drive" : "rope-pulley";
  return std::make_unique<Bound<models::rope_pulley::Model>>(std::move(structure), std::move(identity));
}

description::Schema schema() { return Keys::schema_of(&description_keys); }

}  // namespace

const ModelKind& rope_pulley() {
  static constexpr ModelKind kind{"RopePulley", &build, &schema};
  return kind;
}

}  // namespace reeve::fmus
