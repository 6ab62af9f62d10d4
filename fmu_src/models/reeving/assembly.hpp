#pragma once
/// How a span's end coordinates stand among the boundary coordinates: gathering from there and adding up there, written once.
///
/// Vectors over the boundary have one slot more than coordinates, for everything that is fixed to the building: it is read as zero
/// and what is added to it is lost.
#include <algorithm>
#include <array>

#include "mechanics/rope/rope_kernel.hpp"

namespace reeve::models::reeving {

inline constexpr int kEnds = mechanics::kSpanEnds;

/// Place and sign of each end coordinate of one span.
struct Ends {
  std::array<int, kEnds> place{};
  std::array<double, kEnds> sign{};
};

/// The same for a group of spans that are computed side by side, and the places of their modes. Values go from and to all lanes at
/// once: half a vector register written to memory and read back as a whole is slow.
template <class S>
class GroupPlaces {
 public:
  using Lane = math::Lanes<S>;
  using Group = typename Lane::Type;

  /// Rows of the boundary's matrix lie `stride` apart. A lane that is not `used` repeats another and adds nothing.
  void set(int lane, const Ends& ends, int modes_at, int stride, bool used) {
    modes_at_[lane] = modes_at;
    used_ = used ? lane + 1 : used_;
    int pair = 0;
    for (int i = 0; i < kEnds; ++i) {
      place_[i][lane] = ends.place[i];
      Lane::set(sign_[i], lane, ends.sign[i]);
      Lane::set(share_[i], lane, used ? ends.sign[i] : 0.0);
      for (int j = i; j < kEnds; ++j, ++pair) {
        const auto [row, column] = std::minmax(ends.place[i], ends.place[j]);
        entry_[pair][lane] = row * stride + column;
        const double times = i != j && row == column ? 2 : 1;  // both halves of a symmetric pair
        Lane::set(weight_[pair], lane, used ? times * ends.sign[i] * ends.sign[j] : 0.0);
      }
    }
  }

  /// local_i = sign_i y[place_i]
  void gather(const S* y, Group* local) const {
    for (int i = 0; i < kEnds; ++i)
      local[i] = sign_[i] * Lane::of([&](int lane) -> const S& { return y[place_[i][lane]]; });
  }
  /// r[place_i] += sign_i local_i
  void scatter(const Group* local, S* r) const {
    for (int i = 0; i < kEnds; ++i) {
      const Group value = share_[i] * local[i];
      for (int lane = 0; lane < Lane::kCount; ++lane) r[place_[i][lane]] += Lane::get(value, lane);
    }
  }
  /// A[place_i][place_j] += sign_i sign_j local_ij, in the upper triangle of a symmetric matrix.
  void scatter(const Group (&local)[kEnds][kEnds], S* A) const {
    int pair = 0;
    for (int i = 0; i < kEnds; ++i) {
      for (int j = i; j < kEnds; ++j, ++pair) {
        const Group value = weight_[pair] * local[i][j];
        for (int lane = 0; lane < Lane::kCount; ++lane) A[entry_[pair][lane]] += Lane::get(value, lane);
      }
    }
  }

  void gather_modes(const S* q, int modes, Group* local) const {
    for (int i = 0; i < modes; ++i) local[i] = Lane::of([&](int lane) -> const S& { return q[modes_at_[lane] + i]; });
  }
  void scatter_modes(const Group* local, int modes, S* q) const {
    for (int lane = 0; lane < used_; ++lane) {
      for (int i = 0; i < modes; ++i) q[modes_at_[lane] + i] = Lane::get(local[i], lane);
    }
  }

 private:
  static constexpr int kPairs = kEnds * (kEnds + 1) / 2;
  int place_[kEnds][Lane::kCount]{}, entry_[kPairs][Lane::kCount]{}, modes_at_[Lane::kCount]{};
  int used_{};
  Group sign_[kEnds], share_[kEnds], weight_[kPairs];
};

/// One span's matrix out of that of its group.
template <class S, class Group>
mechanics::SpanMatrix<S> of_lane(const mechanics::SpanMatrix<Group>& from, int modes, int lane) {
  using Lane = math::Lanes<S>;
  mechanics::SpanMatrix<S> to;
  for (int i = 0; i < kEnds; ++i) {
    for (int j = 0; j < kEnds; ++j) to.bb[i][j] = Lane::get(from.bb[i][j], lane);
  }
  for (int i = 0; i < modes; ++i) {
    for (int j = 0; j < kEnds; ++j) to.qb[i][j] = Lane::get(from.qb[i][j], lane);
    to.qq[i] = Lane::get(from.qq[i], lane);
  }
  return to;
}

}  // namespace reeve::models::reeving
