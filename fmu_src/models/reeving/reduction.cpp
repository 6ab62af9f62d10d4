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
void Equations<S>::finish(const S* driven_accelerations, S* a) {
  if (massless_) return massless_solver_.expand(driven_accelerations, a);
  if (finished_ && std::equal(last_driven_.begin(), last_driven_.end(), driven_accelerations)) {
    std::copy(last_a_.begin(), last_a_.begin() + n_, a);
    return;
  }
  const auto& solution = boundary_system_.x;
  boundary_system_.back_substitute(driven_accelerations);
  std::copy(solution.begin(), solution.begin() + topology_.boundary, a);
  for (const SpanGroup& g : groups_) {
    Group ends[kEnds], modes[mechanics::kMaxModes];
    g.places.gather(solution.data(), ends);
    g.kernel.expand(g.terms.M, g.condensed, g.terms.hq, ends, modes);
    g.places.scatter_modes(modes, g.kernel.modes, a);
  }
  finished_ = with_tangent_;
  if (!finished_) return;
  std::copy(driven_accelerations, driven_accelerations + last_driven_.size(), last_driven_.begin());
  std::copy(a, a + n_, last_a_.begin());
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
template void Equations<double>::finish(const double*, double*);
template void Equations<math::Dual>::finish(const math::Dual*, math::Dual*);
template int Equations<double>::reduce_massless();
template int Equations<math::Dual>::reduce_massless();

}  // namespace reeve::models::reeving
