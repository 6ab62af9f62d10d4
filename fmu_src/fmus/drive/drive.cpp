/// Drive: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/header.hpp"
#include "models/drive/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Keys;
using models::drive::Structure;

void ripple_keys(Structure& structure, Keys& keys) {
  keys.integer("orders", structure.ripple_orders, "How many orders of torque ripple there are")
      .range(1, models::drive::kMostOrders);
}

void description_keys(Described<Structure>& d, Keys& keys) {
  header_keys(d.header, keys, "Drive", "Elevator drive: reference, speed control, brake sequence, motor and losses");
  keys.table("ripple", d.structure, &ripple_keys, "Torque ripple of the motor");
}

std::unique_ptr<Model> build(const description::Reader& from) {
  const auto described = read<Structure>(from, &description_keys);
  Identity identity = identity_of(described.header, {.stop = 20.0, .step = 1e-3, .tolerance = 1e-6});
  identity.terminals = {
      {"shaft", "The sheave: torque out, angle and speed in", {"drive_torque", "sheave_angle", "sheave_speed"}},
      {"controller",
       "What the elevator's controller asks for",
       {"target_position", "start", "emergency_stop", "state"}}};
  identity.theory = "drive";
  identity.sketch = "drive";
  return std::make_unique<Bound<models::drive::Model>>(described.structure, std::move(identity));
}

description::Schema schema() { return Keys::schema_of(&description_keys); }

}  // namespace

const ModelKind& drive() {
  static constexpr ModelKind kind{"Drive", &build, &schema};
  return kind;
}

}  // namespace reeve::fmus
