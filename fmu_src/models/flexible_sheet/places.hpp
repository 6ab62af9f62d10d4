#pragma once
/// Where things are in the states x of a sheet, and the pose they stand for.
///
///   clamped   height, angle, their rates                      free   position, quaternion, velocity, spin of the root
///   then      lift of every joint that moves, turn about z, turn about x; their rates in the same order
///   with nips work of the rollers, loss in friction
///
/// Joints are counted as their nodes are: from the clamped edge along the length, in each row across the width. Mechanics has
/// three coordinates per node together; the root and, clamped, its edge have none that move.
#include <array>
#include <span>
#include <vector>

#include "mechanics/flexible_sheet/sheet_dynamics.hpp"

namespace reeve::models::flexible_sheet {

class Places {
 public:
  Places(const mechanics::SheetTree& tree, bool with_nips);

  enum Clamp : std::size_t { kHeight, kAngle, kHeightRate, kAngleRate, kClampStates };
  enum Free : std::size_t { kPosition = 0, kTurn = 3, kVelocity = 7, kSpin = 10, kFreeStates = 13 };

  bool clamped() const { return clamped_; }
  const std::vector<int>& moving() const { return moving_; }  ///< nodes whose joint moves
  std::size_t joints() const { return 3 * moving_.size(); }   ///< their coordinates
  /// Of coordinate c (lift, turn about z, about x) of the k-th joint among those.
  std::size_t coordinate(std::size_t k, std::size_t c) const { return c * moving_.size() + k; }
  std::size_t q() const {
    return clamped_ ? static_cast<std::size_t>(kClampStates) : static_cast<std::size_t>(kFreeStates);
  }
  std::size_t rates() const { return q() + joints(); }
  std::size_t works() const { return rates() + joints(); }
  std::size_t size() const { return works() + (with_nips_ ? 2 : 0); }
  /// Of any sheet with so many nodes.
  static std::size_t largest_size(std::size_t nodes) { return kFreeStates + 6 * (nodes - 1) + 2; }

  /// From the joints that move to all nodes; what has no such joint keeps its zeros.
  template <class S>
  void spread(std::span<const S> joints, std::span<S> nodal) const {
    for (std::size_t k = 0; k < moving_.size(); ++k) {
      for (std::size_t c = 0; c < 3; ++c)
        nodal[3 * static_cast<std::size_t>(moving_[k]) + c] = joints[coordinate(k, c)];
    }
  }
  template <class S>
  void gather(std::span<const S> nodal, std::span<S> joints) const {
    for (std::size_t k = 0; k < moving_.size(); ++k) {
      for (std::size_t c = 0; c < 3; ++c)
        joints[coordinate(k, c)] = nodal[3 * static_cast<std::size_t>(moving_[k]) + c];
    }
  }
  template <class S>
  mechanics::SheetRoot<S> root(std::span<const S> x) const;

 private:
  bool clamped_, with_nips_;
  std::vector<int> moving_;
};

/// q' = (0, w) q / 2 of a spin w in fixed axes.
template <class S>
std::array<S, 4> quaternion_rate(const S* w, const S* q) {
  return {-0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]), 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]),
          0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]), 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1])};
}

/// A sheet with its dynamics, and room for the coordinates, rates and accelerations of all its nodes.
template <class S>
struct PosedSheet {
  explicit PosedSheet(const mechanics::SheetTree& tree)
      : sheet(tree),
        dynamics(tree),
        q(3 * static_cast<std::size_t>(tree.nodes()), S(0.0)),
        rates(q),
        accelerations(q) {}

  void take(const Places& places, std::span<const S> x) {
    places.spread<S>(x.subspan(places.q(), places.joints()), q);
    places.spread<S>(x.subspan(places.rates(), places.joints()), rates);
    sheet.move(places.root(x), q, rates);
  }
  void take_at_rest(const Places& places, std::span<const S> x) {
    places.spread<S>(x.subspan(places.q(), places.joints()), q);
    sheet.move(places.root(x), q, {});
  }

  mechanics::Sheet<S> sheet;
  mechanics::SheetDynamics<S> dynamics;
  std::vector<S> q, rates, accelerations;
};

}  // namespace reeve::models::flexible_sheet
