#include "models/friction_block/model.hpp"

namespace reeve::models::friction_block {

template <class S>
void Model::outputs(const S&, std::span<const S> x, const Modes&, const Start<S>&, Values<S>& v) {
  const S w = v.plate_velocity - x[kVelocity];
  v.block_position = x[kPosition];
  v.block_velocity = x[kVelocity];
  v.friction_coefficient = v.friction.coefficient(w);
  v.friction_force = v.normal_force * v.friction_coefficient;
  v.dissipated_energy = x[kLoss];
}
template void Model::outputs(const double&, Span, const Modes&, const Start<double>&, Values<double>&);
template void Model::outputs(const math::Dual&, std::span<const math::Dual>, const Modes&, const Start<math::Dual>&,
                             Values<math::Dual>&);

}  // namespace reeve::models::friction_block
