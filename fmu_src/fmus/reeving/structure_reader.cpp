#include "fmus/reeving/structure_reader.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "fmus/read_description.hpp"
#include "fmus/read_fields.hpp"
#include "math/text.hpp"
#include "mechanics/contact/traction.hpp"

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

constexpr double kDegree = std::numbers::pi / 180;

double read_angle(const Reader& item, const char* key, double least, double most) {
  const double degrees = item.number(key);
  if (!(degrees >= least && degrees <= most))
    item.fail(key, math::text(degrees) + " deg: expected an angle from " + math::text(least) + " to " +
                       math::text(most) + " deg");
  return degrees * kDegree;
}

/// The cross-section of a groove, refused if it leaves the rope nothing to lie on.
mechanics::Groove read_groove(const Reader& groove) {
  using Kind = mechanics::Groove::Kind;
  constexpr double kMostBeta = 120, kLeastGamma = 5, kMostGamma = 120;  // [deg]
  mechanics::Groove out;
  const std::string type = groove.text("type");
  if (type == "round")
    out.kind = Kind::round;
  else if (type == "undercut")
    out.kind = Kind::undercut;
  else if (type == "v")
    out.kind = groove.boolean("hardened", false) ? Kind::v_hardened : Kind::v;
  else
    groove.fail("type", "\"" + type + "\": expected \"round\", \"undercut\" or \"v\"");
  if (out.kind == Kind::undercut || out.kind == Kind::v) out.beta = read_angle(groove, "beta", 0, kMostBeta);
  out.gamma =
      groove.has("gamma") || type == "v" ? read_angle(groove, "gamma", type == "v" ? kLeastGamma : 0, kMostGamma) : 0;
  const double seat = std::numbers::pi - out.beta - out.gamma;
  if (type != "v" && !(seat > 5 * kDegree))
    groove.fail("beta", math::text(out.beta / kDegree) + " deg and gamma = " + math::text(out.gamma / kDegree) +
                            " deg leave the rope no seat: their sum must stay below 175 deg");
  groove.refuse_unknown();
  return out;
}

/// Angle of wrap in degrees as people write it, and friction: of a groove and mu, or directly.
void read_grip(const Reader& item, double& wrap, double& friction) {
  if (item.has("wrap")) wrap = read_angle(item, "wrap", 1, 1440);
  const bool direct = item.has("friction");
  for (const char* key : {"mu", "groove"}) {
    if (direct && item.has(key)) item.fail(key, "friction is given, too: give friction, or mu and groove");
  }
  if (item.has("mu") != item.has("groove"))
    item.fail(item.has("mu") ? "mu" : "groove",
              "mu and groove belong together: friction is mu times the groove's factor");
  if (direct) friction = item.number("friction");
  if (item.has("mu")) friction = item.number("mu") * read_groove(item.table("groove")).factor();
  if (!(friction > 0)) item.fail(direct ? "friction" : "mu", math::text(friction) + ": expected greater than 0");
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
  sheave.slip = item.boolean("slip", false);
  if (sheave.slip) read_grip(item, sheave.wrap, sheave.friction);
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

Structure::Buffer read_buffer(const Reader& item) {
  Structure::Buffer buffer;
  buffer.name = item.identifier("name");
  buffer.under = item.text("under");
  read_fields(item, buffer.name, buffer);
  return buffer;
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

/// Rated load [kg] and speed [m/s]: the machine does not move by them, tools/traction calculates with them.
void check_rated(const Reader& description) {
  if (!description.has("rated")) return;
  const Reader rated = description.table("rated");
  for (const auto& [key, unit] : {std::pair{"load", " kg"}, std::pair{"speed", " m/s"}}) {
    const double value = rated.number(key);
    if (!(value > 0) || !std::isfinite(value)) rated.fail(key, math::text(value) + unit + ": expected greater than 0");
  }
  rated.refuse_unknown();
}

}  // namespace

Structure read_structure(const Reader& description) {
  Structure structure;
  structure.body = read_all(description, "body", &read_body);
  structure.sheave = read_all(description, "sheave", &read_sheave);
  structure.anchor = read_all(description, "anchor", &read_anchor);
  structure.rope = read_all(description, "rope", &read_rope);
  structure.chain = read_all(description, "chain", &read_chain);
  structure.buffer = read_all(description, "buffer", &read_buffer);
  const Reader drive = description.table("drive");
  read_seat(drive, structure.drive.on, structure.drive.height);
  read_fields(drive, "drive", structure.drive);
  structure.drive.sides = drive.texts("sides");
  read_grip(drive, structure.drive.wrap, structure.drive.friction);
  for (const char* key : {"wrap", "friction", "mu", "groove"}) {
    if (drive.has(key)) structure.drive.grip_key = key;
  }
  structure.drive.friction_kinetic = structure.drive.friction;
  drive.refuse_unknown();
  check_rated(description);
  return structure;
}

description::DescriptionError at_its_line(const Reader& description, const models::reeving::StructureError& error) {
  return description::DescriptionError(description.origin() + ":" + std::to_string(description.line_of(error.item)) +
                                       ": " + error.what());
}

}  // namespace reeve::fmus
