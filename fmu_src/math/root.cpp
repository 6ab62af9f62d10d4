#include "math/root.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace reeve::math {

double first_zero(Function& f, double low, double high, double f_low, double f_high, double resolution) {
  if (f_high == 0) return high;
  using namespace boost::math::policies;
  using Quiet = policy<evaluation_error<ignore_error>, domain_error<ignore_error>>;
  std::uintmax_t evaluations = 100;  // bisection alone needs 40 for a step of 1 s
  const auto narrow = [&](double a, double b) { return std::abs(b - a) <= resolution; };
  const auto bracket = boost::math::tools::toms748_solve([&](double x) { return f(x); }, low, high, f_low, f_high,
                                                         narrow, evaluations, Quiet{});
  return bracket.second;
}

}  // namespace reeve::math
