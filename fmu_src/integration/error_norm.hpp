#pragma once
/// The one measure of estimated errors.
#include "integration/hybrid_system.hpp"

namespace reeve::integration {

/// Largest component of e over its allowance, the tolerance times the state's nominal plus its size at the larger end of the step;
/// infinite if anything is not finite.
double largest_error(const HybridSystem& system, std::span<const double> e, std::span<const double> x,
                     std::span<const double> next);

}  // namespace reeve::integration
