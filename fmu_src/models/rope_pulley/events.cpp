// What happens by inputs that jump and by the clock.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"

namespace reeve::models::rope_pulley {
namespace {

constexpr double kRounding = 1e-9;  ///< an input that moved here by its rate and is set anew has not jumped

}  // namespace

/// Corners of the internal motion.
double Model::next_event(double t, const Modes&, const Values<double>& u) const {
  double next = kNever;
  if (u.motion.mode != static_cast<int>(MotionMode::internal)) return next;
  for (const auto& wheel : structure_.pulley) {
    next = std::min(next, start_.begin + PrescribedMotion::next_corner(u.motion, wheel.drive, t - start_.begin,
                                                                       integration::time_slack(t)));
  }
  return next;
}

/// An input that jumped acts from t on: speeds at once, weights and loads through the acceleration.
bool Model::update(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  equations_.prepare(u);  // a parameter may have been tuned
  bool forces = false;
  for (int p = 0; p < equations_.wheels(); ++p) {
    const double now = command(p, t, u);
    if (!structure_.pulley[p].follows()) {
      x[at_v() + equations_.wheel(p)] = now;
    } else if (std::abs(now - m.load[p]) > kRounding * start_.scale * u.wheel[p].radius) {
      forces = true;
      m.load[p] = now;
    }
  }
  const std::array mass{u.left_mass, u.right_mass};
  const auto jumped = [&](int end) { return std::abs(mass[end] - m.mass[end]) > kRounding * mass[end]; };
  if (!structure_.closed && (jumped(0) || jumped(1))) {  // load comes and goes with the rope's velocity
    const auto energy = [&] { return equations_.energy(x.data(), x.data() + at_v()); };
    set_forces(m.mass, m.load);
    const double before = energy();
    m.mass = mass;
    set_forces(m.mass, m.load);
    x[at_work()] += energy() - before;
    forces = true;
  }
  return forces;
}

}  // namespace reeve::models::rope_pulley
