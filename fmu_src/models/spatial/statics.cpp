// Static equilibrium with all drives locked.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/spatial/linearised.hpp"
#include "models/spatial/model.hpp"

namespace reeve::models::spatial {

using math::Dual;
using math::text;

namespace {

/// Moves the free coordinates; turns of free bodies go into their quaternions.
void move(const Topology& topology, const std::vector<int>& list, const Eigen::VectorXd& step, RestPoint& at) {
  for (Eigen::Index i = 0; i < step.size(); ++i) at.q[list[i]] += step[i];
  for (std::size_t i = 0; i < topology.turning.size(); ++i) {
    const int place = topology.joint[topology.turning[i]] + 3;
    Vec3<double> turn;
    for (Eigen::Index j = 0; j < step.size(); ++j) {
      if (list[j] >= place && list[j] < place + 3) turn[list[j] - place] = step[j], at.q[list[j]] -= step[j];
    }
    mechanics::Quaternion<double> p{at.scalar[i], {at.q[place], at.q[place + 1], at.q[place + 2]}};
    const auto rate = p.rate(turn);
    const double length = std::sqrt(p.square() + rate.square());
    at.scalar[i] = (p.scalar + rate.scalar) / length;
    for (int k = 0; k < 3; ++k) at.q[place + k] = (p.vector[k] + rate.vector[k]) / length;
  }
}

/// Forces on the free coordinates at rest.
class Rest {
 public:
  Rest(Equations<double>& equations, const Values<double>& u) : equations_{equations}, u_{u} {
    list = free_coordinates(equations.topology(), equations.coordinates());
    still_.assign(equations.coordinates(), 0.0);
    h_.assign(equations.coordinates(), 0.0);
  }
  Eigen::VectorXd forces(const RestPoint& at) {
    mechanics::Sway<double> sway;
    sway.a = at.sway;
    equations_.evaluate({at.q.data(), still_.data(), at.scalar.data(), sway}, u_);
    equations_.forces(h_.data());
    Eigen::VectorXd f(list.size());
    for (Eigen::Index i = 0; i < f.size(); ++i) f[i] = h_[list[i]];
    return f;
  }
  std::vector<int> list;

