// Small motions about a point, all drives locked: exact by dual numbers. The equilibrium itself, its derivatives, frequencies.
#include "models/spatial/linearised.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/spatial/model.hpp"

namespace reeve::models::spatial {

using math::Dual;

std::vector<int> free_coordinates(const Topology& topology, int coordinates) {
  std::vector<int> list;
  for (int i = 0; i < coordinates; ++i) {
    if (i < topology.first_driven() || i >= topology.boundary) list.push_back(i);
  }
  return list;
}

namespace {

/// A coordinate moved by a seed: a free body's rotation by a turn in its own axes.
void seed(const Topology& topology, int coordinate, std::vector<Dual>& q, std::vector<Dual>& scalar) {
  for (std::size_t i = 0; i < topology.turning.size(); ++i) {
    const int place = topology.joint[topology.turning[i]] + 3;
    if (coordinate < place || coordinate >= place + 3) continue;
    const mechanics::Quaternion<double> p{scalar[i].v, {q[place].v, q[place + 1].v, q[place + 2].v}};
    const auto rate = p.rate(Vec3<double>::Unit(coordinate - place));
    scalar[i].d = rate.scalar;
    for (int k = 0; k < 3; ++k) q[place + k].d = rate.vector[k];
    return;
  }
  q[coordinate].d = 1;
}

}  // namespace

Matrix stiffness(Equations<Dual>& equations, const RestPoint& at, const Values<Dual>& u) {
  const Topology& topology = equations.topology();
  const int n = equations.coordinates();
  const auto list = free_coordinates(topology, n);
  const auto m = static_cast<Eigen::Index>(list.size());
  Matrix K(m, m);
  std::vector<Dual> still(n, Dual(0.0)), h(n);
  mechanics::Sway<Dual> sway;
  sway.a = at.sway.cast<Dual>();
  for (Eigen::Index j = 0; j < m; ++j) {
    std::vector<Dual> q(at.q.begin(), at.q.end()), scalar(at.scalar.begin(), at.scalar.end());
    seed(topology, list[j], q, scalar);
    equations.evaluate({q.data(), still.data(), scalar.data(), sway}, u);
    equations.forces(h.data());
    for (Eigen::Index i = 0; i < m; ++i) K(i, j) = -h[list[i]].d;
  }
  return K;
}

Matrix mass_matrix(const Equations<double>& equations) {
  const Topology& topology = equations.topology();
  const int n = equations.coordinates(), stride = topology.boundary + 1;
  Matrix M = Matrix::Zero(n, n);
  for (int i = 0; i < topology.boundary; ++i) {
    for (int j = i; j < topology.boundary; ++j) M(i, j) = M(j, i) = equations.body_mass()[i * stride + j];
  }
  for (std::size_t k = 0; k < equations.spans().size(); ++k) {
    const auto& state = equations.states()[k];
    const auto& mass = state.terms.M;
    const int at = equations.spans()[k].modes_at;
    for (int a = 0; a < state.B.count; ++a) {
      const int column = state.B.coordinate[a];
      for (int b = 0; b < state.B.count; ++b) {
        for (int i = 0; i < kSpatialEnds; ++i) {
          for (int j = 0; j < kSpatialEnds; ++j)
            M(column, state.B.coordinate[b]) += state.B.column[a][i] * mass.bb[i][j] * state.B.column[b][j];
        }
      }
      for (int q = 0; q < equations.spans()[k].element.shapes.total; ++q) {
        for (int i = 0; i < kSpatialEnds; ++i) M(column, at + q) += state.B.column[a][i] * mass.qb[q][i];
        M(at + q, column) = M(column, at + q);
      }
    }
    for (int q = 0; q < equations.spans()[k].element.shapes.total; ++q) M(at + q, at + q) = mass.qq[q];
  }
  return M;
}

Matrix restricted(const Matrix& full, const std::vector<int>& list) {
  const auto m = static_cast<Eigen::Index>(list.size());
  Matrix part(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    for (Eigen::Index j = 0; j < m; ++j) part(i, j) = full(list[i], list[j]);
  }
  return part;
}

RestPoint rest_point(const Layout& at, std::span<const double> x, const Vec3<double>& sway) {
  RestPoint point{{x.begin(), x.begin() + at.n}, {}, sway};
  for (int i = 0; i < at.turning; ++i) point.scalar.push_back(x[at.scalar(i)]);
  return point;
}

template <>
void Model::start<double>(const Values<double>&, const State& state, std::vector<double>& x, Start<double>& start) {
  x = state.x;
  start = state.start;
}

template <>
void Model::start<Dual>(const Values<Dual>& u, const State& state, std::vector<Dual>& x, Start<Dual>& start) {
  const Layout& at = layout();
  x.assign(state.x.begin(), state.x.end());
  start = Start<Dual>(state.start);
  dual_.prepare(u);
  const auto sway = building_motion<Dual>(Dual(0.0), x.data(), at, u);
  std::vector<Dual> still(at.n, Dual(0.0)), h(at.n), q(x.begin(), x.begin() + at.n), scalar(at.turning);
  for (int i = 0; i < at.turning; ++i) scalar[i] = x[at.scalar(i)];
  mechanics::Sway<Dual> displaced;
  displaced.a = sway.a;
  dual_.evaluate({q.data(), still.data(), scalar.data(), displaced}, u);
  dual_.forces(h.data());

  Values<Dual> constant = u;  // derivatives along the coordinates only
  variables::List list;
  fields(constant, list);
  variables::forget_derivatives(list);
  dual_.prepare(constant);
  Vec3<double> place;
  for (int i = 0; i < 3; ++i) place[i] = sway.a[i].v;
  const auto rest = rest_point(at, state.x, place);
  const Matrix K = stiffness(dual_, rest, constant);
  const auto unknowns = free_coordinates(topology_, at.n);
  Eigen::VectorXd rhs(K.rows());
  for (Eigen::Index i = 0; i < K.rows(); ++i) rhs[i] = h[unknowns[i]].d;
  const Eigen::VectorXd moved = K.completeOrthogonalDecomposition().solve(rhs);  // joints that nothing turns back stay
  for (Eigen::Index i = 0; i < K.rows(); ++i) x[unknowns[i]].d = moved[i];
  for (int i = 0; i < at.turning; ++i) {
    const int first = topology_.joint[topology_.turning[i]] + 3;
    const mechanics::Quaternion<double> p{x[at.scalar(i)].v, {x[first].v, x[first + 1].v, x[first + 2].v}};
    const auto rate = p.rate({x[first].d, x[first + 1].d, x[first + 2].d});
    for (int k = 0; k < 3; ++k) x[first + k].d = rate.vector[k];
    x[at.scalar(i)].d = rate.scalar;
  }
}

std::vector<double> Model::frequencies(const Values<double>& u, const State& state) {
  Values<double> from = u;
  Values<Dual> duals = sized<Dual>(structure_, topology_);
  variables::List source, target;
  fields(from, source);
  fields(duals, target);
  variables::copy_settable(source, target);
  dual_.prepare(duals);
  const Layout& at = layout();
  const auto rest = rest_point(at, state.x, Vec3<double>::Zero());
  const Matrix K = stiffness(dual_, rest, duals);
  std::vector<double> still(at.n, 0.0);
  dynamics_.equations().evaluate({rest.q.data(), still.data(), rest.scalar.data(), {}}, u);
  const Matrix M = restricted(mass_matrix(dynamics_.equations()), free_coordinates(topology_, at.n));
  const Eigen::VectorXcd squares = M.ldlt().solve(K).eigenvalues();
  std::vector<double> hertz;
  for (Eigen::Index i = 0; i < squares.size(); ++i)
    hertz.push_back(std::sqrt(std::max(0.0, squares[i].real())) / (2 * std::numbers::pi));
  std::sort(hertz.begin(), hertz.end());
  return hertz;
}

}  // namespace reeve::models::spatial
