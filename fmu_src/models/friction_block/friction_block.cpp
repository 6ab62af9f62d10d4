#include "models/friction_block/friction_block.hpp"

#include "math/text.hpp"

namespace reeve::models {
namespace {

using Values = FrictionBlock::Values<double>;

/// (T-FRI.5), (T-FRI.6)
void equations(const Values& p, const std::vector<double>& x, std::vector<double>& rate) {
  const double v = x[FrictionBlock::kVelocity];
  const double w = p.plate_velocity - v;
  const double friction = p.normal_force * p.friction.coefficient(w);
  rate[FrictionBlock::kPosition] = v;
  rate[FrictionBlock::kVelocity] =
      (friction - p.spring.stiffness * (x[FrictionBlock::kPosition] - p.spring.rest)) / p.block.mass;
  rate[FrictionBlock::kLoss] = friction * w;
}

}  // namespace

FrictionBlock::State FrictionBlock::blank_state() {
  return {std::vector<double>(kNumStates, 0.0), solver_.resize(kNumStates)};
}

void FrictionBlock::check(const Values<double>& p, std::vector<std::string>& findings) {
  if (!p.friction.is_passive()) {
    findings.push_back("friction.gamma2 = " + math::text(p.friction.g2) + " s/m is below friction.gamma3 = " +
                       math::text(p.friction.g3) + " s/m: the Stribeck part would push the block and produce energy; " +
                       "choose friction.gamma2 >= friction.gamma3");
  }
}

void FrictionBlock::initialise(double /*t0*/, const Values<double>& p, State& state) {
  state.x = start(p, state);
}

double FrictionBlock::advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) {
  const auto rhs = [&p](const std::vector<double>& x, std::vector<double>& rate, double) { equations(p, x, rate); };
  return solver_.advance(rhs, t, state.x, state.memory, scale_, {.relative = p.solver.tolerance}, hooks);
}

std::vector<double> FrictionBlock::rate(double /*t*/, const State& state, const Values<double>& p) {
  std::vector<double> rate(kNumStates);
  equations(p, state.x, rate);
  return rate;
}

}  // namespace reeve::models
