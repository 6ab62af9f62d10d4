// The implicit stepper's order of convergence, with the exact matrix and with a wrong one.
#include "integration/rosenbrock.hpp"

#include <cmath>

#include "catch2/catch.hpp"
#include "support/near.hpp"

using namespace reeve;
using reeve::test::near;

namespace {

/// x' = -x^2 + 2 y,  y' = -3 y + x sin(t): nonlinear, coupled, driven.
class System final : public integration::HybridSystem {
 public:
  enum class Matrix { exact, wrong };
  explicit System(Matrix kind) : matrix(kind) {}

  integration::Solver solver() const override { return {integration::Method::implicit_method}; }
  std::size_t size() const override { return 2; }
  std::span<const double> nominals() const override { return nominal; }
  void derivatives(double t, std::span<const double> x, std::span<double> f) override {
    f[0] = -x[0] * x[0] + 2 * x[1];
    f[1] = -3 * x[1] + x[0] * std::sin(t);
  }
  void linearise(double t, std::span<const double> x, std::span<double> f) override {
    derivatives(t, x, f);
    if (matrix == Matrix::exact)
      a[0][0] = -2 * x[0], a[0][1] = 2, a[1][0] = std::sin(t), a[1][1] = -3;
    else
      a[0][0] = 0.5, a[0][1] = -0.3, a[1][0] = 0.2, a[1][1] = -1;
  }
  bool factor(double h_gamma) override {
    const double m[2][2] = {{1 / h_gamma - a[0][0], -a[0][1]}, {-a[1][0], 1 / h_gamma - a[1][1]}};
    const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    w[0][0] = m[1][1] / det, w[0][1] = -m[0][1] / det, w[1][0] = -m[1][0] / det, w[1][1] = m[0][0] / det;
    return det != 0;
  }
  void solve(std::span<const double> F, std::span<double> k) override {
    const double first = w[0][0] * F[0] + w[0][1] * F[1], second = w[1][0] * F[0] + w[1][1] * F[1];
    k[0] = first, k[1] = second;
  }
  double error(std::span<const double> e, std::span<const double>) const override { return std::hypot(e[0], e[1]); }

 private:
  Matrix matrix;
  double a[2][2]{}, w[2][2]{};
  std::vector<double> nominal{1, 1};
};

double at_one(System::Matrix matrix, int steps) {
  System system{matrix};
  integration::Rosenbrock stepper;
  integration::Memory memory;
  stepper.resize(2);
  std::vector<double> x = {1, 0.5};
  for (int i = 0; i < steps; ++i) {
    stepper.begin(system, i / double(steps), x, memory);
    stepper.attempt(system, i / double(steps), x, 1.0 / steps, memory);
    stepper.take(system, x, memory);
  }
  return x[0] + x[1];
}

}  // namespace

TEST_CASE("Rosenbrock: third order with any matrix", "[unit][integration]") {
  const double exact = at_one(System::Matrix::exact, 8192);
  for (const auto matrix : {System::Matrix::exact, System::Matrix::wrong}) {
    const double coarse = at_one(matrix, 64) - exact, fine = at_one(matrix, 128) - exact;
    CAPTURE(static_cast<int>(matrix), coarse, fine);
    CHECK(std::log2(std::abs(coarse / fine)) == near(3, 0.15));
  }
}