 private:
  Equations<double>& equations_;
  const Values<double>& u_;
  std::vector<double> still_, h_;
};

}  // namespace

/// Newton's method with the exact stiffness K. A straight rope without tension has no stiffness across, and far from equilibrium K may
/// be indefinite: w^2 M is added, as for a motion with heavy damping, and w taken back as the forces fall. What is left of it lets joints
/// that nothing turns back stay where they are; what falls over stays indefinite and is refused.          (T-SPA.26)
void Model::equilibrium(double t0, const Values<double>& u, State& state) {
  constexpr int kMostIterations = 300;
  constexpr double kSlowest = 0.01, kFastest = 1e4;  ///< w [rad/s]
  constexpr double kSmall = 1e-9;                    ///< [m]: steps below it are judged by rounding
  Values<double> from = u;
  Values<Dual> duals = sized<Dual>(structure_, topology_);
  variables::List source, target;
  fields(from, source);
  fields(duals, target);
  variables::copy_settable(source, target);
  dual_.prepare(duals);
  auto& equations = dynamics_.equations();
  const Layout& layout = dynamics_.layout();
  RestPoint at = rest_point(layout, state.x, building_motion(t0, state.x.data(), layout, u).a);
  equations.described_position(u, at.q.data(), at.scalar.data());
  Rest rest(equations, u);
  Eigen::VectorXd f = rest.forces(at);
  Matrix M = restricted(mass_matrix(equations), rest.list);
  const auto size_of = [&](const Eigen::VectorXd& force) { return std::sqrt(force.dot(M.ldlt().solve(force))); };
  double w = 30, size = size_of(f), last = 0;
  for (int iteration = 0;; ++iteration) {
    const Matrix K = stiffness(dual_, at, duals);
    const Matrix A = K + w * w * M;
    const bool stable = Eigen::LLT<Matrix>(0.5 * (A + A.transpose())).info() == Eigen::Success;
    const Eigen::VectorXd step = A.partialPivLu().solve(f);
    const double largest = step.lpNorm<Eigen::Infinity>();
    if (iteration == kMostIterations || w > kFastest || !std::isfinite(size)) {
      throw NoEquilibrium("there is no static equilibrium near the description: after " + std::to_string(iteration) +
                          " iterations a coordinate still moves by " + text(largest, 5) +
                          " m; check masses, rope stiffness EA and positions, and that every body is held");
    }
    if (w == kSlowest && stable && (largest < 1e-15 || (iteration > 0 && largest >= last && largest < 1e-10))) break;
    if (!stable || largest > 5) {
      w *= 3;
      continue;
    }
    last = largest;
    RestPoint next = at;
    move(topology_, rest.list, step, next);
    const Eigen::VectorXd force = rest.forces(next);
    const double reached = size_of(force);
    if (w > kSlowest && largest > kSmall && !(reached < 2 * size)) {
      w *= 3;
      continue;
    }
    at = next, f = force, size = reached;
    w = std::max(w / 3, kSlowest);
  }
  std::copy(at.q.begin(), at.q.end(), state.x.begin());
  for (int i = 0; i < layout.turning; ++i) state.x[layout.scalar(i)] = at.scalar[i];
}

/// At rest every rope pulls and is long enough, and everything has inertia.
void Model::require_sound_start(double t0, const Values<double>& u, const State& state) {
  const auto [equations, motion] = evaluated<double>(t0, state.x.data(), state.modes, state.start, u);
  for (int k = 0; k < topology_.span_count(); ++k) {
    if (equations.length(k) < mechanics::kShortestSpan) {
      throw NoEquilibrium(span_name(k) + " is " + text(equations.length(k), 5) +
                          " m long at the start: expected at least " + text(mechanics::kShortestSpan) +
                          " m; change positions");
    }
    if (equations.states()[k].terms.strain.eps[0] > 0) continue;
    throw NoEquilibrium(span_name(k) +
                        " would have to push in static equilibrium, which a rope cannot: check the masses " +
                        "that it carries");
  }
}

void Model::initialise(double t0, const Values<double>& u, State& state) {
  blank(state.modes, state.start);
  prepare(u, state.start);
  const Layout& at = layout();
  state.x.assign(size(), 0.0);
  for (int i = 0; i < at.turning; ++i) state.x[at.scalar(i)] = 1;
  if (at.sways) state.x[at.sway(0)] = u.sway_x, state.x[at.sway(1)] = u.sway_y;
  equilibrium(t0, u, state);
  auto& start = state.start;
  for (int a = 0; a < topology_.axes(); ++a) {
    start.axis[a] = state.x[topology_.first_driven() + a];
    start.ride_begin[a] = t0 + u.axis[a].start;
    const DriveMode mode = u.mode(a);
    state.modes.axis[a].regime = mode == DriveMode::ride    ? Regime::ride
                                 : mode == DriveMode::speed ? Regime::speed
                                                            : Regime::released;
  }
  prepare_axes(u, start);
  for (int a = 0; a < topology_.axes(); ++a) {
    if (u.mode(a) == DriveMode::ride) state.modes.axis[a].phase = dynamics_.axis[a].phase(t0);
  }
  require_sound_start(t0, u, state);
  start.energy = dynamics_.equations().energy(u);
  for (std::size_t i = 0; i < topology_.loadable.size(); ++i)
    start.energy -= dynamics_.equations().payload_energy(static_cast<int>(i), u);
  for (int pass = 0; pass < 3 && update(t0, state.x, state.modes, u); ++pass) continue;
}

}  // namespace reeve::models::spatial
