#pragma once
/// Dense Cholesky factorisation in blocks so small that Eigen's products find room for their copies on the stack: nothing here
/// asks for memory, whatever the size.
#include <Eigen/Cholesky>
#include <algorithm>

namespace reeve::mechanics {

namespace blocked {
inline constexpr Eigen::Index kBlock = 32,
                              kChunk = 384;  ///< 32 x 384 doubles are 98 kB; Eigen takes 128 kB from the stack

/// C -= A B for a narrow A; only what lies on or below the diagonal if `lower`.
template <class A, class B, class C>
void subtract_product(const A& a, const B& b, C&& c, bool lower) {
  const Eigen::Index width = lower ? 2 * kBlock : kChunk;
  for (Eigen::Index j = 0; j < c.cols(); j += width) {
    const Eigen::Index columns = std::min(width, c.cols() - j);
    for (Eigen::Index i = lower ? j : 0; i < c.rows(); i += kChunk) {
      const Eigen::Index rows = std::min(kChunk, c.rows() - i);
      c.block(i, j, rows, columns).noalias() -= a.middleRows(i, rows) * b.middleCols(j, columns);
    }
  }
}
}  // namespace blocked

/// The lower triangle of A becomes L with A = L L^T; false if A is not positive definite.
inline bool blocked_cholesky(Eigen::MatrixXd& A) {
  using blocked::kBlock;
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; k += kBlock) {
    const Eigen::Index b = std::min(kBlock, n - k), rest = n - k - b;
    auto diagonal = A.block(k, k, b, b);
    if (Eigen::internal::llt_inplace<double, Eigen::Lower>::unblocked(diagonal) >= 0) return false;
    if (rest == 0) break;
    auto below = A.block(k + b, k, rest, b);
    for (Eigen::Index i = 0; i < rest; i += blocked::kChunk) {
      auto part = below.middleRows(i, std::min(blocked::kChunk, rest - i));
      diagonal.transpose().template triangularView<Eigen::Upper>().template solveInPlace<Eigen::OnTheRight>(part);
    }
    blocked::subtract_product(below, below.transpose(), A.bottomRightCorner(rest, rest), true);
  }
  return true;
}

/// B <- L^-1 B
inline void blocked_forward(const Eigen::MatrixXd& L, Eigen::MatrixXd& B) {
  using blocked::kBlock;
  const Eigen::Index n = L.rows();
  for (Eigen::Index k = 0; k < n; k += kBlock) {
    const Eigen::Index b = std::min(kBlock, n - k), rest = n - k - b;
    for (Eigen::Index j = 0; j < B.cols(); j += blocked::kChunk) {
      auto part = B.block(k, j, b, std::min(blocked::kChunk, B.cols() - j));
      L.block(k, k, b, b).triangularView<Eigen::Lower>().solveInPlace(part);
    }
    if (rest > 0) blocked::subtract_product(L.block(k + b, k, rest, b), B.middleRows(k, b), B.bottomRows(rest), false);
  }
}

/// C -= B^T B, its lower triangle.
inline void blocked_subtract_square(const Eigen::MatrixXd& B, Eigen::MatrixXd& C) {
  using blocked::kBlock;
  for (Eigen::Index k = 0; k < B.rows(); k += kBlock) {
    const auto part = B.middleRows(k, std::min(kBlock, B.rows() - k));
    blocked::subtract_product(part.transpose(), part, C, true);
  }
}

}  // namespace reeve::mechanics
