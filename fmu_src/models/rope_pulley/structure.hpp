#pragma once
/// What a rope on pulleys consists of: what fixes sizes and names, from the description.
#include <string>
#include <vector>

namespace reeve::models::rope_pulley {

/// How a pulley is moved.
enum class PulleyDrive { rim_speed, speed, torque, free };

struct Structure {
  struct Wheel {
    std::string name;
    double x{}, y{}, radius{};  ///< [m]
    PulleyDrive drive{PulleyDrive::free};
    bool follows() const { return drive == PulleyDrive::torque || drive == PulleyDrive::free; }
  };
  int elements{36};
  int contact_points{4};  ///< of an element, for Gauss contact
  bool closed{};
  std::vector<Wheel> pulley{{"pulley", 0, 0, 0.1, PulleyDrive::rim_speed}};

  int nodes() const { return closed ? elements : elements + 1; }
  int wheels() const { return static_cast<int>(pulley.size()); }
  int most_points() const { return elements * contact_points > nodes() ? elements * contact_points : nodes(); }
};

inline constexpr int kMostElements = 2000, kMostPulleys = 16, kMostContactPoints = 10;

}  // namespace reeve::models::rope_pulley
