#include "fmus/reeving/structure_reader.hpp"

#include <cmath>

#include "fmus/read_description.hpp"
#include "fmus/read_fields.hpp"
#include "math/text.hpp"

namespace reeve::fmus {
namespace {

using description::Reader;
using models::reeving::Structure;

/// Something sits on a body, or on the building at a height: one of the two.
void read_seat(const Reader& item, std::string& on, double& height) {
  on = item.text("on", "");
  if (on.empty())
    height = item.number("height");
  else if (item.has("height"))
    item.fail("height", "it sits on \"" + on + "\" and moves with it: leave height out");
}

/// Whether there is a spring at all is part of the structure, so its sign is checked here and not with the parameters.
double stiffness_of(const Reader& item, const std::string& without) {
  const double stiffness = item.number("stiffness", 0.0);
  if (!(stiffness >= 0) || !std::isfinite(stiffness)) {
    item.fail("stiffness", math::text(stiffness) + " N/m: expected greater than 0, or 0 for " + without);
  }
  return stiffness;
}

Structure::Body read_body(const Reader& item) {
  Structure::Body body;
  body.name = item.identifier("name");
  read_fields(item, body.name, body);
  body.stiffness = stiffness_of(item, "a body without a support of its own");
  body.loadable = item.boolean("loadable", false);
  return body;
}

Structure::Sheave read_sheave(const Reader& item) {
  Structure::Sheave sheave;
  sheave.name = item.identifier("name");
  read_seat(item, sheave.on, sheave.height);
  read_fields(item, sheave.name, sheave);
  return sheave;
}

Structure::Anchor read_anchor(const Reader& item) {
  Structure::Anchor anchor;
  anchor.name = item.identifier("name");
  read_seat(item, anchor.on, anchor.height);
  anchor.stiffness = stiffness_of(item, "a rigid anchor");
  return anchor;
}

Structure::Rope read_rope(const Reader& item) {
  Structure::Rope rope;
  rope.name = item.identifier("name");
  read_fields(item, rope.name, rope);
  rope.path = item.texts("path");
  return rope;
}

Structure::Chain read_chain(const Reader& item) {
  Structure::Chain chain;
  chain.name = item.identifier("name");
  const auto bodies = item.texts("between");
  if (bodies.size() != 2) item.fail("between", "expected two bodies");
  chain.between[0] = bodies[0];
  chain.between[1] = bodies[1];
  read_fields(item, chain.name, chain);
  return chain;
}

template <class Item>
std::vector<Item> read_all(const Reader& description, const char* key, Item (*read)(const Reader&)) {
  constexpr std::size_t kMost = 4096;  // the topology has its own, smaller limits with better words
  const auto items = description.tables(key);
  if (items.size() > kMost)
    description.fail(key, std::to_string(items.size()) + " entries: far more than any machine has");
  std::vector<Item> out;
  for (const auto& item : items) {
    out.push_back(read(item));
    item.refuse_unknown();
  }
  return out;
}

}  // namespace

Structure read_structure(const Reader& description) {
  Structure structure;
  structure.body = read_all(description, "body", &read_body);
  structure.sheave = read_all(description, "sheave", &read_sheave);
  structure.anchor = read_all(description, "anchor", &read_anchor);
  structure.rope = read_all(description, "rope", &read_rope);
  structure.chain = read_all(description, "chain", &read_chain);
  const Reader drive = description.table("drive");
  read_seat(drive, structure.drive.on, structure.drive.height);
  read_fields(drive, "drive", structure.drive);
  structure.drive.sides = drive.texts("sides");
  drive.refuse_unknown();
  return structure;
}

description::DescriptionError at_its_line(const Reader& description, const models::reeving::StructureError& error) {
  return description::DescriptionError(description.origin() + ":" + std::to_string(description.line_of(error.item)) +
                                       ": " + error.what());
}

}  // namespace reeve::fmus
