/// Reeving: any elevator or hoist, built from its description.
#include "models/reeving/reeving.hpp"

#include "fmus/bind.hpp"
#include "fmus/reeving/drawing.hpp"
#include "fmus/reeving/structure_reader.hpp"
#include "fmus/reeving/variables.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;

/// Importers pass the experiment's tolerance on, and it would win over solver.tolerance's start: both are the same.
double start_tolerance(const description::Reader& description) {
  const double usual = models::ReevingValues<double>{}.solver_tolerance;
  if (!description.has("start")) return usual;
  const auto start = description.table("start");
  return start.has("solver") ? start.table("solver").number("tolerance", usual) : start.number("solver.tolerance", usual);
}

Experiment read_experiment(const description::Reader& description) {
  Experiment experiment{.stop = 12.0, .step = 1e-3, .tolerance = start_tolerance(description)};
  if (!description.has("experiment")) return experiment;
  const auto table = description.table("experiment");
  experiment.stop = table.number("stop", experiment.stop);
  if (!(experiment.stop > 0)) table.fail("stop", "expected greater than 0");
  table.refuse_unknown();
  return experiment;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  const models::Structure structure = read_structure(description);
  Identity identity{
      .identifier = description.text("name"),
      .description = description.text("description", "Bodies on ropes over sheaves, moved by one drive"),
      .experiment = read_experiment(description),
      .terminals = {{"shaft", "The drive's shaft: torque in, angle and speed out", {"drive_torque", "sheave_angle", "sheave_speed"}}},
      .theory = "ale"};
  try {
    return std::make_unique<Bound<models::Reeving>>(structure, std::move(identity), &declare_reeving);
  } catch (const models::StructureError& error) {
    throw at_its_line(description, error);
  }
}

std::string picture(const description::Reader& description) { return draw(read_structure(description)); }

}  // namespace

const ModelKind& reeving() {
  static constexpr ModelKind kind{"Reeving", &build, &picture};
  return kind;
}

}  // namespace reeve::fmus
