#pragma once
/// The equations linearised about rest, in full, for statics and frequencies.
#include <Eigen/Dense>

#include "models/spatial/dynamics.hpp"

namespace reeve::models::spatial {

using Matrix = Eigen::MatrixXd;

/// A point at rest.
struct RestPoint {
  std::vector<double> q, scalar;
  Vec3<double> sway;  ///< displacement of the building's top
};

RestPoint rest_point(const Layout& at, std::span<const double> x, const Vec3<double>& sway);
/// Coordinates that are not driven.
std::vector<int> free_coordinates(const Topology& topology, int coordinates);
/// -d(forces)/d(coordinates) over those; rotations as turns in axes of the body.
Matrix stiffness(Equations<math::Dual>& equations, const RestPoint& at, const Values<math::Dual>& u);
/// Over all coordinates, where the equations were evaluated last.
Matrix mass_matrix(const Equations<double>& equations);
/// Rows and columns of the list.
Matrix restricted(const Matrix& full, const std::vector<int>& list);

}  // namespace reeve::models::spatial
