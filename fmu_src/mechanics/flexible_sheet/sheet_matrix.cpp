// Elimination line by line and the solution with it.
#include "mechanics/flexible_sheet/sheet_matrix.hpp"

#include "mechanics/flexible_sheet/blocked_cholesky.hpp"

namespace reeve::mechanics {
namespace {

/// out (6 rows of n) += K in (6 rows of n)
void add_product(const Eigen::Matrix<double, 6, 6>& K, const double* in, double* out, int n) {
  for (int r = 0; r < 6; ++r) {
    const double k0 = K(r, 0), k1 = K(r, 1), k2 = K(r, 2), k3 = K(r, 3), k4 = K(r, 4), k5 = K(r, 5);
    double* __restrict const o = out + r * n;
    const double* __restrict const i0 = in;
    for (int j = 0; j < n; ++j) {
      o[j] += k0 * i0[j] + k1 * i0[n + j] + k2 * i0[2 * n + j] + k3 * i0[3 * n + j] + k4 * i0[4 * n + j] +
              k5 * i0[5 * n + j];
    }
  }
}

}  // namespace

SheetMatrix::SheetMatrix(const SheetTree& tree) : tree_{tree}, size_{6 + 3 * tree.places} {
  const int nodes = tree.nodes(), w = 3 * tree.places;
  for (Blocks* blocks : {&stiff_, &damp_, &mix_}) blocks->resize(nodes);
  J_.resize(nodes);
  m_.resize(nodes);
  term_.resize(nodes);
  S_.resize(nodes);
  d_.resize(nodes);
  pose_.resize(nodes);
  wrench_.resize(nodes);
  line_.resize(tree.lines);
  for (auto& line : line_) {
    line.L.resize(w, w);
    line.B.resize(w, size_);
    line.y.resize(size_);
  }
  for (Rows* rows : {&T_, &T_before_, &R_}) rows->resize(6 * tree.places, size_);
  for (Dense* square : {&H_, &C_, &carry_[0], &carry_[1], &root_}) square->resize(size_, size_);
}

/// T: poses of the line's nodes from (zeta of its spine node, q of its ribs).
void SheetMatrix::paths(int line, Rows& T) const {
  T.setZero();
  for (int c = 0; c < 6; ++c) T(6 * tree_.spine + c, c) = 1;
  const int n = size_;
  const auto continue_to = [&](int place, int from) {
    const int i = line * tree_.places + place;
    const double* const j = T.data() + 6 * from * n;
    double* const out = T.data() + 6 * place * n;
    const Vec3<double> d = d_[i];
    for (int k = 0; k < n; ++k) {
      const double x = j[3 * n + k], y = j[4 * n + k], z = j[5 * n + k];
      out[k] = j[k] + d[2] * y - d[1] * z;
      out[n + k] = j[n + k] + d[0] * z - d[2] * x;
      out[2 * n + k] = j[2 * n + k] + d[1] * x - d[0] * y;
      out[3 * n + k] = x;
      out[4 * n + k] = y;
      out[5 * n + k] = z;
    }
    if (!tree_.joint[i].locked) T.block<6, 3>(6 * place, column(place)) = S_[i];
  };
  for (int p = tree_.spine + 1; p < tree_.places; ++p) continue_to(p, p - 1);
  for (int p = tree_.spine - 1; p >= 0; --p) continue_to(p, p + 1);
}

/// Wrench rows of the nodes, gathered from the tips of the ribs, to rows of Y.
void SheetMatrix::to_coordinates(int line, Rows& R, Dense& out) const {
  const int n = size_;
  const auto gather = [&](int place, int parent) {
    const int i = line * tree_.places + place;
    const double* const r = R.data() + 6 * place * n;
    double* const to = R.data() + 6 * parent * n;
    if (tree_.joint[i].locked)
      out.middleRows<3>(column(place)).setZero();
    else
      out.middleRows<3>(column(place)).noalias() = S_[i].transpose().lazyProduct(R.middleRows<6>(6 * place));
    const Vec3<double> d = d_[i];
    for (int k = 0; k < n; ++k) {
      const double x = r[k], y = r[n + k], z = r[2 * n + k];
      to[k] += x;
      to[n + k] += y;
      to[2 * n + k] += z;
      to[3 * n + k] += r[3 * n + k] + d[1] * z - d[2] * y;
      to[4 * n + k] += r[4 * n + k] + d[2] * x - d[0] * z;
      to[5 * n + k] += r[5 * n + k] + d[0] * y - d[1] * x;
    }
  };
  for (int p = tree_.places - 1; p > tree_.spine; --p) gather(p, p - 1);
  for (int p = 0; p < tree_.spine; ++p) gather(p, p + 1);
  out.topRows<6>() = R.middleRows<6>(6 * tree_.spine);
  out.middleRows<3>(column(tree_.spine)).setZero();
}

/// H = T^T K T and the terms of the rib joints.
void SheetMatrix::own_line(int line, const Rows& T, Dense& H) {
  const int first = line * tree_.places, n = size_;
  R_.setZero();
  for (int p = 0; p < tree_.places; ++p) {
    double* const out = R_.data() + 6 * p * n;
    add_product(mix_.own[first + p], T.data() + 6 * p * n, out, n);
    if (p + 1 < tree_.places) add_product(mix_.next[first + p], T.data() + 6 * (p + 1) * n, out, n);
    if (p > 0) add_product(mix_.next[first + p - 1].transpose(), T.data() + 6 * (p - 1) * n, out, n);
  }
  for (int p = 0; p < tree_.places; ++p) {
    if (p == tree_.spine || tree_.joint[first + p].locked) continue;
    const int parent = p > tree_.spine ? p - 1 : p + 1;
    R_.block<3, 3>(6 * parent + 3, column(p)) += term_[first + p].pq;
  }
  to_coordinates(line, R_, H);
  for (int p = 0; p < tree_.places; ++p) {
    if (p == tree_.spine || tree_.joint[first + p].locked) continue;
    const int parent = p > tree_.spine ? p - 1 : p + 1;
    H.middleRows<3>(column(p)).noalias() +=
        term_[first + p].pq.transpose().lazyProduct(T.middleRows<3>(6 * parent + 3));
    H.block<3, 3>(column(p), column(p)) += term_[first + p].qq;
  }
}

/// C = T^T K T' between a line and the one before it.
void SheetMatrix::coupling(int line, int before, const Rows& T_before, Dense& C) {
  const int n = size_;
  R_.setZero();
  for (int p = 0; p < tree_.places; ++p) {
    double* const out = R_.data() + 6 * p * n;
    for (int k = -1; k <= 1; ++k) {
      const int o = p + k;
      if (o < 0 || o >= tree_.places) continue;
      const double* const in = T_before.data() + 6 * o * n;
      if (before > line)
        add_product(mix_.above[line * tree_.places + p][k + 1], in, out, n);
      else
        add_product(mix_.above[before * tree_.places + o][1 - k].transpose(), in, out, n);
    }
  }
  to_coordinates(line, R_, C);
}

/// H_ holds the line's matrix in Y with what lines behind it left; leaves in carry what this one passes on.
bool SheetMatrix::eliminate(int line, int before) {
  const int side = line > before ? 0 : 1, spine_node = line * tree_.places + tree_.spine;
  const int w = 3 * tree_.places, spine_row = 3 * tree_.spine;
  auto& [L, B, y] = line_[line];
  coupling(line, before, T_before_, C_);
  const bool locked = tree_.joint[spine_node].locked;
  const auto& S = S_[spine_node];
  Mat6 X = Mat6::Identity();
  const Vec3<double>& d = d_[spine_node];
  X.topRightCorner<3, 3>() << 0, d[2], -d[1], -d[2], 0, d[0], d[1], -d[0], 0;

  L = H_.bottomRightCorner(w, w);
  B = C_.bottomRows(w);
  B.leftCols<6>().noalias() += H_.bottomLeftCorner(w, 6).lazyProduct(X);
  const Mat6 Hzz = H_.topLeftCorner<6, 6>();
  if (locked) {
    L.block<3, 3>(spine_row, spine_row).setIdentity();
  } else {
    const Eigen::Matrix<double, 3, 6> StH = S.transpose() * Hzz;
    L.middleRows<3>(spine_row).noalias() = S.transpose().lazyProduct(H_.topRightCorner(6, w));
    L.middleCols<3>(spine_row).noalias() = H_.topRightCorner(6, w).transpose().lazyProduct(S);
    L.block<3, 3>(spine_row, spine_row) = StH * S + term_[spine_node].qq;
    B.middleRows<3>(spine_row).noalias() = S.transpose().lazyProduct(C_.topRows<6>());
    B.block<3, 6>(spine_row, 0) += StH * X;
    B.block<3, 3>(spine_row, 3) += term_[spine_node].pq.transpose();
  }
  for (int p = 0; p < tree_.places; ++p) {
    if (p != tree_.spine && tree_.joint[line * tree_.places + p].locked) L.block<3, 3>(3 * p, 3 * p).setIdentity();
  }
  if (!blocked_cholesky(L)) return false;
  blocked_forward(L, B);

  auto& carry = carry_[side];
  carry.setZero();
  carry.topRows<6>().noalias() = X.transpose().lazyProduct(C_.topRows<6>());
  const Mat6 XtC = carry.topLeftCorner<6, 6>();
  carry.topLeftCorner<6, 6>() = XtC + XtC.transpose() + X.transpose() * Hzz * X;
  carry.bottomLeftCorner(w, 6) = carry.topRightCorner(6, w).transpose();
  blocked_subtract_square(B, carry);
  for (int j = 1; j < size_; ++j) {
    for (int i = 0; i < j; ++i) carry(i, j) = carry(j, i);
  }
  return true;
}

bool SheetMatrix::factor(double damped, double inertia) {
  for (int i = 0; i < tree_.nodes(); ++i) {
    mix_.own[i] = stiff_.own[i] + damped * damp_.own[i];
    mix_.own[i].topLeftCorner<3, 3>().diagonal().array() += inertia * m_[i];
    mix_.own[i].bottomRightCorner<3, 3>() += inertia * J_[i];
    mix_.next[i] = stiff_.next[i] + damped * damp_.next[i];
    for (int k = 0; k < 3; ++k) mix_.above[i][k] = stiff_.above[i][k] + damped * damp_.above[i][k];
  }
  const int last = tree_.lines - 1, root = tree_.root_line;
  for (const auto& [from, step] : {std::pair<int, int>{last, -1}, std::pair<int, int>{0, 1}}) {
    if (from == root) continue;
    auto& carry = carry_[step < 0 ? 0 : 1];
    paths(from, T_);
    for (int line = from; line != root; line += step) {
      paths(line + step, T_before_);
      own_line(line, T_, H_);
      if (line != from) H_ += carry;
      if (!eliminate(line, line + step)) return false;
      T_.swap(T_before_);
    }
  }
  return eliminate_root();
}

bool SheetMatrix::eliminate_root() {
  const int root = tree_.root_line;
  paths(root, T_);
  own_line(root, T_, root_);
  if (root != tree_.lines - 1) root_ += carry_[0];
  if (root != 0) root_ += carry_[1];
  const auto hold = [&](int first, int count) {
    root_.middleRows(first, count).setZero();
    root_.middleCols(first, count).setZero();
    root_.block(first, first, count, count).setIdentity();
  };
  if (tree_.clamped) hold(0, 6);
  hold(column(tree_.spine), 3);
  for (int p = 0; p < tree_.places; ++p) {
    if (tree_.joint[root * tree_.places + p].locked) hold(column(p), 3);
  }
  return blocked_cholesky(root_);
}

void SheetMatrix::solve(std::span<double> q, Twist<double>& root) {
  const int w = 3 * tree_.places, spine = tree_.spine, root_line = tree_.root_line;
  // rhs of every line in its y: first six for zeta of the spine node, then q; passed on towards the root
  for (int line = 0; line < tree_.lines; ++line) {
    auto& y = line_[line].y;
    y.head<6>().setZero();
    for (int k = 0; k < w; ++k) y[6 + k] = q[line * w + k];
  }
  for (const auto& [from, step] : {std::pair<int, int>{tree_.lines - 1, -1}, std::pair<int, int>{0, 1}}) {
    for (int line = from; line != root_line; line += step) {
      const int node = line * tree_.places + spine;
      auto& [L, B, y] = line_[line];
      auto& to = line_[line + step].y;
      const Vec6 zeta = y.head<6>();
      if (tree_.joint[node].locked)
        y.segment<3>(column(spine)).setZero();
      else
        y.segment<3>(column(spine)) += S_[node].transpose() * zeta;
      to.head<3>() += zeta.head<3>();
      to.segment<3>(3) += zeta.tail<3>() + d_[node].cross(zeta.head<3>());
      L.triangularView<Eigen::Lower>().solveInPlace(y.tail(w));
      const double kept[3] = {to[column(spine)], to[column(spine) + 1], to[column(spine) + 2]};
      to.noalias() -= B.transpose().lazyProduct(y.tail(w));
      for (int c = 0; c < 3; ++c) to[column(spine) + c] = kept[c];  // no rib coordinate there
    }
  }
  auto& y = line_[root_line].y;
  if (tree_.clamped)
    y.head<6>().setZero();
  else
    y.head<6>() += (Vec6() << root.linear, root.angular).finished();
  y.segment<3>(column(spine)).setZero();
  root_.triangularView<Eigen::Lower>().solveInPlace(y);
  root_.transpose().triangularView<Eigen::Upper>().solveInPlace(y);
  root.linear = y.head<3>();
  root.angular = y.segment<3>(3);
  for (const auto& [end, step] : {std::pair<int, int>{tree_.lines, 1}, std::pair<int, int>{-1, -1}}) {
    for (int line = root_line + step; step > 0 ? line < end : line > end; line += step) {
      const int node = line * tree_.places + spine;
      auto& here = line_[line];
      const auto& from = line_[line - step].y;
      for (int k = 0; k < size_; ++k) {
        if (k < column(spine) || k >= column(spine) + 3) here.y.tail(w) -= from[k] * here.B.col(k);
      }
      here.L.transpose().triangularView<Eigen::Upper>().solveInPlace(here.y.tail(w));
      const Vec3<double> phi = from.segment<3>(3);
      Vec6 zeta;
      zeta << from.head<3>() + phi.cross(d_[node]), phi;
      if (!tree_.joint[node].locked) zeta += S_[node] * here.y.segment<3>(column(spine));
      here.y.head<6>() = zeta;
    }
  }
  for (int line = 0; line < tree_.lines; ++line) {
    for (int k = 0; k < w; ++k) q[line * w + k] = line_[line].y[6 + k];
  }
  for (int i = 0; i < tree_.nodes(); ++i) {
    if (!tree_.joint[i].locked && i != tree_.root) continue;
    for (int c = 0; c < 3; ++c) q[3 * i + c] = 0;
  }
}

void SheetMatrix::pose_change(std::span<const double> q, const Twist<double>& root, std::vector<Vec6>& out) const {
  out[tree_.root] << root.linear, root.angular;
  for (std::size_t k = 1; k < tree_.order.size(); ++k) {
    const int i = tree_.order[k];
    const Vec6& from = out[tree_.joint[i].parent];
    const Vec3<double> phi = from.tail<3>();
    out[i] << from.head<3>() + phi.cross(d_[i]), phi;
    if (!tree_.joint[i].locked) out[i] += S_[i] * Eigen::Map<const Vec3<double>>(&q[3 * i]);
  }
}

void SheetMatrix::times(std::span<const double> a, const Twist<double>& root_a, std::span<const double> b,
                        const Twist<double>& root_b, std::span<double> out, Twist<double>& root_out) {
  pose_change(a, root_a, pose_);
  for (int i = 0; i < tree_.nodes(); ++i) {
    const Vec3<double> angular = pose_[i].tail<3>();
    wrench_[i] << m_[i] * pose_[i].head<3>(), J_[i] * angular;
  }
  if (damped_) {
    pose_change(b, root_b, pose_);
    const auto between = [&](int i, int j, const Mat6& block) {
      wrench_[i] += block * pose_[j];
      wrench_[j] += block.transpose() * pose_[i];
    };
    for (int i = 0; i < tree_.nodes(); ++i) {
      const int place = i % tree_.places;
      wrench_[i] += damp_.own[i] * pose_[i];
      if (place + 1 < tree_.places) between(i, i + 1, damp_.next[i]);
      if (i / tree_.places + 1 == tree_.lines) continue;
      for (int k = -1; k <= 1; ++k) {
        if (place + k >= 0 && place + k < tree_.places) between(i, i + tree_.places + k, damp_.above[i][k + 1]);
      }
    }
  }
  for (std::size_t k = tree_.order.size() - 1; k > 0; --k) {
    const int i = tree_.order[k];
    const Vec6& f = wrench_[i];
    const Vec3<double> g = S_[i].transpose() * f, force = f.head<3>();
    for (int c = 0; c < 3; ++c) out[3 * i + c] = tree_.joint[i].locked ? 0 : g[c];
    Vec6& parent = wrench_[tree_.joint[i].parent];
    parent += f;
    parent.tail<3>() += d_[i].cross(force);
  }
  for (int c = 0; c < 3; ++c) out[3 * tree_.root + c] = 0;
  root_out.linear = wrench_[tree_.root].head<3>();
  root_out.angular = wrench_[tree_.root].tail<3>();
}

}  // namespace reeve::mechanics
