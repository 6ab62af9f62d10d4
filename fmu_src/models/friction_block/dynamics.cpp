#include "models/friction_block/model.hpp"

namespace reeve::models::friction_block {

using variables::Names;
using variables::operator+;

void Model::states(const Values<double>&, variables::States& list) {
  Names law;
  for (const char* gamma : {"1", "2", "3", "4", "5", "6"}) law.push_back(std::string("friction.gamma") + gamma);
  const Names inputs{"plate_velocity", "normal_force"}, start = law + Names{"start.velocity"} + inputs;
  list.shown("block_position").rate({}, {"block_velocity"}, {"start.velocity"});
  list.shown("block_velocity")
      .rate(inputs, law + Names{"block_position", "block_velocity"},
            start + Names{"start.position", "block.mass", "spring.stiffness", "spring.rest"});
  list.shown("dissipated_energy").rate(inputs, law + Names{"block_velocity"}, start);
}

/// (T-FRI.5), (T-FRI.6)
template <class S>
void Model::rates_of(std::span<const S> x, const Values<S>& u, std::span<S> dx) {
  const S v = x[kVelocity], w = u.plate_velocity - v;
  const S friction = u.normal_force * u.friction.coefficient(w);
  dx[kPosition] = v;
  dx[kVelocity] = (friction - u.spring.stiffness * (x[kPosition] - u.spring.rest)) / u.block.mass;
  dx[kLoss] = friction * w;
}
template void Model::rates_of(Span, const Values<double>&, std::span<double>);
template void Model::rates_of(std::span<const math::Dual>, const Values<math::Dual>&, std::span<math::Dual>);

}  // namespace reeve::models::friction_block
