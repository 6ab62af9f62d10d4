#include "fmus/reeving/structure_reader.hpp"

#include "fmus/reeving/grip_keys.hpp"

namespace reeve::fmus {
namespace {

using description::Keys;
using description::Reader;
using models::reeving::Structure;

/// Something sits on a body, or on the building at a height: one of the two.
void seat_keys(std::string& on, double& height, Keys& keys) {
  keys.identifier("on", on, "Body that it sits on and moves with").excludes({"height"});
  keys.number("height", height, "m", "Height on the building, positive up").required_unless({"on"});
}

void name_key(std::string& name, Keys& keys) {
  keys.identifier("name", name, "Begins the names of its variables").required();
}

void body_keys(Structure::Body& body, Keys& keys) {
  name_key(body.name, keys);
  keys.parameters(body, "the body");
  keys.number("stiffness", body.stiffness, "N/m", "Elastic support on the building; 0: none of its own").min(0);
  keys.flag("loadable", body.loadable, "Takes a payload: gives the input <name>_payload");
}

void sheave_keys(Structure::Sheave& sheave, Keys& keys) {
  name_key(sheave.name, keys);
  seat_keys(sheave.on, sheave.height, keys);
  keys.parameters(sheave, "the sheave");
  keys.flag("slip", sheave.slip, "The rope may slip on it, with its wrap and friction");
  grip_keys(sheave.wrap, sheave.friction, keys);
  keys.then([&sheave](const Reader& item) {
    for (const char* key : kGripKeys) {
      if (item.has(key) && !sheave.slip)
        item.fail(key, "the rope does not slip on this sheave: add slip = true, or leave " + std::string(key) + " out");
    }
  });
}

void anchor_keys(Structure::Anchor& anchor, Keys& keys) {
  name_key(anchor.name, keys);
  seat_keys(anchor.on, anchor.height, keys);
  keys.number("stiffness", anchor.stiffness, "N/m", "Spring of the rope's termination; 0: a rigid anchor").min(0);
}

/// A type stands for stiffness, mass and breaking load, which `reeve` looks up in its catalogue and writes into the description;
/// an FMU holds the numbers.
void check_looked_up(const Structure::Rope& rope, const Reader& item) {
  if (!rope.type.empty() && !rope.diameter) item.fail("diameter", "missing: a rope of a type needs its diameter [m]");
  for (const char* key : {"EA", "density"}) {
    if (!item.has(key))
      item.fail("type", "\"" + rope.type + "\" was not looked up: " + key +
                            " is missing; run reeve export on the description, or give EA and density");
  }
}

void rope_keys(Structure::Rope& rope, Keys& keys) {
  name_key(rope.name, keys);
  keys.integer("count", rope.count, "Parallel ropes of the set").range(1, 100);
  keys.text("type", rope.type,
            "Construction in resources/catalogue/ropes.toml, such as 8x19S-FC: gives EA, density and breaking_load");
  keys.number("diameter", rope.diameter, "m", "Nominal diameter of one rope").range(1e-3, 0.2);
  keys.number("grade", rope.grade, "N/mm2", "Rope grade of a type").range(500, 3000).otherwise("that of the catalogue");
  keys.parameters(rope, "the rope", {"type"});
  keys.number("breaking_load", rope.breaking_load, "N", "Minimum breaking load of the whole set, for the safety factor")
      .positive();
  keys.texts("path", rope.path, "What the rope passes, from end to end: anchors, sheaves and \"drive\"").required();
  keys.then([&rope](const Reader& item) { check_looked_up(rope, item); });
}

void chain_keys(Structure::Chain& chain, Keys& keys) {
  name_key(chain.name, keys);
  keys.texts("between", chain.between, "The two bodies that it hangs between").entries(2, 2).required();
  keys.parameters(chain, "the chain");
}

void buffer_keys(Structure::Buffer& buffer, Keys& keys) {
  name_key(buffer.name, keys);
  keys.text("under", buffer.under, "Body that comes down on it").required();
  keys.parameters(buffer, "the buffer");
}

void drive_keys(Structure::Drive& drive, Keys& keys) {
  seat_keys(drive.on, drive.height, keys);
  keys.parameters(drive, "the drive");
  keys.texts("sides", drive.sides, "Body that positive torque raises, and the one on the other side if there is one")
      .entries(1, 2)
      .required();
  grip_keys(drive.wrap, drive.friction, keys);
  keys.then([&drive](const Reader& table) {
    for (const char* key : kGripKeys) {
      if (table.has(key)) drive.grip_key = key;
    }
    drive.friction_kinetic = drive.friction;
  });
}

void rated_keys(Structure::Rated& rated, Keys& keys) {
  keys.number("load", rated.load, "kg", "Rated load of the first side; 125 % of it are what brake.torque is chosen for")
      .positive()
      .required();
  keys.number("speed", rated.speed, "m/s", "Rated speed of the first side; ride.speed").positive().required();
  keys.number("acceleration", rated.acceleration, "m/s2", "Of the default ride; ride.acceleration")
      .positive()
      .otherwise("half the speed per second, 0.1 to 1");
  keys.number("jerk", rated.jerk, "m/s3", "Of the default ride; ride.jerk")
      .positive()
      .otherwise("1.25 times the acceleration per second");
  keys.number("travel", rated.travel, "m", "Of the first side; ride.distance")
      .positive()
      .otherwise("what the shaft allows");
}

}  // namespace

void reeving_keys(Described<Structure>& d, Keys& keys) {
  Structure& s = d.structure;
  header_keys(d.header, keys, "Reeving", "Bodies on ropes over sheaves, moved by one drive");
  keys.tables("body", s.body, &body_keys, "What moves on the vertical axis: cars, counterweights, hooks, machines")
      .required();
  keys.tables("sheave", s.sheave, &sheave_keys, "Sheaves that deflect a rope");
  keys.tables("anchor", s.anchor, &anchor_keys, "Where ropes end");
  keys.tables("rope", s.rope, &rope_keys, "Ropes as paths; each stands for a set of parallel ones").required();
  keys.tables("chain", s.chain, &chain_keys, "Compensation chains, hanging in a free loop");
  keys.tables("buffer", s.buffer, &buffer_keys, "Springs on the building under a body");
  keys.table("drive", s.drive, &drive_keys, "The sheave or drum that moves the ropes").required();
  keys.table("rated", s.rated, &rated_keys, "What the machine is sold for");
}

Structure read_structure(const Reader& description) { return read<Structure>(description, &reeving_keys).structure; }

description::DescriptionError at_its_line(const Reader& description, const models::reeving::StructureError& error) {
  return description::DescriptionError(description.origin() + ":" + std::to_string(description.line_of(error.item)) +
                                       ": " + error.what());
}

}  // namespace reeve::fmus
