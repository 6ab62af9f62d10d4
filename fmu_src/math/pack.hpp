#pragma once
/// Two numbers that are computed with side by side, one per half of a vector register: equations written for any scalar then
/// treat two equal elements at the price of one. Every lane gets the same bits as a plain double would.
#include <Eigen/Core>
#include <cmath>

#include "math/dual.hpp"

namespace reeve::math {

struct Pack {
  typedef double Register __attribute__((vector_size(16)));
  Register v{0, 0};

  Pack() = default;
  Pack(double both) : v{both, both} {}  // NOLINT: a constant is the same in both lanes
  Pack(double first, double second) : v{first, second} {}
  explicit Pack(Register both) : v(both) {}

  Pack& operator+=(Pack b) {
    v += b.v;
    return *this;
  }
  Pack& operator-=(Pack b) {
    v -= b.v;
    return *this;
  }
  Pack& operator*=(Pack b) {
    v *= b.v;
    return *this;
  }
  friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
  friend Pack operator-(Pack a) { return Pack(-a.v); }
  friend Pack sqrt(Pack a) { return {std::sqrt(a.v[0]), std::sqrt(a.v[1])}; }
};

/// How a scalar is grouped: doubles in pairs, everything else alone.
template <class S>
struct Lanes {
  using Type = S;
  static constexpr int kCount = 1;
  static const S& get(const Type& group, int) { return group; }
  static void set(Type& group, int, const S& value) { group = value; }
  /// A group of the values that a function has for each lane.
  template <class F>
  static Type of(const F& value) {
    return value(0);
  }
};
template <>
struct Lanes<double> {
  using Type = Pack;
  static constexpr int kCount = 2;
  static double get(const Type& group, int lane) { return group.v[lane]; }
  static void set(Type& group, int lane, double value) { group.v[lane] = value; }
  template <class F>
  static Type of(const F& value) {
    return {value(0), value(1)};
  }
};

/// Larger of a number and a constant, lane by lane.
inline double at_least(double a, double least) { return a < least ? least : a; }
inline Dual at_least(Dual a, double least) { return a.v < least ? Dual(least) : a; }
inline Pack at_least(Pack a, double least) { return {at_least(a.v[0], least), at_least(a.v[1], least)}; }

inline bool any_positive(double a) { return a > 0; }
inline bool any_positive(Dual a) { return a.v > 0; }
inline bool any_positive(Pack a) { return a.v[0] > 0 || a.v[1] > 0; }

}  // namespace reeve::math

namespace Eigen {
template <>
struct NumTraits<reeve::math::Pack> : NumTraits<double> {
  using Real = reeve::math::Pack;
  using NonInteger = reeve::math::Pack;
  using Nested = reeve::math::Pack;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
}  // namespace Eigen
