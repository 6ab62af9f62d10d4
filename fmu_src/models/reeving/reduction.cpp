// From the terms of all parts to accelerations: assembled, reduced to the driven coordinates, and back.
#include <algorithm>

#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

template <class S>
int Equations<S>::reduce() {
  if (massless_) return reduce_massless();
  if (reduced_) return -1;
  const int m = topology_.boundary;
  DrivenSystem<S>& system = boundary_system_;
  system.clear();
  for (int i = 0; i < m; ++i) {
    system.A[i * system.stride() + i] = added_mass_[i];
    system.r[i] = force_[i];
  }
  for (SpanGroup& g : groups_) {
    g.kernel.condense(g.terms.M, g.condensed);
    Group c[kEnds];
    g.kernel.condense_force(g.terms.M, g.condensed, g.terms.hq, g.terms.hb, c);
    g.places.scatter(c, system.r.data());
    g.places.scatter(g.condensed.C, system.A.data());
  }
  const int loose = system.eliminate();
  if (loose >= 0) return loose;
  system.eliminate_rhs();
  reduced_ = true;
  return -1;
}

template <class S>
void Equations<S>::finish(const S& drive_acceleration, S* a) {
  if (massless_) return massless_solver_.expand(&drive_acceleration, a);
  contacts_.system.values(drive_acceleration, driven_.data());
  if (finished_ && std::equal(last_driven_.begin(), last_driven_.end(), driven_.begin())) {
    std::copy(last_a_.begin(), last_a_.begin() + n_, a);
    return;
  }
  expand(driven_.data(), true, a);
  finished_ = with_tangent_;
  if (!finished_) return;
  last_driven_ = driven_;
  std::copy(a, a + n_, last_a_.begin());
}

template <class S>
void Equations<S>::expand(const S* driven_accelerations, bool forced, S* a) {
  const auto& solution = boundary_system_.x;
  boundary_system_.back_substitute(driven_accelerations, forced);
  std::copy(solution.begin(), solution.begin() + topology_.boundary, a);
  static const Group none[mechanics::kMaxModes]{};
  for (const SpanGroup& g : groups_) {
    Group ends[kEnds], modes[mechanics::kMaxModes];
    g.places.gather(solution.data(), ends);
    g.kernel.expand(g.terms.M, g.condensed, forced ? g.terms.hq : none, ends, modes);
    g.places.scatter_modes(modes, g.kernel.modes, a);
  }
}

template <class S>
int Equations<S>::reduce_massless() {
  auto& p = massless_solver_;
  const int m = topology_.boundary;
  std::fill(p.full.begin(), p.full.end(), S(0.0));
  for (int i = 0; i < m; ++i) p.full[i * n_ + i] = added_mass_[i];
  for (std::size_t k = 0; k < spans_.size(); ++k) add_dense(spans_[k], mass(static_cast<int>(k)), p.full.data());
  forces(p.scratch.data());
  return p.reduce();
}

template int Equations<double>::reduce();
template int Equations<math::Dual>::reduce();
template void Equations<double>::finish(const double&, double*);
template void Equations<math::Dual>::finish(const math::Dual&, math::Dual*);
template void Equations<double>::expand(const double*, bool, double*);
template void Equations<math::Dual>::expand(const math::Dual*, bool, math::Dual*);
template int Equations<double>::reduce_massless();
template int Equations<math::Dual>::reduce_massless();

}  // namespace reeve::models::reeving
