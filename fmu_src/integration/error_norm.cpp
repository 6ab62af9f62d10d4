#include "integration/error_norm.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::integration {

double largest_error(const HybridSystem& system, std::span<const double> e, std::span<const double> x,
                     std::span<const double> next) {
  const double relative = system.solver().tolerance;
  const auto nominal = system.nominals();
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double ratio = std::abs(e[i]) / (relative * (nominal[i] + std::max(std::abs(x[i]), std::abs(next[i]))));
    if (!(ratio <= std::numeric_limits<double>::max()) || !std::isfinite(next[i]))
      return std::numeric_limits<double>::infinity();
    worst = std::max(worst, ratio);
  }
  return worst;
}

double HybridSystem::error(std::span<const double> e, std::span<const double> x) const {
  return largest_error(*this, e, x, x);
}

}  // namespace reeve::integration
