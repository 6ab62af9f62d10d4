#pragma once
/// The rope as drawn: over the pulleys in their order, always clockwise, by straight lines and arcs. Open ropes hang down
/// to the left of the first and to the right of the last pulley; closed ones return to the first.
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "models/rope_pulley/values.hpp"

namespace reeve::models::rope_pulley {

class Path {
 public:
  struct Circle {
    double x, y, radius;
  };
  struct At {
    double x, y, direction;  ///< [m] [m] [rad]
  };

  Path(const std::vector<Circle>& circles, bool closed) : closed_{closed} {
    const std::size_t n = circles.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Circle& here = circles[i];
      const double in = i == 0 && !closed ? kUp : tangent(circles[(i + n - 1) % n], here);
      const double out = i + 1 == n && !closed ? -kUp : tangent(here, circles[(i + 1) % n]);
      double turn = std::fmod(in - out, 2 * std::numbers::pi);
      if (turn < 0) turn += 2 * std::numbers::pi;
      turn_.push_back(turn);
      middle_.push_back(std::numbers::pi / 2 - in + 0.5 * turn);
      add({here.x - here.radius * std::sin(in), here.y + here.radius * std::cos(in), in}, here.radius,
          here.radius * turn);
      if (i + 1 == n && !closed) {
        last_ = {here.x - here.radius * std::sin(out), here.y + here.radius * std::cos(out), out};
        break;
      }
      const Circle& next = circles[(i + 1) % n];
      const double dx = next.x - here.x, dy = next.y - here.y, dr = next.radius - here.radius;
      add({here.x - here.radius * std::sin(out), here.y + here.radius * std::cos(out), out}, 0,
          std::sqrt(std::max(0.0, dx * dx + dy * dy - dr * dr)));
    }
  }

  double length() const { return length_; }                        ///< without the hanging ends [m]
  double turn(std::size_t pulley) const { return turn_[pulley]; }  ///< angle of wrap [rad]
  /// All pulleys together turn a belt once and a hanging rope half way round. More: some pulley is passed from inside.
  bool convex() const {
    const double total = std::accumulate(turn_.begin(), turn_.end(), 0.0),
                 expected = (closed_ ? 2 : 1) * std::numbers::pi;
    return std::abs(total - expected) < 1e-6;
  }
  /// Middle of the arc on a pulley, clockwise from its leftmost point [rad].
  double middle(std::size_t pulley) const { return middle_[pulley]; }

  /// At the way s from the first pulley's point of run-on; before and behind, the ends go straight on.
  At at(double s) const {
    if (s < 0) return ahead(part_.front().from, s);
    for (const auto& part : part_) {
      if (s <= part.length) return along(part, s);
      s -= part.length;
    }
    return ahead(last_, s);
  }

 private:
  static constexpr double kUp = std::numbers::pi / 2;
  struct Part {
    At from;
    double radius, length;  ///< radius 0: straight
  };

  /// Direction of the outer tangent from one circle to the next, both touched on the left of the way. (T-ROP.14)
  static double tangent(const Circle& a, const Circle& b) {
    const double dx = b.x - a.x, dy = b.y - a.y, D = std::sqrt(dx * dx + dy * dy);
    return std::atan2(dy, dx) - std::asin(std::min(1.0, std::max(-1.0, (a.radius - b.radius) / D)));
  }
  static At ahead(const At& from, double s) {
    return {from.x + s * std::cos(from.direction), from.y + s * std::sin(from.direction), from.direction};
  }
  static At along(const Part& part, double s) {
    if (part.radius == 0) return ahead(part.from, s);
    const double a = part.from.direction, b = a - s / part.radius;
    return {part.from.x + part.radius * (std::sin(a) - std::sin(b)),
            part.from.y + part.radius * (std::cos(b) - std::cos(a)), b};
  }
  void add(const At& from, double radius, double length) {
    part_.push_back({from, radius, length});
    length_ += length;
  }

  std::vector<Part> part_;
  std::vector<double> middle_, turn_;
  bool closed_;
  At last_{};
  double length_{};
};

}  // namespace reeve::models::rope_pulley
