#pragma once
#include <catch2/catch.hpp>

namespace reeve::test {

/// Within `margin` of `value` and no more. Approx(value).margin(m) alone also accepts its relative default of 1.2e-5.
inline Catch::Detail::Approx near(double value, double margin) { return Approx(value).epsilon(0).margin(margin); }

}  // namespace reeve::test
