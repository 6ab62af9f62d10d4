// The law of a buffer: what it pushes with, keeps and loses.
#include "mechanics/contact/buffer.hpp"

#include <cmath>

#include "catch2/catch.hpp"
#include "support/near.hpp"

using namespace reeve;
using namespace reeve::test;
using math::Dual;
using mechanics::BufferPhase;

namespace {

constexpr double kStiffness = 2e5, kDamping = 4;  // [N/m] [s/m]

template <class S>
mechanics::Buffer<S> buffer(S x, S rate) {
  mechanics::Buffer<S> b{S(kStiffness), S(kDamping), x, rate, BufferPhase::apart};
  b.phase = b.decided();
  return b;
}

constexpr double kCompressions[] = {-0.2, 0.0, 1e-3, 0.05}, kRates[] = {-2.0, -0.26, -0.25, -0.24, 0.0, 1.5};

}  // namespace

TEST_CASE("buffer: pushes with k x (1 + d x') and never pulls", "[unit][mechanics]") {
  for (const double x : kCompressions) {
    for (const double rate : kRates) {
      CAPTURE(x, rate);
      const double law = x > 0 ? std::max(0.0, kStiffness * x * (1 + kDamping * rate)) : 0.0;
      CHECK(buffer(x, rate).force() == near(law, 1e-15 * kStiffness));
    }
  }
}

TEST_CASE("buffer: what the body gives is stored or lost, and nothing comes from nowhere", "[unit][mechanics]") {
  for (const double x : kCompressions) {
    for (const double rate : kRates) {
      CAPTURE(x, rate);
      const auto b = buffer(x, rate);
      auto moving = buffer<Dual>(Dual(x, rate), Dual(rate));  // along time
      moving.phase = b.phase;
      CHECK(moving.energy().d + b.loss() == near(b.force() * rate, 1e-12 * kStiffness));  // rounding of the three
      CHECK(b.loss() >= 0);
    }
  }
}

TEST_CASE("buffer: force and heat are continuous where the body outruns it", "[unit][mechanics]") {
  const double x = 0.05, slow = -1 / kDamping + 1e-12, fast = -1 / kDamping - 1e-12;
  REQUIRE(buffer(x, slow).phase == BufferPhase::pressed);
  REQUIRE(buffer(x, fast).phase == BufferPhase::outrun);
  CHECK(buffer(x, slow).force() == near(buffer(x, fast).force(), 1e-6));  // [N]: 2e-12 m/s times k x d
  CHECK(buffer(x, slow).loss() == near(buffer(x, fast).loss(), 1e-6));
}

TEST_CASE("buffer: its stiffness and damping are the derivatives of its force", "[unit][mechanics]") {
  for (const double x : kCompressions) {
    for (const double rate : kRates) {
      CAPTURE(x, rate);
      const auto b = buffer(x, rate);
      auto by_compression = buffer<Dual>(Dual(x, 1), Dual(rate)), by_rate = buffer<Dual>(Dual(x), Dual(rate, 1));
      by_compression.phase = by_rate.phase = b.phase;
      CHECK(b.force_per_compression() == near(by_compression.force().d, 1e-15 * kStiffness));
      CHECK(b.force_per_rate() == near(by_rate.force().d, 1e-15 * kStiffness));
    }
  }
}

TEST_CASE("buffer: its reserve is positive in the phase that was decided", "[unit][mechanics]") {
  for (const double x : kCompressions) {
    for (const double rate : kRates) {
      CAPTURE(x, rate);
      CHECK(buffer(x, rate).reserve() > 0);
    }
  }
}
