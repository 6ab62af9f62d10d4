#pragma once
/// A heavy strip in the plane, clamped at one end: D theta'' = w (L - s) cos(theta), theta(0) = alpha, theta'(L) = 0.
///                                                                                                       (T-SHT.17)
#include <vector>

namespace reeve::mechanics {

/// theta at n + 1 equidistant points from the clamp; D [N m], w [N/m2], L [m] all per unit width, alpha [rad] against the
/// horizontal. Follows the solution that grows from the straight strip as the weight is put on; empty if it is lost.
std::vector<double> heavy_elastica(double D, double w, double L, double alpha, int n);

}  // namespace reeve::mechanics
