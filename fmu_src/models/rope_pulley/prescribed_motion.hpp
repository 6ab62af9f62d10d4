#pragma once
/// Motions the model can make by itself (motion.mode = 2), in closed form: a rim that goes to and fro, a shaft that runs
/// up, a load that comes on. Times count from the start of the simulation.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "models/rope_pulley/values.hpp"

namespace reeve::models::rope_pulley {

class PrescribedMotion {
 public:
  using Course = Values<double>::MotionCourse;
  struct Point {
    double way{}, speed{};
  };

  static double trips_end(const Course& m) { return m.start + 2 * m.trips * stroke_time(m); }
  static double stroke_time(const Course& m) {
    return m.stroke / m.speed + m.ramp + m.pause;
  }  ///< with the pause behind it

  /// Rim [m], [m/s]: strokes with cosine ramps, clockwise first.                                     (T-ROP.15)
  static Point rim(const Course& m, double t) {
    const double T = stroke_time(m), moving = T - m.pause;
    if (t <= m.start) return {};
    if (t >= trips_end(m)) return {};
    const int stroke = std::min(2 * m.trips - 1, static_cast<int>((t - m.start) / T));
    const double tau = t - m.start - stroke * T;
    const bool back = stroke % 2 == 1;
    Point p;
    if (tau < m.ramp)
      p = ramp(m, tau);
    else if (tau <= moving - m.ramp)
      p = {m.speed * (tau - 0.5 * m.ramp), m.speed};
    else if (tau < moving)
      p = ramp(m, moving - tau), p.way = m.stroke - p.way;
    else
      p = {m.stroke, 0};
    return back ? Point{m.stroke - p.way, -p.speed} : p;
  }

  /// Shaft [rad], [rad/s]: speed rises in proportion to time.
  static Point shaft(const Course& m, double t) {
    const double tau = t - m.start;
    if (tau <= 0) return {};
    if (tau < m.ramp) return {0.5 * m.speed * tau * tau / m.ramp, m.speed * tau / m.ramp};
    return {m.speed * (tau - 0.5 * m.ramp), m.speed};
  }

  /// Load torque [N m]: a cosine step.
  static double load(const Course& m, double t) {
    const double tau = t - m.load_start;
    if (tau <= 0) return 0;
    if (tau >= m.load_ramp) return m.load;
    return 0.5 * m.load * (1 - std::cos(std::numbers::pi * tau / m.load_ramp));
  }

  /// The first time later than t by more than `slack` at which a motion of this kind has a corner.
  static double next_corner(const Course& m, PulleyDrive drive, double t, double slack) {
    const auto first_after = [t, slack](std::initializer_list<double> times) {
      for (const double corner : times) {
        if (corner > t + slack) return corner;
      }
      return std::numeric_limits<double>::infinity();
    };
    if (drive == PulleyDrive::speed) return first_after({m.start, m.start + m.ramp});
    if (drive == PulleyDrive::torque) return first_after({m.load_start, m.load_start + m.load_ramp});
    if (drive == PulleyDrive::free) return std::numeric_limits<double>::infinity();
    if (t + slack < m.start) return m.start;
    const double T = stroke_time(m);
    for (int stroke = std::max(0, static_cast<int>((t - m.start) / T) - 1); stroke < 2 * m.trips; ++stroke) {
      const double begin = m.start + stroke * T;
      const double corner =
          first_after({begin, begin + m.ramp, begin + T - m.pause - m.ramp, begin + T - m.pause, begin + T});
      if (corner < std::numeric_limits<double>::infinity()) return corner;
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static Point ramp(const Course& m, double tau) {
    const double w = std::numbers::pi / m.ramp;
    return {0.5 * m.speed * (tau - std::sin(w * tau) / w), 0.5 * m.speed * (1 - std::cos(w * tau))};
  }
};

}  // namespace reeve::models::rope_pulley
