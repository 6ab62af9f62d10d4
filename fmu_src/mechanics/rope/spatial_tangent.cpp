#include "mechanics/rope/spatial_tangent.hpp"

namespace reeve::mechanics {
namespace {

/// A row vector over e.
struct Row {
  EndVector b = EndVector::Zero();
  ModeVector q;

  explicit Row(int modes) : q{ModeVector::Zero(modes)} {}
  /// A force along one axis at a place, on everything that moves the slope there.
  void add_slope(const SpatialShapes& t, int point, int axis, double by) {
    b[r_of(0, axis)] -= by;
    b[r_of(1, axis)] += by;
    for (int i = 0; i < t.modes.along[axis]; ++i) q[t.first[axis] + i] += by * t.slope[axis][point][i];
  }
  void add_length(double by) {
    b[material_of(0)] -= by;
    b[material_of(1)] += by;
  }
};

/// A += factor u u^T
void add_square(double factor, const Row& u, SpatialMatrix& A) {
  A.bb.noalias() += factor * u.b * u.b.transpose();
  A.qb.noalias() += factor * u.q * u.b.transpose();
  A.qq.noalias() += factor * u.q * u.q.transpose();
}

/// A += u v^T + v u^T for a v that has ends only.
void add_pair(const Row& u, const EndVector& v, SpatialMatrix& A) {
  A.bb.noalias() += u.b * v.transpose() + v * u.b.transpose();
  A.qb.noalias() += u.q * v.transpose();
}

/// G_k = d eps_k/de                                                                                     (T-SPA.13)
Row strain_gradient(const SpatialShapes& t, const SpatialStrain<double>& strain, int k) {
  Row G(t.total);
  for (int g = 0; g < t.points; ++g) {
    const double by = t.norm[k] * t.weight[g] * t.strain[g][k] / strain.L;
    for (int axis = 0; axis < kAxes; ++axis) G.add_slope(t, g, axis, by * strain.tau[g][axis]);
  }
  G.add_length(-strain.lambda(k) / strain.L);
  return G;
}

/// Slopes of one axis at all places: that of the chord, 1, then those of the modes.
using SlopeTable = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostStrainPoints, 1 + kMaxModes>;
using PlaceVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostStrainPoints, 1>;
using PairMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 1 + kMaxModes, 1 + kMaxModes>;

SlopeTable slopes_of(const SpatialShapes& t, int axis) {
  SlopeTable slopes(t.points, 1 + t.modes.along[axis]);
  for (int g = 0; g < t.points; ++g) {
    slopes(g, 0) = 1;
    for (int i = 0; i < t.modes.along[axis]; ++i) slopes(g, 1 + i) = t.slope[axis][g][i];
  }
  return slopes;
}

/// Adds what a matrix over the slopes of two axes is over r1, r2 and their modes; a <= b.
void add_slopes(const SpatialShapes& t, int a, int b, const PairMatrix& k, SpatialMatrix& K) {
  const int m = t.modes.along[a], n = t.modes.along[b];
  for (const int end : {0, 1}) {
    const double sign = end == 0 ? -1 : 1;
    for (const int other : {0, 1}) {
      const double entry = (end == other ? 1 : -1) * k(0, 0);
      K.bb(r_of(end, a), r_of(other, b)) += entry;
      if (a != b) K.bb(r_of(other, b), r_of(end, a)) += entry;
    }
    for (int i = 0; i < m; ++i) K.qb(t.first[a] + i, r_of(end, b)) += sign * k(1 + i, 0);
    for (int j = 0; a != b && j < n; ++j) K.qb(t.first[b] + j, r_of(end, a)) += sign * k(0, 1 + j);
  }
  K.qq.block(t.first[a], t.first[b], m, n) += k.bottomRightCorner(m, n);
  if (a != b) K.qq.block(t.first[b], t.first[a], n, m) += k.bottomRightCorner(m, n).transpose();
}

/// int (N/|r_x|)(1 - tau tau^T) S_i' S_j' dx, pair of axes by pair. A rope in compression has a negative stiffness.
void add_geometric(const SpatialShapes& t, double EA, const SpatialStrain<double>& strain, SpatialMatrix& K) {
  const SlopeTable slopes[kAxes] = {slopes_of(t, 0), slopes_of(t, 1), slopes_of(t, 2)};
  PlaceVector tension(t.points), weight(t.points);
  for (int g = 0; g < t.points; ++g)
    tension[g] = t.weight[g] * EA * strain.at(t.strain[g], t.strains) / strain.stretch[g];
  for (int a = 0; a < kAxes; ++a) {
    for (int b = a; b < kAxes; ++b) {
      for (int g = 0; g < t.points; ++g)
        weight[g] = tension[g] * ((a == b ? 1.0 : 0.0) - strain.tau[g][a] * strain.tau[g][b]);
      const SlopeTable weighted = weight.asDiagonal() * slopes[b];
      PairMatrix k(slopes[a].cols(), slopes[b].cols());
      k.noalias() = slopes[a].transpose().lazyProduct(weighted);
      add_slopes(t, a, b, k, K);
    }
  }
}

/// Second derivatives of rho g int z ds: the weight moves with the length. The limits' part of it cancels where spans meet.
void add_weight(const SpatialShapes& t, double rho_g, SpatialMatrix& K) {
  Row mean(t.total);
  for (int end = 0; end < 2; ++end) mean.b[r_of(end, kVertical)] = 0.5 * rho_g;
  for (int i = 0; i < t.modes.along[kVertical]; ++i) mean.q[t.first[kVertical] + i] = rho_g * t.mean[kVertical][i];
  Row length(0);
  length.add_length(1);
  add_pair(mean, length.b, K);
}

void add_bending(const SpatialShapes& t, const SpatialSpan<double>& p, const SpatialKinematics<double>& m,
                 SpatialMatrix& K) {
  const double L = m.length(), cubed = L * L * L;
  Row mixed(t.total);
  for (int axis = 0; axis < kAxes; ++axis) {
    if (!t.has_sines(axis)) continue;
    for (int i = 0; i < t.modes.along[axis]; ++i) {
      const double k = (i + 1) * std::numbers::pi, stiff = p.EI * k * k * k * k / (2 * cubed);
      const int at = t.first[axis] + i;
      K.qq(at, at) += stiff;
      mixed.q[at] = -3 * stiff * m.q[at] / L;
    }
  }
  mixed.add_length(6 * detail::bending_energy(t, p, m) / (L * L));
  Row length(0);
  length.add_length(1);
  add_pair(mixed, length.b, K);
}

void add_drag(const SpatialShapes& t, const SpatialSpan<double>& p, const SpatialKinematics<double>& m,
              const SpatialStrain<double>& strain, SpatialMatrix& D) {
  const Vec3<double> d = m.r[1] - m.r[0];
  const double chord = length_of(d), tension = p.EA * strain.eps[0];
  const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - d * d.transpose() / (chord * chord);
  for (int i = 0; i < t.most_sines(); ++i) {
    const double drag = transverse_drag(p, strain.L, chord, tension, i + 1);
    for (int a = 0; a < kAxes; ++a) {
      for (int b = 0; b < kAxes; ++b) {
        if (!t.has_sines(a) || !t.has_sines(b) || i >= t.modes.along[a] || i >= t.modes.along[b]) continue;
        D.qq(t.first[a] + i, t.first[b] + i) += drag * across(a, b);
      }
    }
  }
}

/// R_e at a place is sum_k psi_k G_k and what rope running through adds to the rows of s1 and s2.
void add_material_damping(const SpatialShapes& t, const SpatialSpan<double>& p, const SpatialStrain<double>& strain,
                          const Row* G, SpatialMatrix& D) {
  const double factor = p.EA * p.beta * strain.L;
  for (int k = 0; k < t.strains; ++k) add_square(factor / t.norm[k], G[k], D);
  EndVector run[kMostStrains];  // of psi_k
  EndMatrix square = EndMatrix::Zero();
  for (int k = 0; k < t.strains; ++k) run[k].setZero();
  for (int g = 0; g < t.points; ++g) {
    EndVector z = EndVector::Zero();
    double Z = 0;
    for (int k = 0; k < t.strains; ++k) Z -= t.strain_slope[g][k] * strain.eps[k];
    z[material_of(0)] = (1 - t.x[g]) * Z / strain.L;
    z[material_of(1)] = t.x[g] * Z / strain.L;
    for (int k = 0; k < t.strains; ++k) run[k] += t.weight[g] * t.strain[g][k] * z;
    square += t.weight[g] * z * z.transpose();
  }
  for (int k = 0; k < t.strains; ++k) add_pair(G[k], factor * run[k], D);
  D.bb += factor * square;
}

}  // namespace

void SpatialMatrix::set_zero(int modes) {
  bb.setZero();
  qb.setZero(modes, kSpatialEnds);
  qq.setZero(modes, modes);
}

void spatial_tangent(const SpatialElement<double>& e, const SpatialSpan<double>& p, const SpatialKinematics<double>& m,
                     const SpatialTerms<double>& terms, SpatialTangent& out) {
  const auto& t = e.shapes;
  const auto& strain = terms.strain;
  out.K.set_zero(t.total);
  out.D.set_zero(t.total);
  Row G[kMostStrains] = {Row(0), Row(0), Row(0), Row(0), Row(0), Row(0), Row(0), Row(0), Row(0)};
  for (int k = 0; k < t.strains; ++k) {
    G[k] = strain_gradient(t, strain, k);
    add_square(p.EA * strain.L / t.norm[k], G[k], out.K);
  }
  add_geometric(t, p.EA, strain, out.K);
  add_weight(t, p.rho * p.gravity, out.K);
  if (p.EI > 0) add_bending(t, p, m, out.K);
  if (p.beta > 0) add_material_damping(t, p, strain, G, out.D);
  if (p.transverse_damping > 0) add_drag(t, p, m, strain, out.D);
}

bool CondensedSpan::factor(const Blend& c, const SpatialMass<double>& M, const SpatialTangent& t) {
  const auto modes = t.K.qq.rows();
  const Eigen::Map<const Eigen::Matrix<double, kSpatialEnds, kSpatialEnds, Eigen::RowMajor>> Mbb(&M.bb[0][0]);
  const Eigen::Map<const Eigen::Matrix<double, kMostModes, kSpatialEnds, Eigen::RowMajor>> Mqb(&M.qb[0][0]);
  const Eigen::Map<const Eigen::Matrix<double, kMostModes, 1>> Mqq(M.qq);
  A_.bb = c.mass * Mbb + c.damping * t.D.bb + c.stiffness * t.K.bb;
  A_.qb = c.mass * Mqb.topRows(modes) + c.damping * t.D.qb + c.stiffness * t.K.qb;
  A_.qq = c.damping * t.D.qq + c.stiffness * t.K.qq;
  A_.qq.diagonal() += c.mass * Mqq.head(modes);
  C_ = A_.bb;
  if (modes == 0) return true;
  qq_.compute(A_.qq);
  if (qq_.info() != Eigen::Success) return false;
  ratio_ = qq_.solve(A_.qb);
  C_.noalias() -= A_.qb.transpose() * ratio_;
  return true;
}

EndVector CondensedSpan::condense(ModeVector& f, const EndVector& b) const {
  if (f.size() == 0) return b;
  const EndVector left = b - ratio_.transpose() * f;
  qq_.solveInPlace(f);
  return left;
}

void CondensedSpan::expand(ModeVector& f, const EndVector& ends) const {
  if (f.size() > 0) f.noalias() -= ratio_ * ends;
}

}  // namespace reeve::mechanics
