/// FrictionBlock: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/header.hpp"
#include "models/friction_block/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::friction_block::Structure;

void description_keys(Described<Structure>& d, description::Keys& keys) {
  header_keys(d.header, keys, "FrictionBlock",
              "A block on a moving plate, held by a spring, with smooth Stribeck, Coulomb and viscous friction");
}

std::unique_ptr<Model> build(const description::Reader& from) {
  const auto described = read<Structure>(from, &description_keys);
  Identity identity = identity_of(described.header, {.stop = 10.0, .step = 1e-3, .tolerance = 1e-8});
  identity.terminals = {{"plate",
                         "The plate under the block: its velocity in, the friction on the block out",
                         {"plate_velocity", "friction_force"}}};
  identity.theory = "friction";
  identity.sketch = "friction-block";
  return std::make_unique<Bound<models::friction_block::Model>>(described.structure, std::move(identity));
}

description::Schema schema() { return description::Keys::schema_of(&description_keys); }

}  // namespace

const ModelKind& friction_block() {
  static constexpr ModelKind kind{"FrictionBlock", &build, &schema};
  return kind;
}

}  // namespace reeve::fmus
