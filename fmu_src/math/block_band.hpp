#pragma once
/// Linear systems of a chain: block tridiagonal with 4x4 blocks, and a few unknowns more that may touch every block.
///
///   [ B  U ] [x]   [b]      B: 4x4 blocks D (diagonal), L (below), U (above)
///   [ V  E ] [y] = [c]      E: the border, dense; closes a ring or holds what many blocks share
///
/// Factorised from the first block to the last without exchanging blocks, which suits a matrix that a mass or a stiffness
/// dominates; the border is eliminated by its Schur complement, with pivoting. Sizes are fixed by resize().
#include <Eigen/Dense>
#include <cmath>
#include <utility>
#include <vector>

namespace reeve::math {

class BorderedBlockBand {
 public:
  using Block = Eigen::Matrix4d;
  using Part = Eigen::Vector4d;

  void resize(int blocks, int border) {
    n_ = blocks, m_ = border;
    diagonal_.resize(n_), upper_.resize(n_), lower_.resize(n_), part_.resize(n_);
    column_.assign(m_, std::vector<double>(4 * n_));
    row_.assign(m_, std::vector<double>(4 * n_));
    corner_.assign(m_ * m_, 0.0);
    swap_.assign(m_, 0);
  }
  int size() const { return 4 * n_ + m_; }

  void clear() {
    for (int i = 0; i < n_; ++i) diagonal_[i].setZero(), upper_[i].setZero(), lower_[i].setZero();
    for (int k = 0; k < m_; ++k) {
      std::fill(column_[k].begin(), column_[k].end(), 0.0);
      std::fill(row_[k].begin(), row_[k].end(), 0.0);
    }
    std::fill(corner_.begin(), corner_.end(), 0.0);
  }

  Block& diagonal(int i) { return diagonal_[i]; }

  /// Adds to rows 4a .. 4a + 3, columns 4b .. 4b + 3; a and b are neighbours in the chain, or one of them is in the border.
  template <class Derived>
  void add(int a, int b, const Eigen::MatrixBase<Derived>& block) {
    if (a < n_ && b < n_) {
      if (a == b)
        diagonal_[a] += block;
      else if (b == a + 1)
        upper_[a] += block;
      else
        lower_[b] += block;
      return;
    }
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) at(4 * a + i, 4 * b + j) += block(i, j);
    }
  }

  /// One element of which at least one index lies in the border.
  double& at(int i, int j) {
    const int chain = 4 * n_;
    if (i < chain) return column_[j - chain][i];
    if (j < chain) return row_[i - chain][j];
    return corner_[(i - chain) * m_ + j - chain];
  }
  bool in_border(int i) const { return i >= 4 * n_; }

  /// visit(column, entry of row 4i, entry of row 4i + 1) for every column that these rows have.
  template <class Visit>
  void for_row_pair(int i, Visit&& visit) {
    const auto block = [&](Block& m, int b) {
      for (int j = 0; j < 4; ++j) visit(4 * b + j, m(0, j), m(1, j));
    };
    if (i < n_) {
      if (i > 0) block(lower_[i - 1], i - 1);
      block(diagonal_[i], i);
      if (i + 1 < n_) block(upper_[i], i + 1);
    } else {
      for (int j = 0; j < 4 * n_; ++j) visit(j, at(4 * i, j), at(4 * i + 1, j));
    }
    for (int k = 0; k < m_; ++k) visit(4 * n_ + k, at(4 * i, 4 * n_ + k), at(4 * i + 1, 4 * n_ + k));
  }

  /// False if a block has no inverse.
  bool factor() {
    for (int i = 0; i < n_; ++i) {
      if (i > 0) diagonal_[i].noalias() -= lower_[i - 1] * upper_[i - 1];
      const Block inverse = diagonal_[i].inverse();
      if (!(std::abs(inverse.sum()) < 1e300)) return false;
      diagonal_[i] = inverse;
      if (i + 1 < n_) upper_[i] = (inverse * upper_[i]).eval();
    }
    for (int k = 0; k < m_; ++k) solve_chain(column_[k].data());
    for (int i = 0; i < m_; ++i) {
      for (int j = 0; j < m_; ++j) corner_[i * m_ + j] -= dot(row_[i], column_[j].data());
    }
    return factor_corner();
  }

  /// Replaces the right-hand side by the solution.
  void solve(double* x) {
    solve_chain(x);
    double* const y = x + 4 * n_;
    for (int k = 0; k < m_; ++k) y[k] -= dot(row_[k], x);
    solve_corner(y);
    for (int k = 0; k < m_; ++k) {
      if (y[k] == 0) continue;
      for (int i = 0; i < 4 * n_; ++i) x[i] -= column_[k][i] * y[k];
    }
  }

 private:
  double dot(const std::vector<double>& row, const double* x) const {
    double sum = 0;
    for (int i = 0; i < 4 * n_; ++i) sum += row[i] * x[i];
    return sum;
  }

  void solve_chain(double* x) {
    for (int i = 0; i < n_; ++i) {
      Part b = Eigen::Map<const Part>(x + 4 * i);
      if (i > 0) b.noalias() -= lower_[i - 1] * part_[i - 1];
      part_[i].noalias() = diagonal_[i] * b;
    }
    for (int i = n_ - 1; i >= 0; --i) {
      if (i + 1 < n_) part_[i].noalias() -= upper_[i] * part_[i + 1];
      Eigen::Map<Part>(x + 4 * i) = part_[i];
    }
  }

  bool factor_corner() {
    for (int k = 0; k < m_; ++k) {
      int best = k;
      for (int i = k + 1; i < m_; ++i) {
        if (std::abs(corner_[i * m_ + k]) > std::abs(corner_[best * m_ + k])) best = i;
      }
      swap_[k] = best;
      for (int j = 0; j < m_ && best != k; ++j) std::swap(corner_[k * m_ + j], corner_[best * m_ + j]);
      const double pivot = corner_[k * m_ + k];
      if (!(std::abs(pivot) > 0 && std::abs(pivot) < 1e300)) return false;
      for (int i = k + 1; i < m_; ++i) {
        const double factor = corner_[i * m_ + k] /= pivot;
        for (int j = k + 1; j < m_; ++j) corner_[i * m_ + j] -= factor * corner_[k * m_ + j];
      }
    }
    return true;
  }

  void solve_corner(double* y) const {
    for (int k = 0; k < m_; ++k) {
      std::swap(y[k], y[swap_[k]]);
    }
    for (int k = 0; k < m_; ++k) {
      for (int i = k + 1; i < m_; ++i) y[i] -= corner_[i * m_ + k] * y[k];
    }
    for (int k = m_ - 1; k >= 0; --k) {
      y[k] /= corner_[k * m_ + k];
      for (int i = 0; i < k; ++i) y[i] -= corner_[i * m_ + k] * y[k];
    }
  }

  int n_{}, m_{};
  std::vector<Block> diagonal_, upper_, lower_;
  std::vector<Part> part_;
  std::vector<std::vector<double>> column_, row_;
  std::vector<double> corner_;
  std::vector<int> swap_;
};

}  // namespace reeve::math
