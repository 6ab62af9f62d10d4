// Static equilibrium with the drive locked, its derivatives, and small motions about it.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/text.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::models {

using math::Dual;
using math::text;

void Reeving::explain_loose(int coordinate) const {
  const std::string what = coordinate < topology_->boundary ? topology_->names[coordinate] : "a mode of a rope";
  throw NoEquilibrium("there is no static equilibrium: nothing determines the " + what +
                      " with the drive locked; give the body a support, or a rope that holds it");
}

/// Newton's method from the place where rigid ropes would be. The elastic stiffness leaves out the small change of the
/// weights with the displacements, so it converges by four digits per iteration rather than quadratically.
void Reeving::equilibrium(const Values<double>& values, State& state) {
  constexpr int kMostIterations = 60;
  auto& eq = motion_->equations();
  auto& tangent = motion_->tangent();
  const int n = motion_->coordinates(), phi = topology_->phi();
  double* const q = state.x.data();
  double* const v = q + n;
  std::vector<double> step(n);
  eq.rigid_position(eq.start_phi(values), values, q);
  double last = 0;
  for (int iteration = 0;; ++iteration) {
    eq.constrain(q, v);
    eq.evaluate(q, v, values, true);
    eq.forces(step.data());
    tangent.capture(eq);
    const int loose = tangent.factor({0, 0, 1});
    if (loose >= 0) explain_loose(loose);
    step[phi] = 0;
    tangent.solve(step.data(), false);
    double largest = 0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(step[i]));
    if (!std::isfinite(largest) || largest > 1e4 || iteration == kMostIterations) {
      throw NoEquilibrium("there is no static equilibrium near the heights of the description: after " +
                          std::to_string(iteration) + " iterations a coordinate still moves by " + text(largest) +
                          " m; check masses, rope stiffness EA and heights");
    }
    if (iteration > 0 && (largest < 1e-15 || (largest >= last && largest < 1e-11))) break;
    last = largest;
    for (int i = 0; i < n; ++i) q[i] += step[i];
  }
  eq.constrain(q, v);
  eq.evaluate(q, v, values);
  const int heavy = eq.reduce();
  if (heavy >= 0) {
    throw NoEquilibrium("the " + topology_->names[std::min(heavy, topology_->boundary - 1)] +
                        " has no inertia: give its mass, rope density or sheave inertia a positive value");
  }
  eq.finish(0.0, rate_.data() + n);
  for (int k = 0; k < topology_->span_count(); ++k) {
    const Span& span = topology_->spans[k];
    const std::string who = "span " + std::to_string(k - topology_->first_span[span.rope] + 1) + " of rope \"" +
                            structure_.rope[span.rope].name + "\"";
    if (eq.length(k) < mechanics::kShortestSpan) {
      throw NoEquilibrium(who + " is " + text(eq.length(k)) + " m long at the start: expected at least " +
                          text(mechanics::kShortestSpan) + " m; change heights or start.travel");
    }
    for (int end = 0; end < 2; ++end) {
      const double tension = eq.massless() ? eq.constitutive_tension(k, end) : eq.recovered_tension(k, end, rate_.data() + n);
      if (tension > 0) continue;
      throw NoEquilibrium(who + " would have to push with " + text(-tension) +
                          " N in static equilibrium, which a rope cannot: check the masses that it carries");
    }
  }
}

/// Forces on the independent coordinates but phi, which are zero in equilibrium.
void Reeving::residual(const Values<Dual>& values, std::span<Dual> q, std::vector<Dual>& out) {
  auto& eq = *dual_;
  const int n = eq.coordinates();
  dual_work_.assign(n, Dual(0.0));
  eq.constrain(q.data(), dual_work_.data());
  eq.evaluate(q.data(), dual_work_.data(), values);
  std::vector<Dual> forces(n);
  eq.forces(forces.data());
  out.clear();
  if (eq.massless()) {
    const auto& p = eq.massless_solver();
    const int ni = static_cast<int>(p.free().size());
    for (int j = 0; j + 1 < ni; ++j) {
      Dual sum = 0.0;
      for (int i = 0; i < n; ++i) sum += p.T()[i * ni + j] * forces[i];
      out.push_back(sum);
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    if (i != topology_->phi()) out.push_back(forces[i]);
  }
}

namespace {

/// Independent coordinates without phi.
std::vector<int> unknowns(const Equations<Dual>& eq) {
  std::vector<int> list;
  const auto& dependent = eq.sheave_coordinates();
  for (int i = 0; i < eq.coordinates(); ++i) {
    const bool follows = eq.massless() && std::find(dependent.begin(), dependent.end(), i) != dependent.end();
    if (i != eq.topology().phi() && !follows) list.push_back(i);
  }
  return list;
}

}  // namespace

/// -d(residual)/d(unknowns), row-major, exact by dual numbers.
void Reeving::stiffness(const Values<Dual>& values, std::span<const double> q, std::vector<double>& out) {
  const auto list = unknowns(*dual_);
  const std::size_t m = list.size();
  std::vector<Dual> at(q.begin(), q.end()), column;
  out.assign(m * m, 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < q.size(); ++i) at[i] = q[i];
    at[list[j]].d = 1;
    residual(values, at, column);
    for (std::size_t i = 0; i < m; ++i) out[i * m + j] = -column[i].d;
  }
}

template <>
std::vector<double> Reeving::start<double>(const Values<double>&, const State& solved) { return solved.x; }

