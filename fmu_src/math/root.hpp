#pragma once
/// The one search for the zero of a function of one variable.
namespace reeve::math {

/// A function that is asked for its value at x.
class Function {
 public:
  virtual ~Function() = default;
  virtual double operator()(double x) = 0;
};

/// f_low > 0 at low, f_high <= 0 at high. Returns the upper end of a bracket no wider than `resolution`: f is not positive
/// there. f was asked last for another point.
double first_zero(Function& f, double low, double high, double f_low, double f_high, double resolution);

}  // namespace reeve::math
