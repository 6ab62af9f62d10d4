#pragma once
/// The matrix of Newton's method and of implicit steps, H = K + damped C + inertia M in joint coordinates, solved line by line.
///
/// In joint coordinates H is full, but a line of nodes meets its neighbours only through plates between adjacent lines. So
/// lines are eliminated from the ends of the spine towards the root, as articulated bodies are, each with a front of
/// 3 places + 6 unknowns: its own coordinates are condensed out and what remains acts on the line before.    (T-SHT.20)
///
///   Y  = (zeta of the spine node, q of the rib nodes)       poses in the line follow by Z = T Y
///   w  = (q of all its nodes, that of the spine joint among them),   zeta = X zeta' + S q_spine
#include <Eigen/Core>
#include <utility>

#include "mechanics/flexible_sheet/plate_tangent.hpp"
#include "mechanics/flexible_sheet/sheet_dynamics.hpp"

namespace reeve::mechanics {

class SheetMatrix {
 public:
  explicit SheetMatrix(const SheetTree& tree);

  /// Takes K, C and M at the sheet's pose. The sheet's loads are composite (Sheet::generalized has run), for the joints turn
  /// what they carry. `exact`: with the plates' forces turning too, which a step in time can do without.
  void linearise(const Sheet<double>& sheet, bool exact);
  /// Adds to K and C what acts between the poses of two neighbours along the length.
  using Mat12 = Eigen::Matrix<double, 12, 12>;
  void add_between(int a, int b, const Mat12& K, const Mat12& C);
  /// Factorises K + damped C + inertia M; false if it is not positive definite.
  bool factor(double damped, double inertia);
  /// Generalized forces to displacements, in place; `root` in and out only for a free sheet.
  void solve(std::span<double> q, Twist<double>& root);
  /// out = M a + C b at the linearised pose, for coordinates and a free root.
  void times(std::span<const double> a, const Twist<double>& root_a, std::span<const double> b,
             const Twist<double>& root_b, std::span<double> out, Twist<double>& root_out);

 private:
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6x3 = Eigen::Matrix<double, 6, 3>;
  using Dense = Eigen::MatrixXd;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Blocks {                            ///< of one matrix, between poses
    std::vector<Mat6> own;                   ///< node with itself
    std::vector<Mat6> next;                  ///< with the next place of its line
    std::vector<std::array<Mat6, 3>> above;  ///< with places -1, 0, +1 of the next line
    void resize(int nodes);
    void clear();
  };
  struct JointTerms {  ///< second derivatives of the poses times what they carry
    Mat3<double> pq, qq;
  };
  struct Line {
    Dense L;  ///< Cholesky factor of its own coordinates
    Dense B;  ///< L^-1 times their coupling to Y of the line before
    Eigen::VectorXd y;
  };

  void add(Blocks& to, int a, int b, const Mat6& block) const;
  void add_plates(const Sheet<double>& sheet, bool exact);
  void add_springs(const Sheet<double>& sheet);
  void add_joint(const Sheet<double>& sheet, int i);
  void paths(int line, Rows& T) const;
  void own_line(int line, const Rows& T, Dense& H);
  void coupling(int line, int before, const Rows& T_before, Dense& C);
  void to_coordinates(int line, Rows& R, Dense& out) const;
  bool eliminate(int line, int before);
  bool eliminate_root();
  void pose_change(std::span<const double> q, const Twist<double>& root, std::vector<Vec6>& out) const;
  int column(int place) const { return 6 + 3 * place; }

  const SheetTree& tree_;
  int size_;  ///< 6 + 3 places
  Blocks stiff_, damp_, mix_;
  bool damped_{};
  std::vector<Mat3<double>> J_;
  std::vector<double> m_;
  std::vector<JointTerms> term_;
  std::vector<Mat6x3> S_;
  std::vector<Vec3<double>> d_;
  std::vector<Line> line_;
  std::vector<Vec6> pose_, wrench_;
  Rows T_, T_before_, R_;
  Dense H_, C_, carry_[2], root_;
};

}  // namespace reeve::mechanics
