// Elimination of a span's modes, against a dense solve.
#include "mechanics/rope/rope_kernel.hpp"

#include <Eigen/Dense>
#include <random>

#include "catch2/catch.hpp"
#include "support/near.hpp"

using reeve::test::near;
using namespace reeve::mechanics;

namespace {

constexpr int kModes = 3, kSize = kSpanEnds + kModes;

class Random {
 public:
  double number() { return normal_(engine_); }
  Eigen::VectorXd vector() {
    Eigen::VectorXd v(kSize);
    for (double& e : v) e = number();
    return v;
  }
  /// Positive. Like stiffness and damping of a span, or like its mass: only the mass couples modes with heights.
  SpanMatrix<double> matrix(bool couples_heights) {
    SpanMatrix<double> m{};
    for (int k = 0; k < kSpanEnds; ++k) {
      for (int j = 0; j <= k; ++j) m.bb[k][j] = m.bb[j][k] = number() + (k == j ? 20 : 0);
    }
    for (int i = 0; i < kModes; ++i) {
      for (int k = 0; k < kSpanEnds; ++k) m.qb[i][k] = couples_heights || k >= s_of(0) ? number() : 0;
      m.qq[i] = 20 + number();
    }
    return m;
  }

 private:
  std::mt19937 engine_{1};
  std::normal_distribution<double> normal_;
};

Eigen::MatrixXd dense(const SpanMatrix<double>& m) {
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(kSize, kSize);
  for (int k = 0; k < kSpanEnds; ++k) {
    for (int j = 0; j < kSpanEnds; ++j) full(k, j) = m.bb[k][j];
    for (int i = 0; i < kModes; ++i) full(k, kSpanEnds + i) = full(kSpanEnds + i, k) = m.qb[i][k];
  }
  for (int i = 0; i < kModes; ++i) full(kSpanEnds + i, kSpanEnds + i) = m.qq[i];
  return full;
}

constexpr double kRounding = 1e-12;

/// Mass, damping and stiffness, and what an implicit step makes of them.
struct Step {
  Random random;
  RopeKernel<double> kernel = sine_kernel<double>(kModes);
  SpanMatrix<double> M = random.matrix(true), sum{};
  SpanTangent<double> tangent{random.matrix(false), random.matrix(false)};
  Condensed<double> condensed{};
  Eigen::MatrixXd whole = 1.5 * dense(M) + 0.2 * dense(tangent.D) + 0.7 * dense(tangent.K);

  Step() {
    kernel.combine({1.5, 0.2, 0.7}, M, tangent, sum);
    kernel.condense(sum, condensed);
  }
  /// The unknowns, from the condensed forces on the ends and the forces on the modes.
  Eigen::VectorXd solve(const double* ends, const double* modes) const {
    Eigen::Matrix4d C;
    for (int k = 0; k < kSpanEnds; ++k) {
      for (int j = 0; j < kSpanEnds; ++j) C(k, j) = condensed.C[k][j];
    }
    Eigen::VectorXd x(kSize);
    x.head<kSpanEnds>() = C.partialPivLu().solve(Eigen::Map<const Eigen::Vector4d>(ends));
    kernel.expand(sum, condensed, modes, x.data(), x.data() + kSpanEnds);
    return x;
  }
};

}  // namespace

TEST_CASE("rope kernel: eliminating the modes and putting them back solves the whole system", "[unit][ale]") {
  Step step;
  const Eigen::VectorXd f = step.random.vector();
  double ends[kSpanEnds];
  step.kernel.condense_force(step.sum, step.condensed, f.data() + kSpanEnds, f.data(), ends);
  const Eigen::VectorXd x = step.solve(ends, f.data() + kSpanEnds);
  CHECK((x - step.whole.partialPivLu().solve(f)).norm() == near(0, kRounding));
}

TEST_CASE("rope kernel: what a step asks for is mass, stiffness and damping times their vectors", "[unit][ale]") {
  Step step;
  const Eigen::VectorXd u = step.random.vector(), w = step.random.vector();
  Eigen::VectorXd rate = Eigen::VectorXd::Zero(kSize);
  for (const int end : {0, 1}) rate[s_of(end)] = step.random.number();
  StepInput<double> in{0.3, 0.8, {}, {}, u.data() + kSpanEnds, w.data() + kSpanEnds, {}};
  for (int k = 0; k < kSpanEnds; ++k) in.ub[k] = u[k], in.wb[k] = w[k], in.rate[k] = rate[k];
  double ends[kSpanEnds], modes[kModes];
  step.kernel.step_rhs(step.M, step.tangent, step.sum, step.condensed, in, modes, ends);
  const Eigen::VectorXd f = 0.3 * dense(step.M) * u + 0.8 * dense(step.tangent.K) * w + dense(step.tangent.D) * rate;
  CHECK((step.solve(ends, modes) - step.whole.partialPivLu().solve(f)).norm() == near(0, kRounding));
}
