/// CableConduit: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/header.hpp"
#include "models/cable_conduit/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Keys;
using models::cable_conduit::Structure;

void conduit_keys(Structure& structure, Keys& keys) {
  keys.integer("segments", structure.segments, "How finely tension is resolved; tension has one element more")
      .range(1, models::cable_conduit::kMostSegments);
  keys.flag("radius_varies", structure.radius_varies,
            "conduit.radius is an array with one radius per segment, from the proximal end");
  keys.flag("friction_varies", structure.friction_varies,
            "friction.mu is an array with one coefficient per segment, from the proximal end");
}

void description_keys(Described<Structure>& d, Keys& keys) {
  header_keys(d.header, keys, "CableConduit",
              "A cable in a curved conduit with Coulomb friction: stick, slip, slack and hysteresis between "
              "actuator and load");
  keys.table("conduit", d.structure, &conduit_keys, "What fixes the size of the interface");
}

std::unique_ptr<Model> build(const description::Reader& from) {
  const auto described = read<Structure>(from, &description_keys);
  Identity identity = identity_of(described.header, {.stop = 4.0, .step = 1e-3, .tolerance = 1e-8});
  identity.terminals = {{"proximal",
                         "The actuator's end: displacement or tension in, tension out",
                         {"proximal_displacement", "proximal_tension", "input_tension"}},
                        {"distal",
                         "The load's end: displacement or tension in, tension and displacement out",
                         {"distal_displacement", "distal_tension", "output_tension", "output_displacement"}}};
  identity.theory = "conduit";
  identity.sketch = "cable-conduit";
  identity.returns_early = false;  // without a load mass a step goes straight to its end
  return std::make_unique<Bound<models::cable_conduit::Model>>(described.structure, std::move(identity));
}

description::Schema schema() { return Keys::schema_of(&description_keys); }

}  // namespace

const ModelKind& cable_conduit() {
  static constexpr ModelKind kind{"CableConduit", &build, &schema};
  return kind;
}

}  // namespace reeve::fmus