template <>
std::vector<Dual> Reeving::start<Dual>(const Values<Dual>& values, const State& solved) {
  auto& eq = *dual_;
  eq.prepare(values);
  const int n = eq.coordinates();
  std::vector<Dual> x(solved.x.begin(), solved.x.end());
  x[topology_->phi()].d = eq.start_phi(values).d;
  std::vector<Dual> at(x.begin(), x.begin() + n), r;
  residual(values, at, r);
  std::vector<double> K;
  Values<Dual> still = values;  // derivatives along the coordinates only
  const auto freeze = [](auto& list) { for (auto& e : list) e.d = 0; };
  for (auto* list : {&still.body_mass, &still.body_height, &still.body_stiffness, &still.anchor_height,
                     &still.anchor_stiffness, &still.rope_EA, &still.rope_density, &still.rope_damping,
                     &still.sheave_radius, &still.sheave_inertia, &still.sheave_height, &still.chain_density,
                     &still.chain_length, &still.payload}) {
    freeze(*list);
  }
  still.drive_radius.d = still.drive_inertia.d = still.drive_height.d = still.gravity.d = still.start_travel.d = 0;
  eq.prepare(still);
  stiffness(still, std::span<const double>(solved.x.data(), n), K);
  const auto list = unknowns(eq);
  const int m = static_cast<int>(list.size());
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> matrix(K.data(), m, m);
  Eigen::VectorXd rhs(m);
  for (int i = 0; i < m; ++i) rhs[i] = r[i].d;
  const Eigen::VectorXd moved = matrix.partialPivLu().solve(rhs);
  for (int i = 0; i < m; ++i) x[list[i]].d = moved[i];
  eq.prepare(values);
  at.assign(x.begin(), x.begin() + n);
  dual_work_.assign(n, Dual(0.0));
  eq.constrain(at.data(), dual_work_.data());  // dependent material points follow
  std::copy(at.begin(), at.end(), x.begin());
  for (int i = 0; i < n; ++i) x[i].v = solved.x[i];
  for (int b = 0; b < topology_->bodies; ++b) start_value(x, kStartHeights + b) = x[b];
  start_value(x, kStartPhi) = x[topology_->phi()];
  return x;
}

std::vector<double> Reeving::frequencies(const State& state, const Values<double>& values) {
  Values<Dual> duals = defaults<Dual>();
  const auto copy = [](const std::vector<double>& from, std::vector<Dual>& to) { to.assign(from.begin(), from.end()); };
  copy(values.body_mass, duals.body_mass);
  copy(values.body_height, duals.body_height);
  copy(values.body_stiffness, duals.body_stiffness);
  copy(values.sheave_radius, duals.sheave_radius);
  copy(values.sheave_inertia, duals.sheave_inertia);
  copy(values.sheave_height, duals.sheave_height);
  copy(values.anchor_height, duals.anchor_height);
  copy(values.anchor_stiffness, duals.anchor_stiffness);
  copy(values.rope_EA, duals.rope_EA);
  copy(values.rope_density, duals.rope_density);
  copy(values.chain_density, duals.chain_density);
  copy(values.chain_length, duals.chain_length);
  copy(values.payload, duals.payload);
  duals.rope_formulation = values.rope_formulation;
  duals.rope_axial_modes = values.rope_axial_modes;
  duals.rope_strain = values.rope_strain;
  duals.sheaves_model = values.sheaves_model;
  duals.sheaves_flux = values.sheaves_flux;
  duals.drive_radius = values.drive_radius;
  duals.drive_inertia = values.drive_inertia;
  duals.drive_height = values.drive_height;
  duals.gravity = values.gravity;
  auto& eq = *dual_;
  eq.prepare(duals);
  const int n = eq.coordinates();
  std::vector<double> K;
  stiffness(duals, std::span<const double>(state.x.data(), n), K);
  const auto list = unknowns(eq);
  const int m = static_cast<int>(list.size());

  auto& full = motion_->equations();
  std::vector<double> q(state.x.begin(), state.x.begin() + n), still(n, 0.0);
  full.constrain(q.data(), still.data());
  full.evaluate(q.data(), still.data(), values);
  std::vector<double> dense(n * n, 0.0);
  for (int i = 0; i < topology_->boundary; ++i) dense[i * n + i] = full.added_mass()[i];
  for (std::size_t k = 0; k < full.spans().size(); ++k) full.add_dense(full.spans()[k], full.mass(static_cast<int>(k)), dense.data());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<RowMajor> all(dense.data(), n, n), stiff(K.data(), m, m);
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(n, m);
  if (full.massless()) {
    const auto& p = full.massless_solver();
    const int ni = static_cast<int>(p.free().size());
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) T(i, j) = p.T()[i * ni + j];
    }
  } else {
    for (int j = 0; j < m; ++j) T(list[j], j) = 1;
  }
  const Eigen::MatrixXd mass = T.transpose() * all * T;
  const Eigen::VectorXcd values2 = mass.ldlt().solve(Eigen::MatrixXd(stiff)).eigenvalues();
  std::vector<double> hertz;
  for (int i = 0; i < m; ++i) hertz.push_back(std::sqrt(std::max(0.0, values2[i].real())) / (2 * std::numbers::pi));
  std::sort(hertz.begin(), hertz.end());
  return hertz;
}

}  // namespace reeve::models
