/// Reeving: any elevator or hoist, built from its description.
#include "models/reeving/model.hpp"

#include "fmus/bind.hpp"
#include "fmus/reeving/drawing.hpp"
#include "fmus/reeving/structure_reader.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
namespace reeving = models::reeving;

/// Importers pass the experiment's tolerance on, and it would win over solver.tolerance's start: both are the same.
double start_tolerance(const description::Reader& description) {
  const double usual = reeving::Values<double>{}.solver_tolerance;
  if (!description.has("start")) return usual;
  const auto start = description.table("start");
  return start.has("solver") ? start.table("solver").number("tolerance", usual)
                             : start.number("solver.tolerance", usual);
}

/// Start values of the drive's friction: kinetic friction is the static one unless something else is said; the angle of wrap is
/// given once.
void read_start_of_grip(const description::Reader& description, reeving::Structure& structure) {
  if (!description.has("start")) return;
  const auto start = description.table("start");
  const bool nested = start.has("drive");
  const auto drive = nested ? start.table("drive") : start;
  const std::string prefix = nested ? "" : "drive.";
  if (drive.has(prefix + "friction")) structure.drive.friction_kinetic = drive.number(prefix + "friction");
  if (drive.has(prefix + "wrap") && description.table("drive").has("wrap"))
    drive.fail(prefix + "wrap",
               "the angle of wrap is given by the drive's key wrap (in degrees), too: leave one of them out");
}

std::unique_ptr<Model> build(const description::Reader& description) {
  auto [header, structure] = read<reeving::Structure>(description, &reeving_keys);
  read_start_of_grip(description, structure);
  Identity identity = identity_of(header, {.stop = 12.0, .step = 1e-3, .tolerance = start_tolerance(description)});
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
