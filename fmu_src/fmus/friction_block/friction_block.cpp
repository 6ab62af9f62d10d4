/// FrictionBlock: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/read_description.hpp"
#include "models/friction_block/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{
      .identifier = description.text("name", "FrictionBlock"),
      .description = description.text(
          "description",
          "A block on a moving plate, held by a spring, with smooth Stribeck, Coulomb and viscous friction"),
      .experiment = read_experiment(description, {.stop = 10.0, .step = 1e-3, .tolerance = 1e-8}),
      .terminals = {{"plate",
                     "The plate under the block: its velocity in, the friction on the block out",
                     {"plate_velocity", "friction_force"}}},
      .theory = "friction",
      .sketch = "friction-block"};
  return std::make_unique<Bound<models::friction_block::Model>>(models::friction_block::Structure{},
                                                                std::move(identity));
}

}  // namespace

const ModelKind& friction_block() {
  static constexpr ModelKind kind{"FrictionBlock", &build};
  return kind;
}

}  // namespace reeve::fmus
