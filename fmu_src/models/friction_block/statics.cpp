#include "models/friction_block/model.hpp"

namespace reeve::models::friction_block {

/// Position and velocity are given, not found.
template <class S>
void Model::start(const Values<S>& u, const State&, std::vector<S>& x, Start<S>&) {
  x = {u.start.position, u.start.velocity, S(0)};
}
template void Model::start(const Values<double>&, const State&, std::vector<double>&, Start<double>&);
template void Model::start(const Values<math::Dual>&, const State&, std::vector<math::Dual>&, Start<math::Dual>&);

void Model::initialise(double, const Values<double>& u, State& state) { start(u, state, state.x, state.start); }

}  // namespace reeve::models::friction_block
