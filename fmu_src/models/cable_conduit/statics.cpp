#include "models/cable_conduit/course.hpp"

namespace reeve::models::cable_conduit {

/// At rest under the inputs of the start. Without a mass the cable is the one as laid, and outputs() goes on from there; with a
/// mass the load is put where it stands still.
template <class S>
void Model::start(const Values<S>& u, const State&, std::vector<S>& x, Start<S>& start) const {
  Scratch<S> here(structure_.segments);
  here.cable.rest(u.pretension);
  x.clear();
  if (has_mass(u)) {
    lay(here.course, u);
    here.rig(u).advance(drive(u));
    x = {-here.cable.displacement[mechanics::kDistal], S(0)};
  }
  start.cable = here.cable;
}
template void Model::start(const Values<double>&, const State&, std::vector<double>&, Start<double>&) const;
template void Model::start(const Values<math::Dual>&, const State&, std::vector<math::Dual>&, Start<math::Dual>&) const;

void Model::initialise(double, const Values<double>& u, State& state) {
  start(u, state, state.x, state.start);
  state.modes.cable = state.start.cable;
  state.modes.active = state.start.cable.moved;
}

}  // namespace reeve::models::cable_conduit
