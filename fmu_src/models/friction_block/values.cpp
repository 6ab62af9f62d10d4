#include "models/friction_block/values.hpp"

namespace reeve::models::friction_block {
namespace {

using namespace variables;

enum : std::uint32_t { kInputs = 1 * kGroup, kOutputs = 2 * kGroup, kParameters = 3 * kGroup };

std::vector<std::string> law_and(std::vector<std::string> others) {
  for (const char* gamma : {"1", "2", "3", "4", "5", "6"}) others.push_back(std::string("friction.gamma") + gamma);
  return others;
}

}  // namespace

template <class S>
void fields(Values<S>& v, List& list) {
  list.input(kInputs + 0, "plate_velocity", unit::metre_per_second,
             "Velocity of the plate under the block, positive along +x", v.plate_velocity)
      .nominal(0.1);
  list.input(kInputs + 1, "normal_force", unit::newton, "Force that presses the block on the plate, positive presses",
             v.normal_force)
      .min(0)
      .nominal(10);

  list.output(kOutputs + 0, "block_position", unit::metre, "Position of the block, positive along +x", v.block_position)
      .nominal(0.01)
      .follows({"block_position"})
      .initially({"start.position"});
  list.output(kOutputs + 1, "block_velocity", unit::metre_per_second, "Velocity of the block, positive along +x",
              v.block_velocity)
      .nominal(0.1)
      .follows({"block_velocity"})
      .initially({"start.velocity"});
  list.output(kOutputs + 2, "friction_force", unit::newton, "Friction on the block, positive drags it along +x",
              v.friction_force)
      .depends({"plate_velocity", "normal_force"})
      .follows(law_and({"block_velocity"}))
      .initially(law_and({"plate_velocity", "normal_force", "start.velocity"}));
  list.output(kOutputs + 3, "friction_coefficient", unit::none, "Friction force over normal force, signed as the force",
              v.friction_coefficient)
      .depends({"plate_velocity"})
      .follows(law_and({"block_velocity"}))
      .initially(law_and({"plate_velocity", "start.velocity"}));
  list.output(kOutputs + 4, "dissipated_energy", unit::joule, "Energy lost in the contact since the start, never falls",
              v.dissipated_energy)
      .follows({"dissipated_energy"});

  list.parameter(kParameters + 0, "block.mass", unit::kilogram, "Mass of the block", v.block.mass).positive();
  list.parameter(kParameters + 1, "spring.stiffness", unit::newton_per_metre, "Spring that holds the block; 0 = none",
                 v.spring.stiffness)
      .min(0);
  list.parameter(kParameters + 2, "spring.rest", unit::metre, "Block position at which the spring is free",
                 v.spring.rest);
  list.parameter(kParameters + 3, "friction.gamma1", unit::none, "Stribeck peak, upper bound of its height",
                 v.friction.g1)
      .min(0)
      .tunable();
  list.parameter(kParameters + 4, "friction.gamma2", unit::second_per_metre,
                 "Rise of the Stribeck peak over speed, >= gamma3", v.friction.g2)
      .min(0)
      .tunable();
  list.parameter(kParameters + 5, "friction.gamma3", unit::second_per_metre, "Decay of the Stribeck peak over speed",
                 v.friction.g3)
      .min(0)
      .tunable();
  list.parameter(kParameters + 6, "friction.gamma4", unit::none, "Coulomb friction coefficient", v.friction.g4)
      .min(0)
      .tunable();
  list.parameter(kParameters + 7, "friction.gamma5", unit::second_per_metre, "Rise of the Coulomb part over speed",
                 v.friction.g5)
      .min(0)
      .tunable();
  list.parameter(kParameters + 8, "friction.gamma6", unit::second_per_metre, "Viscous friction: coefficient per speed",
                 v.friction.g6)
      .min(0)
      .tunable();
  list.parameter(kParameters + 9, "start.position", unit::metre, "Block position at the start", v.start.position);
  list.parameter(kParameters + 10, "start.velocity", unit::metre_per_second, "Block velocity at the start",
                 v.start.velocity);
  list.parameter(kParameters + 11, "solver.tolerance", unit::none, "Relative error allowed per internal step",
                 v.solver.tolerance)
      .range(1e-13, 1e-2)
      .takes_tolerance();
}
template void fields(Values<double>&, List&);
template void fields(Values<math::Dual>&, List&);

}  // namespace reeve::models::friction_block
