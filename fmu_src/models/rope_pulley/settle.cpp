// Newton's method for a rope at rest.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"

namespace reeve::models::rope_pulley {
namespace {
constexpr int kMostIterations = 120;
constexpr int kMostSearches = 12;   ///< for the end of an iteration
constexpr double kFlat = 0.5;       ///< slope of the energy there, over the one at the beginning
constexpr double kLongest = 0.03;   ///< of an iteration, over the radius: contact is felt before it is passed
constexpr double kLock = 1e18;      ///< torsion spring of a locked pulley [N m]
constexpr double kSettled = 1e-10;  ///< residual over typical tension
}  // namespace

/// Newton's method; where it does not converge, once more with a pseudo-time that grows while the residual falls.
/// `locked`: free pulleys do not turn. On success the band holds the factorised stiffness.           (T-ROP.17)
bool Model::settle(const Grip<double>& grip, double scale, bool locked, std::vector<double>& q) {
  const std::vector<double> from = q;
  for (const double tau : {1.0, 1e-2, 1e-3}) {
    q = from;
    if (settle_from(tau, grip, scale, locked, q)) return true;
  }
  return false;
}

bool Model::settle_from(double tau, const Grip<double>& grip, double scale, bool locked, std::vector<double>& q) {
  const int n = 4 * structure_.nodes();
  const auto each_free = [&](auto&& visit) {
    for (int p = 0; p < equations_.wheels(); ++p) {
      if (equations_.unknown(p) >= 0) visit(p, equations_.unknown(p), equations_.wheel(p));
    }
  };
  const double longest = kLongest * equations_.pulley(0).radius;
  double rounding = 8e-16 * equations_.section().EA * structure_.elements;  // strains are differences over an element
  for (int p = 0; p < equations_.wheels(); ++p) {                           // and sinking in is one over the radius
    const auto& pulley = equations_.pulley(p);
    rounding = std::max(rounding, 8e-16 * pulley.stiffness * pulley.radius * equations_.section().length /
                                      equations_.reference_length());
  }
  double before = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    equations_.evaluate(q.data(), zero_.data(), grip, f_.data(), 0, band_);
    mass_in_band_ = false;
    double norm = 0;
    for (int k = 0; k < n; ++k) norm = std::max(norm, std::abs(f_[k]));
    if (!locked)
      each_free([&](int p, int, int w) { norm = std::max(norm, std::abs(f_[w]) / equations_.pulley(p).radius); });
    if (!(norm < 1e300)) return false;
    if (i > 0) tau *= norm < before ? std::min(8.0, 1.5 * before / norm) : 0.5;
    before = norm;
    const bool settled = norm <= std::max(kSettled * scale, rounding);
    if (!settled) equations_.add_mass(band_, 1 / (tau * tau));
    if (locked) each_free([&](int, int u, int) { band_.at(u, u) += kLock; });
    if (!band_.factor()) return false;
    if (settled) return true;
    std::copy(f_.begin(), f_.begin() + n, delta_.begin());
    each_free([&](int, int u, int w) { delta_[u] = locked ? 0 : f_[w]; });
    band_.solve(delta_.data());
    double largest = 0;
    for (int k = 0; k < n; ++k) largest = std::max(largest, std::abs(delta_[k]));
    const auto work = [&] {  // of the forces along the step: minus the slope of the energy
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += delta_[k] * f_[k];
      each_free([&](int, int u, int w) { sum += delta_[u] * f_[w]; });
      return sum;
    };
    const auto move = [&](double part) {
      for (int k = 0; k < n; ++k) q[k] += part * delta_[k];
      each_free([&](int, int u, int w) { q[w] += part * delta_[u]; });
    };
    // Points that come into contact or leave it within a step bend the force, and Newton's method then leaps to and fro over
    // the place of rest: a step ends where the energy has stopped falling.
    const double at_start = work();
    double low = 0, high = largest > longest ? longest / largest : 1, part = high;
    move(high);
    for (int search = 0; search < kMostSearches && at_start > 0; ++search) {
      equations_.evaluate(q.data(), zero_.data(), grip, f_.data());
      const double now = work();
      if (now >= -kFlat * at_start && (now <= kFlat * at_start || part == high)) break;
      (now > 0 ? low : high) = part;
      const double next = 0.5 * (low + high);
      move(next - part);
      part = next;
    }
  }
  return false;
}

}  // namespace reeve::models::rope_pulley
