#include "models/drive/model.hpp"

namespace reeve::models::drive {

/// Nothing moves, and the cabin is where it is said to be.
template <class S>
void Model::start(const Values<S>& u, const State&, std::vector<S>& x, Start<S>& start) {
  x.assign(kStates, S(0));
  start.height = u.cabin_position;
}
template void Model::start(const Values<double>&, const State&, std::vector<double>&, Start<double>&);
template void Model::start(const Values<math::Dual>&, const State&, std::vector<math::Dual>&, Start<math::Dual>&);

void Model::initialise(double t0, const Values<double>& u, State& state) {
  start(u, state, state.x, state.start);
  state.modes.begin = state.modes.sampled_at = t0;
}

}  // namespace reeve::models::drive
