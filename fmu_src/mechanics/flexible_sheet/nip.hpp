#pragma once
/// A nip: a pair of rollers that holds a sheet at a height and drives it by friction on a line across its way.
///
///   e  direction of feed, horizontal;  a  axis of the rollers;  s = e.(r - c) from their centre c along e
///   A line of nodes along the length is a cubic between two of them, with their tangents t and the pitch l as its scale:
///     r(xi) = H1 r_i + H2 l t_i + H3 r_j + H4 l t_j,   it meets the nip where s(xi) = 0                      (T-SHT.25)
///   Held there: U = 1/2 k w (eta^2 + b^2/12 sigma^2), eta = y - h, sigma = y'/l                              (T-SHT.27)
///   Driven there: F = -mu N w u/sqrt(|u|^2 + v_s^2), u = horizontal velocity of the sheet - V e              (T-SHT.29)
///
/// Position and velocity are those of one material point and forces go back to its two nodes by the same weights, so power is
/// exact, and they, height and slope are continuous when a node passes.
#include <type_traits>

#include "mechanics/flexible_sheet/sheet.hpp"

namespace reeve::mechanics {

template <class S>
struct NipProperties {
  S x{}, height{}, z{};   ///< centre c of the line of contact [m]
  S width{0.1};           ///< B of the rollers [m]
  S angle{};              ///< of the feed, from x about the vertical [rad]
  S length{5e-3};         ///< b of the contact along the feed [m]
  S opening{0.01};        ///< beyond it, above or below, the nip does not take the sheet [m]
  S pressing_force{1.0};  ///< N that presses a sheet over the whole width [N]
  S friction{0.8};        ///< mu
  S slip_speed{0.05};     ///< v_s [m/s]
  S stiffness{1e4};       ///< k [N/m]
  S damping{1e-3};        ///< beta [s]: k (eta + beta eta')
};

/// What the nip does to the whole sheet.
template <class S>
struct NipAction {
  S normal{};  ///< of the force that presses the rollers, what acts on the sheet [N]
  S drive{};   ///< force on the sheet along the feed [N]
  S slip{};    ///< V minus the sheet's speed along the feed, mean over the contact [m/s]
  S power{};   ///< of the rollers [W]: drive V
  S loss{};    ///< of it in friction [W]
  S energy{};  ///< U [J]
};

/// Stiffness and damping of one crossing between (r, phi) of its two nodes.
struct NipTangent {
  using Mat12 = Eigen::Matrix<double, 12, 12>;
  int first{}, second{};
  Mat12 K, C;
};

template <class S>
class Nip {
 public:
  /// The surface of the rollers moves with V = `speed` [m/s].
  Nip(const NipProperties<S>& properties, const S& speed);

  /// Adds the nip's forces to the loads of a sheet that was moved with rates.
  NipAction<S> load(Sheet<S>& sheet) const;
  /// The same without a load on anything.
  NipAction<S> action(const Sheet<S>& sheet) const;
  /// Where the line of nodes k across the width is held and rubbed; false if it is not in the nip.           (T-SHT.30)
  bool tangent(const Sheet<S>& sheet, int k, NipTangent& out) const requires std::is_same_v<S, double>;

 private:
  /// A line of nodes where it meets the nip.
  struct Crossing {
    int first, second;             ///< nodes i, j
    Eigen::Matrix<S, 4, 1> H, dH;  ///< weights of r_i, l t_i, r_j, l t_j in r and in dr/dxi
    S weight;                      ///< w
    S eta, eta_rate;               ///< [m], [m/s]
    S sigma;                       ///< slope
    Vec3<S> normal;                ///< d eta/dr
    S turning;                     ///< -(d sigma/dr along e) [1/m]
    Vec3<S> u;                     ///< horizontal velocity over the rollers [m/s]
    S size;                        ///< sqrt(|u|^2 + v_s^2) [m/s]
  };
  bool meet(const Sheet<S>& sheet, int k, Crossing& out) const;
  S overlap(const Sheet<S>& sheet, int k, const S& along_axis) const;
  template <class Put>
  NipAction<S> gather(const Sheet<S>& sheet, Put&& put) const;

  NipProperties<S> p_;
  S speed_;
  Vec3<S> centre_, e_, a_;
};

extern template class Nip<double>;
extern template class Nip<math::Dual>;

}  // namespace reeve::mechanics
