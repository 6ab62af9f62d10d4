#pragma once
/// The units a variable may have: name, SI exponents and how tools may display it.
#include <array>
#include <string_view>
#include <vector>

namespace reeve::variables {

/// value in this display unit = (value in the unit) * factor
struct DisplayUnit {
  std::string_view name;
  double factor;
};

struct Unit {
  std::string_view name;      ///< as in the XML; "1" for a pure number
  std::string_view quantity;  ///< also the name of its type definition
  std::array<int, 8> si;      ///< exponents of kg, m, s, A, K, mol, cd, rad
  std::vector<DisplayUnit> display;
};

inline constexpr std::array<std::string_view, 8> kSiBase{"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

namespace unit {
extern const Unit none, metre, metre_per_second, metre_per_second2, metre_per_second3, second, second_per_metre,
    kilogram, kilogram_per_metre, kilogram_per_metre3, kilogram_metre2, newton, newton_per_metre,
    newton_second_per_metre, newton_metre, newton_metre2, newton_metre_per_second, radian, radian_per_second,
    radian_per_second2, radian_per_second3, per_metre, per_second, joule, watt, pascal, ampere;
}  // namespace unit

/// Of the time derivative of something with this unit.
const Unit& rate_of(const Unit& quantity);

}  // namespace reeve::variables
