/// FrictionBlock: its variables, and how it is built from a description.
#include "models/friction_block/friction_block.hpp"

#include "fmus/bind.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::FrictionBlock;

enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kParameters = 3 * VariableTable::kGroup,
};

const std::vector<std::string> kLaw{"friction.gamma1", "friction.gamma2", "friction.gamma3",
                                    "friction.gamma4", "friction.gamma5", "friction.gamma6"};

std::vector<std::string> law_and(std::vector<std::string> others) {
  others.insert(others.end(), kLaw.begin(), kLaw.end());
  return others;
}

void declare(Declaration<FrictionBlock>& d, const FrictionBlock&) {
  d.input(kInputs + 0, "plate_velocity", unit::metre_per_second, "Velocity of the plate under the block, positive along +x", FIELD(plate_velocity))
      .nominal(0.1);
  d.input(kInputs + 1, "normal_force", unit::newton, "Force that presses the block on the plate, positive presses",
          FIELD(normal_force)).min(0).nominal(10);

  d.output(kOutputs + 0, "block_position", unit::metre, "Position of the block, positive along +x", FIELD(block_position))
      .nominal(0.01).initially({"start.position"});
  d.output(kOutputs + 1, "block_velocity", unit::metre_per_second, "Velocity of the block, positive along +x",
           FIELD(block_velocity)).nominal(0.1).initially({"start.velocity"});
  d.output(kOutputs + 2, "friction_force", unit::newton, "Friction on the block, positive drags it along +x",
           FIELD(friction_force))
      .depends({"plate_velocity", "normal_force"})
      .initially(law_and({"plate_velocity", "normal_force", "start.velocity"}));
  d.output(kOutputs + 3, "friction_coefficient", unit::none, "Friction force over normal force, signed as the force",
           FIELD(friction_coefficient))
      .depends({"plate_velocity"})
      .initially(law_and({"plate_velocity", "start.velocity"}));
  d.output(kOutputs + 4, "dissipated_energy", unit::joule, "Energy lost in the contact since the start, never falls",
           FIELD(dissipated_energy));

  d.parameter(kParameters + 0, "block.mass", unit::kilogram, "Mass of the block", FIELD(block.mass)).positive();
  d.parameter(kParameters + 1, "spring.stiffness", unit::newton_per_metre, "Spring that holds the block; 0 = none",
              FIELD(spring.stiffness)).min(0);
  d.parameter(kParameters + 2, "spring.rest", unit::metre, "Block position at which the spring is free", FIELD(spring.rest));
  d.parameter(kParameters + 3, "friction.gamma1", unit::none, "Stribeck peak, upper bound of its height", FIELD(friction.g1))
      .min(0).tunable();
  d.parameter(kParameters + 4, "friction.gamma2", unit::second_per_metre, "Rise of the Stribeck peak over speed, >= gamma3",
              FIELD(friction.g2)).min(0).tunable();
  d.parameter(kParameters + 5, "friction.gamma3", unit::second_per_metre, "Decay of the Stribeck peak over speed",
              FIELD(friction.g3)).min(0).tunable();
  d.parameter(kParameters + 6, "friction.gamma4", unit::none, "Coulomb friction coefficient", FIELD(friction.g4))
      .min(0).tunable();
  d.parameter(kParameters + 7, "friction.gamma5", unit::second_per_metre, "Rise of the Coulomb part over speed",
              FIELD(friction.g5)).min(0).tunable();
  d.parameter(kParameters + 8, "friction.gamma6", unit::second_per_metre, "Viscous friction: coefficient per speed",
              FIELD(friction.g6)).min(0).tunable();
  d.parameter(kParameters + 9, "start.position", unit::metre, "Block position at the start", FIELD(start.position));
  d.parameter(kParameters + 10, "start.velocity", unit::metre_per_second, "Block velocity at the start", FIELD(start.velocity));
  d.parameter(kParameters + 11, "solver.tolerance", unit::none, "Relative error allowed per internal step",
              FIELD(solver.tolerance)).range(1e-13, 1e-2).takes_tolerance();
}

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{
      .identifier = description.text("name", "FrictionBlock"),
      .description = "A block on a moving plate, held by a spring, with smooth Stribeck, Coulomb and viscous friction",
      .experiment = {.stop = 10.0, .step = 1e-3, .tolerance = 1e-8},
      .terminals = {{"plate", "The plate under the block: its velocity in, the friction on the block out",
                     {"plate_velocity", "friction_force"}}},
      .theory = "friction",
      .sketch = "friction-block"};
  return std::make_unique<Bound<FrictionBlock>>(FrictionBlock::Structure{}, std::move(identity), &declare);
}

}  // namespace

const ModelKind& friction_block() {
  static constexpr ModelKind kind{"FrictionBlock", &build};
  return kind;
}

}  // namespace reeve::fmus
