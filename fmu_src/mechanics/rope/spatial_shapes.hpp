#pragma once
/// Shape functions of a rope span in space, and the strain functions that belong to them, tabulated at fixed places x in [0, 1].
///
///   r(x) = (1 - x) r1 + x r2 + sum_i S_i(x) Q_i,    one set of shapes per axis                              (T-SPA.1)
///   eps(x) = sum_k eps_k psi_k(x),                  psi_0 = 1, psi_k the slopes of the axial shapes         (T-SPA.4)
///
/// Sines with as many modes along every axis may turn to any direction. Spans that stay close to the vertical may have other numbers
/// along every axis, and along the vertical the two cubics, which hold the linear tension of a long rope exactly.
#include "math/vector3.hpp"
#include "mechanics/rope/rope_shapes.hpp"

namespace reeve::mechanics {

using math::length_of;
using math::Mat3;
using math::Vec3;

inline constexpr int kAxes = 3;
inline constexpr int kVertical = 2;                           ///< axis of gravity
inline constexpr int kMostModes = kAxes * kMaxModes;          ///< of a span
inline constexpr int kMostStrains = kMaxModes + 1;            ///< of a span
inline constexpr int kMostStrainPoints = 2 * kMaxModes + 10;  ///< see (T-SPA.9)

/// How many modes a span has along every axis.
struct ModeNumbers {
  int along[kAxes]{};
  bool cubics{};  ///< along the vertical the two cubics in place of sines

  static ModeNumbers equal(int n) { return {{n, n, n}, false}; }
};

struct SpatialShapes {
  ModeNumbers modes;
  int first[kAxes]{};  ///< place of an axis' first mode; modes are stored axis by axis
  int total{};         ///< modes of all axes
  int strains{1};      ///< number of strain functions, psi_0 included
  int points{};        ///< number of places
  double x[kMostStrainPoints]{}, weight[kMostStrainPoints]{};
  double slope[kAxes][kMostStrainPoints][kMaxModes]{};     ///< dS_i/dx at the places
  double strain[kMostStrainPoints][kMostStrains]{};        ///< psi_k at the places
  double strain_slope[kMostStrainPoints][kMostStrains]{};  ///< dpsi_k/dx
  double end_strain[2][kMostStrains]{};                    ///< psi_k at x = 0, 1
  double norm[kMostStrains]{};                             ///< c_k = 1/int psi_k^2
  double end_slope[2][kAxes][kMaxModes]{};                 ///< dS_i/dx at x = 0, 1
  double mean[kAxes][kMaxModes]{};                         ///< int S_i

  bool has_sines(int axis) const { return !(modes.cubics && axis == kVertical); }
  /// Most modes along an axis that are sines.
  int most_sines() const;
};

/// With at most kMaxModes along an axis; with cubics exactly two along the vertical.
SpatialShapes spatial_shapes(const ModeNumbers& modes);

}  // namespace reeve::mechanics
