// Sheaves and the drive's own inertia.
#include "models/spatial/equations.hpp"

namespace reeve::models::spatial {

/// A sheave turns with a.w - s'/R: with its carrier about its axis a, and with the rope.                   (T-SPA.28)
template <class S>
void Equations<S>::prepare_wheels(const Values& v) {
  wheels_.clear();
  for (const auto& rope : topology_.nodes) {
    for (const auto& node : rope) {
      for (const int k : node.sheaves)
        wheels_.push_back({node.body, node.s, node.grip == Node::Grip::drive ? node.direction : 1.0,
                           vector(v.sheave[k].axis), v.sheave[k].inertia, v.sheave[k].radius});
    }
  }
  wheels_.push_back({-1, topology_.phi(), 1.0, Vec3<S>::Zero(), v.drive.inertia, v.drive.radius});
}

template <class S>
bool Equations<S>::turns_with_carrier(const Wheel& wheel) const {
  return wheel.body >= 0 && math::value(wheel.axis.dot(wheel.axis)) > 0;
}

template <class S>
void Equations<S>::add_wheels() {
  for (const auto& wheel : wheels_) {
    if (!turns_with_carrier(wheel)) {
      mass(wheel.s, wheel.s) += wheel.inertia / (wheel.radius * wheel.radius);
      continue;
    }
    const auto& frame = frame_[wheel.body];
    const Vec3<S> a = frame.A * wheel.axis;
    int coordinate[mechanics::kMostColumns + 1];
    S z[mechanics::kMostColumns + 1];
    for (int j = 0; j < frame.columns; ++j) coordinate[j] = frame.coordinate[j], z[j] = a.dot(frame.about[j]);
    coordinate[frame.columns] = wheel.s;
    z[frame.columns] = -wheel.sign / wheel.radius;
    const S twist = wheel.inertia * a.dot(frame.wd);
    for (int i = 0; i <= frame.columns; ++i) {
      force_[coordinate[i]] -= z[i] * twist;
      for (int j = i; j <= frame.columns; ++j) mass(coordinate[i], coordinate[j]) += wheel.inertia * z[i] * z[j];
    }
  }
}

template <class S>
S Equations<S>::wheel_energy() const {
  S sum = 0.0;
  for (const auto& wheel : wheels_) {
    S rate = wheel.sign * rate_[wheel.s] / wheel.radius;
    if (turns_with_carrier(wheel)) rate -= (frame_[wheel.body].A * wheel.axis).dot(frame_[wheel.body].w);
    sum += 0.5 * wheel.inertia * rate * rate;
  }
  return sum;
}

template void Equations<double>::prepare_wheels(const spatial::Values<double>&);
template void Equations<math::Dual>::prepare_wheels(const spatial::Values<math::Dual>&);
template void Equations<double>::add_wheels();
template void Equations<math::Dual>::add_wheels();
template double Equations<double>::wheel_energy() const;
template math::Dual Equations<math::Dual>::wheel_energy() const;

}  // namespace reeve::models::spatial
