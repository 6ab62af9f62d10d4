#include <cmath>

#include "models/drive/model.hpp"

namespace reeve::models::drive {
namespace {

constexpr double kNothing = 1e-150;  ///< [N m]: a torque that died away so far has no square any more

}  // namespace

/// The next sample.
double Model::next_event(double, const Modes& m, const Values<double>& u) {
  return m.begin + static_cast<double>(m.samples) * u.control.period;
}

/// A sample, if one is due.
bool Model::update(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  const double due = next_event(t, m, u);
  if (due > t + integration::time_slack(t)) return false;
  Controller(u, m).sample(due);
  m.sampled_at = due;
  ++m.samples;
  if (std::abs(x[kTorque]) < kNothing) x[kTorque] = 0;
  return true;
}

}  // namespace reeve::models::drive
