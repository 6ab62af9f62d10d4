#include "models/cable_conduit/course.hpp"

namespace reeve::models::cable_conduit {

/// Positive while the load goes on in its direction.                                                        (T-CON.19)
void Model::indicators(double, Span x, const Modes& m, const Values<double>&, std::span<double> z) {
  z[0] = m.direction == 0 ? 1.0 : m.direction * x[kV];
}

/// The load stands still, or an input has jumped and acts at once. One pass decides.
bool Model::update(double, std::span<double> x, Modes& m, const Values<double>& u) {
  const bool stands = m.direction != 0 && m.direction * x[kV] <= 0;
  if (stands) {
    x[kV] = 0;
    m.direction = 0;
  } else {
    m.new_motion = true;
    commit(x, m, u);
  }
  return false;
}

/// Takes the cable to the present inputs and load for good.
void Model::commit(Span x, Modes& m, const Values<double>& u) {
  follow(u);
  scratch_.cable = m.cable;
  m.runs_away = !pull(scratch_, u, x);
  m.cable = scratch_.cable;
  m.at_start = false;
  const auto& moved = m.cable.moved;
  if (!moved[0] && !moved[1]) return;
  if (m.new_motion) m.active = {};
  m.new_motion = false;
  for (const auto end : {mechanics::kProximal, mechanics::kDistal}) m.active[end] = m.active[end] || moved[end];
}

}  // namespace reeve::models::cable_conduit
