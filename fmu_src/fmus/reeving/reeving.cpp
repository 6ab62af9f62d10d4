/// Reeving: any elevator or hoist, built from its description.
#include "models/reeving/model.hpp"

#include "fmus/bind.hpp"
#include "fmus/reeving/drawing.hpp"
#include "fmus/reeving/structure_reader.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
namespace reeving = models::reeving;

/// A start value, written as "group.name" or in a table of the group.
std::optional<double> started(const description::Reader& description, const std::string& group,
                              const std::string& name) {
  if (!description.has("start")) return {};
  const auto start = description.table("start");
  const std::string whole = group + "." + name;
  if (start.has(whole)) return start.number(whole);
  const description::Node* inside = start.find(group);
  if (!inside || !std::holds_alternative<description::Table>(inside->value)) return {};
  const auto table = start.table(group);
  return table.has(name) ? std::optional(table.number(name)) : std::nullopt;
}

/// What of the start values has a say in how the model is made: kinetic friction is the static one unless something else is said,
/// the angle of wrap is given once, and a capacity of the brake that is given need not be chosen.
void read_start(const description::Reader& description, reeving::Structure& structure) {
  if (const auto friction = started(description, "drive", "friction")) structure.drive.friction_kinetic = *friction;
  structure.brake_torque = started(description, "brake", "torque");
  if (started(description, "drive", "wrap") && description.table("drive").has("wrap"))
    description.table("drive").fail(
        "wrap", "the angle of wrap is given by drive.wrap under [start] (in rad), too: leave one of them out");
}

/// Importers pass the experiment's tolerance on, and it would win over solver.tolerance's start: both are the same.
Experiment usual_experiment(const description::Reader& description) {
  const double usual = reeving::Values<double>{}.solver_tolerance;
  return {.stop = kAsLongAsTheModelSays,
          .step = 1e-3,
          .tolerance = started(description, "solver", "tolerance").value_or(usual)};
}

std::unique_ptr<Model> build(const description::Reader& description) {
  auto [header, structure] = read<reeving::Structure>(description, &reeving_keys);
  read_start(description, structure);
  Identity identity = identity_of(header, usual_experiment(description));
  identity.terminals = {
      {"shaft", "The drive's shaft: torque in, angle and speed out", {"drive_torque", "sheave_angle", "sheave_speed"}}};
  identity.theory = "ale";
  try {
    return std::make_unique<Bound<reeving::Model>>(structure, std::move(identity));
  } catch (const reeving::StructureError& error) {
    throw at_its_line(description, error);
  }
}

std::string picture(const description::Reader& description) { return draw(read_structure(description)); }

description::Schema schema() { return description::Keys::schema_of(&reeving_keys); }

}  // namespace

const ModelKind& reeving() {
  static constexpr ModelKind kind{"Reeving", &build, &schema, &picture};
  return kind;
}

}  // namespace reeve::fmus
