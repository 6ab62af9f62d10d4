/// Drive: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/read_description.hpp"
#include "models/drive/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::drive::Structure;

Structure structure_of(const description::Reader& description) {
  Structure structure;
  if (!description.has("ripple")) return structure;
  const auto ripple = description.table("ripple");
  structure.ripple_orders = static_cast<std::size_t>(
      bounded_integer(ripple, "orders", static_cast<int>(structure.ripple_orders), 1, models::drive::kMostOrders));
  ripple.refuse_unknown();
  return structure;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{.identifier = description.text("name", "Drive"),
                    .description = description.text(
                        "description", "Elevator drive: reference, speed control, brake sequence, motor and losses"),
                    .experiment = read_experiment(description, {.stop = 20.0, .step = 1e-3, .tolerance = 1e-6}),
                    .terminals = {{"shaft",
                                   "The sheave: torque out, angle and speed in",
                                   {"drive_torque", "sheave_angle", "sheave_speed"}},
                                  {"controller",
                                   "What the elevator's controller asks for",
                                   {"target_position", "start", "emergency_stop", "state"}}},
                    .theory = "drive",
                    .sketch = "drive"};
  return std::make_unique<Bound<models::drive::Model>>(structure_of(description), std::move(identity));
}

}  // namespace

const ModelKind& drive() {
  static constexpr ModelKind kind{"Drive", &build};
  return kind;
}

}  // namespace reeve::fmus
