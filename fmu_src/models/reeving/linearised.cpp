// Derivatives of the equilibrium, and small motions about it: the drive locked, exact by dual numbers.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using math::Dual;

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool is_locked(const Topology& t, int i) { return i < t.boundary && t.locked_at_rest(i); }

/// Independent coordinates that are not locked at rest.
std::vector<int> unknowns(const Equations<Dual>& eq) {
  std::vector<int> list;
  const auto& dependent = eq.sheave_coordinates();
  for (int i = 0; i < eq.coordinates(); ++i) {
    const bool follows = eq.massless() && std::find(dependent.begin(), dependent.end(), i) != dependent.end();
    if (!is_locked(eq.topology(), i) && !follows) list.push_back(i);
  }
  return list;
}

/// Forces on the unknowns, which are zero in equilibrium.
std::vector<Dual> residual(Equations<Dual>& eq, const Modes& m, const Values<Dual>& u, std::vector<Dual>& q) {
  const int n = eq.coordinates();
  std::vector<Dual> still(n, Dual(0.0)), forces(n), out;
  eq.constrain(q.data(), still.data());
  eq.evaluate(q.data(), still.data(), m, u);
  eq.forces(forces.data());
  if (!eq.massless()) {
    for (const int i : unknowns(eq)) out.push_back(forces[i]);
    return out;
  }
  const auto& p = eq.massless_solver();
  const int ni = p.independent();
  for (int j = 0; j < ni - eq.topology().driven(); ++j) {
    Dual sum = 0.0;
    for (int i = 0; i < n; ++i) sum += p.T()[i * ni + j] * forces[i];
    out.push_back(sum);
  }
  return out;
}

/// -d(residual)/d(unknowns)
Matrix stiffness(Equations<Dual>& eq, const Modes& modes, const Values<Dual>& u, std::span<const double> q) {
  const auto list = unknowns(eq);
  const auto m = static_cast<Eigen::Index>(list.size());
  Matrix K(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    std::vector<Dual> at(q.begin(), q.end());
    at[list[j]].d = 1;
    const auto column = residual(eq, modes, u, at);
    for (Eigen::Index i = 0; i < m; ++i) K(i, j) = -column[i].d;
  }
  return K;
}

}  // namespace

template <>
void Model::start<double>(const Values<double>&, const State& state, std::vector<double>& x, Start<double>& start) {
  x = state.x;
  start = state.start;
}

template <>
void Model::start<Dual>(const Values<Dual>& u, const State& state, std::vector<Dual>& x, Start<Dual>& start) {
  auto& eq = made_->dual;
  eq.prepare(u);
  const int n = eq.coordinates();
  x.assign(state.x.begin(), state.x.end());
  std::vector<Dual> at(n);
  eq.rigid_position(eq.start_phi(u), u, at.data());
  for (int i = topology().first_driven(); i < topology().boundary; ++i) {
    if (topology().locked_at_rest(i)) x[i].d = at[i].d;
  }
  at.assign(x.begin(), x.begin() + n);
  const auto forces = residual(eq, state.modes, u, at);

  Values<Dual> still = u;  // derivatives along the coordinates only
  variables::List list;
  fields(still, list);
  variables::forget_derivatives(list);
  eq.prepare(still);
  const Matrix K = stiffness(eq, state.modes, still, std::span<const double>(state.x.data(), n));
  Eigen::VectorXd rhs(K.rows());
  for (Eigen::Index i = 0; i < K.rows(); ++i) rhs[i] = forces[i].d;
  const Eigen::VectorXd moved = K.partialPivLu().solve(rhs);
  const auto coordinates = unknowns(eq);
  for (Eigen::Index i = 0; i < K.rows(); ++i) x[coordinates[i]].d = moved[i];

  eq.prepare(u);
  at.assign(x.begin(), x.begin() + n);
  std::vector<Dual> rest(n, Dual(0.0));
  eq.constrain(at.data(), rest.data());  // dependent material points follow
  for (int i = 0; i < n; ++i) x[i] = Dual(state.x[i], at[i].d);
  start = Start<Dual>(state.start);
  for (int b = 0; b < topology().bodies; ++b) start.height[b] = x[b];
  start.phi = x[topology().phi()];
  for (int k = 0; k < topology().contact_count(); ++k) start.material[k] = x[topology().contacts[k].s];
}

std::vector<double> Model::frequencies(const Values<double>& u, const State& state) {
  Values<double> from = u;
  Values<Dual> duals = sized<Dual>(structure_, topology());
  variables::List source, target;
  fields(from, source);
  fields(duals, target);
  variables::copy_settable(source, target);
  auto& eq = made_->dual;
  eq.prepare(duals);
  const int n = eq.coordinates();
  const Matrix K = stiffness(eq, state.modes, duals, std::span<const double>(state.x.data(), n));
  const auto list = unknowns(eq);
  const auto m = static_cast<Eigen::Index>(list.size());

  auto& full = dynamics().equations();
  std::vector<double> q(state.x.begin(), state.x.begin() + n), still(n, 0.0);
  full.constrain(q.data(), still.data());
  full.evaluate(q.data(), still.data(), state.modes, u);
  Matrix mass = Matrix::Zero(n, n);
  for (int i = 0; i < topology().boundary; ++i) mass(i, i) = full.added_mass()[i];
  for (std::size_t k = 0; k < full.spans().size(); ++k)
    full.add_dense(full.spans()[k], full.mass(static_cast<int>(k)), mass.data());
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, m);
  if (full.massless()) {
    const auto& p = full.massless_solver();
    for (int i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < m; ++j) T(i, j) = p.T()[i * p.independent() + j];
    }
  } else {
    for (Eigen::Index j = 0; j < m; ++j) T(list[j], j) = 1;
  }
  const Eigen::MatrixXd reduced = T.transpose() * mass * T;
  const Eigen::VectorXcd squares = reduced.ldlt().solve(Eigen::MatrixXd(K)).eigenvalues();
  std::vector<double> hertz;
  for (Eigen::Index i = 0; i < m; ++i)
    hertz.push_back(std::sqrt(std::max(0.0, squares[i].real())) / (2 * std::numbers::pi));
  std::sort(hertz.begin(), hertz.end());
  return hertz;
}

}  // namespace reeve::models::reeving
