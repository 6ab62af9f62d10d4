// What goes into the matrix: plates, loop springs and joints, block by block.
#include "mechanics/flexible_sheet/sheet_matrix.hpp"

namespace reeve::mechanics {

using V = Vec3<double>;
using M3 = Mat3<double>;

void SheetMatrix::Blocks::resize(int nodes) {
  own.resize(nodes);
  next.resize(nodes);
  above.resize(nodes);
}

void SheetMatrix::Blocks::clear() {
  for (auto& block : own) block.setZero();
  for (auto& block : next) block.setZero();
  for (auto& blocks : above) {
    for (auto& block : blocks) block.setZero();
  }
}

/// Half of the symmetric matrix is kept.
void SheetMatrix::add(Blocks& to, int a, int b, const Mat6& block) const {
  const int lines = b / tree_.places - a / tree_.places, places = b % tree_.places - a % tree_.places;
  if (lines == 0 && places == 0)
    to.own[a] += block;
  else if (lines == 0 && places == 1)
    to.next[a] += block;
  else if (lines == 1)
    to.above[a][places + 1] += block;
}

void SheetMatrix::add_plates(const Sheet<double>& sheet, bool exact) {
  PlateTangent tangent;
  const auto& K = sheet.plate();
  const double beta = sheet.properties().damping;
  const auto tangent_of = [&]<class Plate, class Slopes>(const PlateCorners<double>& at, const Plate& plate,
                                                         std::type_identity<Slopes>) {
    if (!exact) {
      plate_material(plate, K, tangent.material);
      tangent.stiffness = tangent.material;
      return;
    }
    plate_tangent<Slopes>(at, K, tangent);
  };
  using Jet = math::Jet<24>;
  for (const auto& cell : tree_.cell) {
    const PlateCorners<double> at = sheet.corners(cell);
    if (sheet.properties().plate == PlateKind::corotational) {
      tangent_of(at, CorotationalPlate<double>(at), std::type_identity<CorotationalPlate<Jet>>{});
    } else {
      tangent_of(at, VectorPlate<double>(at), std::type_identity<VectorPlate<Jet>>{});
    }
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < 4; ++b) {
        add(stiff_, cell[a], cell[b], tangent.stiffness.block<6, 6>(6 * a, 6 * b));
        if (beta > 0) add(damp_, cell[a], cell[b], beta * tangent.material.block<6, 6>(6 * a, 6 * b));
      }
    }
  }
}

void SheetMatrix::add_springs(const Sheet<double>& sheet) {
  const auto& p = sheet.properties();
  if (!(p.loop > 0)) return;
  for (const auto& edge : tree_.open) {
    const auto &a = sheet.node(edge.first), &b = sheet.node(edge.second);
    const V between = b.r - a.r;
    const double length = between.norm(), k = sheet.spring(edge), rest = sheet.pitch(edge.along_length ? 0 : 2);
    const V n = between / length;
    const double pull = k * (length - rest);
    const M3 along = k * n * n.transpose();
    const M3 stiff = along + pull / length * (M3::Identity() - n * n.transpose());
    const auto spread = [&](Blocks& to, const M3& block) {
      Mat6 full = Mat6::Zero();
      full.topLeftCorner<3, 3>() = block;
      add(to, edge.first, edge.first, full);
      add(to, edge.second, edge.second, full);
      add(to, edge.first, edge.second, -full);
      add(to, edge.second, edge.first, -full);
    };
    spread(stiff_, stiff);
    if (p.damping > 0) spread(damp_, p.damping * along);
  }
}

void SheetMatrix::add_between(int a, int b, const Mat12& K, const Mat12& C) {
  damped_ = true;
  const int node[2] = {a, b};
  for (int m = 0; m < 2; ++m) {
    for (int n = 0; n < 2; ++n) {
      add(stiff_, node[m], node[n], K.block<6, 6>(6 * m, 6 * n));
      add(damp_, node[m], node[n], C.block<6, 6>(6 * m, 6 * n));
    }
  }
}

/// A pose is not linear in the coordinates before it; second derivatives times the carried gradient (G, T).  (T-SHT.19)
void SheetMatrix::add_joint(const Sheet<double>& sheet, int i) {
  const auto& joint = tree_.joint[i];
  const auto& n = sheet.node(i);
  const V G = -sheet.load(i).force, T = -sheet.load(i).moment;
  M3 turn = 0.5 * (G * n.d.transpose() + n.d * G.transpose());
  for (int c = 0; c < 3; ++c) turn(c, c) -= G.dot(n.d);
  stiff_.own[joint.parent].bottomRightCorner<3, 3>() += turn;
  auto& t = term_[i];
  t.qq.setZero();
  t.qq(0, 0) = -sheet.offset_curvature(joint) * G.dot(n.d);
  if (!joint.reversed) {
    t.pq.col(0) = n.p.cross(G);
    t.pq.col(1) = 0.5 * n.uz.cross(T);
    t.pq.col(2) = 0.5 * n.ux.cross(T);
    t.qq(1, 2) = t.qq(2, 1) = 0.5 * T.dot(n.uz.cross(n.ux));
    return;
  }
  const V at_parent = T + n.d.cross(G), lift = n.p.cross(G);
  t.pq.col(0) = -lift;
  t.pq.col(1) = -turn * n.uz - 0.5 * n.uz.cross(at_parent);
  t.pq.col(2) = -turn * n.ux - 0.5 * n.ux.cross(at_parent);
  t.qq(1, 1) = n.uz.dot(turn * n.uz);
  t.qq(2, 2) = n.ux.dot(turn * n.ux);
  t.qq(1, 2) = t.qq(2, 1) = n.ux.dot(turn * n.uz) + 0.5 * at_parent.dot(n.ux.cross(n.uz));
  t.qq(0, 1) = t.qq(1, 0) = n.uz.dot(lift);
  t.qq(0, 2) = t.qq(2, 0) = n.ux.dot(lift);
}

void SheetMatrix::linearise(const Sheet<double>& sheet, bool exact) {
  stiff_.clear();
  damped_ = sheet.properties().damping > 0;
  damp_.clear();
  add_plates(sheet, exact);
  add_springs(sheet);
  for (const int i : tree_.order) {
    const auto& n = sheet.node(i);
    d_[i] = n.d;
    m_[i] = sheet.mass(i).m;
    J_[i] = n.A * sheet.mass(i).J.asDiagonal() * n.A.transpose();
    if (i == tree_.root) continue;
    add_joint(sheet, i);
    for (int c = 0; c < 3; ++c) {
      V linear, angular;
      sheet.along(i, c == 0, c == 1, c == 2, linear, angular);
      S_[i].col(c) << linear, angular;
    }
  }
}

}  // namespace reeve::mechanics
