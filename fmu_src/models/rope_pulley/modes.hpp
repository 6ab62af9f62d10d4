#pragma once
/// What a rope on pulleys remembers: contact, inputs of the last step, messages said once; and what its start fixes.
#include <array>
#include <vector>

namespace reeve::models::rope_pulley {

struct Modes {
  std::vector<int> pulley;        ///< on which each contact point lies, -1 = none
  std::vector<int> slips;         ///< of every contact point: 1 = it does
  std::vector<double> z_rate;     ///< of every bristle over the last step [m/s]
  std::vector<double> load;       ///< on every pulley at the last step, positive brakes [N m]
  std::vector<double> turn_rate;  ///< of every driven pulley over the last step [rad/s2]
  std::array<double, 2> mass{};   ///< end masses of the last step [kg]
  double power{};                 ///< of the forces without potential at the last step [W]
  int unconverged{};              ///< steps taken although they did not converge or missed their tolerance
  bool warned_unconverged{}, warned_held{}, warned_ignored{};

  void resize(std::size_t points, std::size_t pulleys) {
    pulley.assign(points, -1);
    slips.assign(points, 0);
    z_rate.assign(points, 0.0);
    load.assign(pulleys, 0.0);
    turn_rate.assign(pulleys, 0.0);
  }
  template <class Archive>
  void fields(Archive& archive) {
    archive(pulley, slips, z_rate, load, turn_rate, mass[0], mass[1], power, unconverged, warned_unconverged,
            warned_held, warned_ignored);
  }
};

template <class S>
struct Start {
  S left{}, right{};  ///< heights of the ends [m]
  double energy{};    ///< [J]
  double begin{};     ///< time [s]
  double scale{1};    ///< typical tension [N]
  double held{1};     ///< part of the difference of weights that friction holds
  bool no_rest{};     ///< no equilibrium with friction was found, though friction could hold

  Start() = default;
  template <class T>
  explicit Start(const Start<T>& o)
      : left{o.left},
        right{o.right},
        energy{o.energy},
        begin{o.begin},
        scale{o.scale},
        held{o.held},
        no_rest{o.no_rest} {}
  template <class Archive>
  void fields(Archive& archive) {
    archive(left, right, energy, begin, scale, held, no_rest);
  }
};

}  // namespace reeve::models::rope_pulley
