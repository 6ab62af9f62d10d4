/// CableConduit: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/read_description.hpp"
#include "models/cable_conduit/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::cable_conduit::Structure;

Structure structure_of(const description::Reader& description) {
  Structure structure;
  if (!description.has("conduit")) return structure;
  const auto conduit = description.table("conduit");
  structure.segments = static_cast<std::size_t>(bounded_integer(
      conduit, "segments", static_cast<int>(structure.segments), 1, models::cable_conduit::kMostSegments));
  structure.radius_varies = conduit.boolean("radius_varies", false);
  structure.friction_varies = conduit.boolean("friction_varies", false);
  conduit.refuse_unknown();
  return structure;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{.identifier = description.text("name", "CableConduit"),
                    .description = description.text(
                        "description",
                        "A cable in a curved conduit with Coulomb friction: stick, slip, slack and hysteresis between "
                        "actuator and load"),
                    .experiment = read_experiment(description, {.stop = 4.0, .step = 1e-3, .tolerance = 1e-8}),
                    .terminals = {{"proximal",
                                   "The actuator's end: displacement or tension in, tension out",
                                   {"proximal_displacement", "proximal_tension", "input_tension"}},
                                  {"distal",
                                   "The load's end: displacement or tension in, tension and displacement out",
                                   {"distal_displacement", "distal_tension", "output_tension", "output_displacement"}}},
                    .theory = "conduit",
                    .sketch = "cable-conduit",
                    .returns_early = false};  // without a load mass a step goes straight to its end
  return std::make_unique<Bound<models::cable_conduit::Model>>(structure_of(description), std::move(identity));
}

}  // namespace

const ModelKind& cable_conduit() {
  static constexpr ModelKind kind{"CableConduit", &build};
  return kind;
}

}  // namespace reeve::fmus
