#include "mechanics/flexible_sheet/sheet_dynamics.hpp"

#include <Eigen/LU>

namespace reeve::mechanics {
namespace {

/// d x (column), column by column
template <class S>
Mat3<S> cross_columns(const Vec3<S>& d, const Mat3<S>& m) {
  Mat3<S> out;
  for (int c = 0; c < 3; ++c) out.col(c) = d.cross(m.col(c));
  return out;
}

template <class S>
Mat3<S> inverse_symmetric(const Mat3<S>& a) {
  const S c00 = a(1, 1) * a(2, 2) - a(1, 2) * a(1, 2), c01 = a(0, 2) * a(1, 2) - a(0, 1) * a(2, 2),
          c02 = a(0, 1) * a(1, 2) - a(0, 2) * a(1, 1);
  const S factor = S(1.0) / (a(0, 0) * c00 + a(0, 1) * c01 + a(0, 2) * c02);
  Mat3<S> out;
  out(0, 0) = c00 * factor;
  out(0, 1) = out(1, 0) = c01 * factor;
  out(0, 2) = out(2, 0) = c02 * factor;
  out(1, 1) = (a(0, 0) * a(2, 2) - a(0, 2) * a(0, 2)) * factor;
  out(1, 2) = out(2, 1) = (a(0, 1) * a(0, 2) - a(0, 0) * a(1, 2)) * factor;
  out(2, 2) = (a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1)) * factor;
  return out;
}

template <class S>
Mat3<S> global_inertia(const Sheet<S>& sheet, int i) {
  const Mat3<S>& A = sheet.node(i).A;
  const Vec3<S>& J = sheet.mass(i).J;
  // J is nearly that of a thin plate; A diag(J) A^T as three outer products, two after taking one off all
  Mat3<S> out = (J[0] - J[1]) * A.col(0) * A.col(0).transpose() + (J[2] - J[1]) * A.col(2) * A.col(2).transpose();
  for (int c = 0; c < 3; ++c) out(c, c) += J[1];
  return out;
}

}  // namespace

template <class S>
void SheetDynamics<S>::set_inertia(const Sheet<S>& sheet, int i) {
  auto& b = body_[i];
  b.M.setZero();
  for (int c = 0; c < 3; ++c) b.M(c, c) = sheet.mass(i).m;
  b.H.setZero();
  b.J = global_inertia(sheet, i);
  const Vec3<S>& w = sheet.node(i).w;
  b.pl = -sheet.load(i).force;
  b.pa = w.cross(b.J * w) - sheet.load(i).moment;
}

/// What accelerates a node without q'' or its parent's acceleration.                                       (T-SHT.7)
template <class S>
void SheetDynamics<S>::bias(const Sheet<S>& sheet, int i, const S* rate, Vec3<S>& linear, Vec3<S>& angular) {
  const auto& joint = sheet.tree().joint[i];
  const auto& n = sheet.node(i);
  const auto& j = sheet.node(joint.parent);
  const S curved = sheet.offset_curvature(joint) * rate[0] * rate[0];
  if (!joint.reversed) {
    const Vec3<S> across = n.uz * rate[1];
    linear = j.w.cross(j.w.cross(n.d) + S(2.0) * rate[0] * n.p) - curved * n.d;
    angular = j.w.cross(across) + (j.w + across).cross(n.ux * rate[2]);
  } else {
    angular = -(j.w.cross(n.ux) * rate[2] + n.w.cross(n.uz) * rate[1]);
    linear = angular.cross(n.d) + n.w.cross(n.w.cross(n.d) - S(2.0) * rate[0] * n.p) - curved * n.d;
  }
}

/// parent += X^T I X, X^T p with X = [1 -d~; 0 1]:  H <- H + (d~ M)^T,  J <- J + d~ H + (d~ H_before)^T
template <class S>
void SheetDynamics<S>::pass_to_parent(const Sheet<S>& sheet, int i) {
  const auto& b = body_[i];
  auto& parent = body_[sheet.tree().joint[i].parent];
  const Vec3<S>& d = sheet.node(i).d;
  const Mat3<S> H = b.H + cross_columns(d, b.M).transpose();
  parent.M += b.M;
  parent.H += H;
  parent.J += b.J + cross_columns(d, H) + cross_columns(d, b.H).transpose();
  parent.pl += b.pl;
  parent.pa += b.pa + d.cross(b.pl);
}

template <class S>
void SheetDynamics<S>::accelerate(const Sheet<S>& sheet, std::span<const S> rates, Twist<S>& root, std::span<S> out) {
  const auto& tree = sheet.tree();
  for (const int i : tree.order) {
    if (!tree.joint[i].locked) set_inertia(sheet, i);
  }
  for (std::size_t k = tree.order.size() - 1; k > 0; --k) {
    const int i = tree.order[k];
    if (tree.joint[i].locked) continue;
    auto& b = body_[i];
    bias(sheet, i, &rates[3 * i], b.bl, b.ba);
    Mat3<S> Ul, Ua, D;
    if (!tree.joint[i].reversed) {  // S = [p 0 0; 0 uz ux]
      const auto& n = sheet.node(i);
      Ul.col(0).noalias() = b.M * n.p;
      Ul.col(1).noalias() = b.H * n.uz;
      Ul.col(2).noalias() = b.H * n.ux;
      Ua.col(0).noalias() = b.H.transpose() * n.p;
      Ua.col(1).noalias() = b.J * n.uz;
      Ua.col(2).noalias() = b.J * n.ux;
      D(0, 0) = n.p.dot(Ul.col(0));
      D(0, 1) = n.p.dot(Ul.col(1));
      D(0, 2) = n.p.dot(Ul.col(2));
      D(1, 1) = n.uz.dot(Ua.col(1));
      D(1, 2) = n.uz.dot(Ua.col(2));
      D(2, 2) = n.ux.dot(Ua.col(2));
    } else {
      for (int c = 0; c < 3; ++c) {
        Vec3<S> linear, angular;
        sheet.along(i, S(c == 0), S(c == 1), S(c == 2), linear, angular);
        Ul.col(c) = b.M * linear + b.H * angular;
        Ua.col(c) = b.H.transpose() * linear + b.J * angular;
        D.col(c) = sheet.onto(i, Ul.col(c), Ua.col(c));
      }
    }
    b.D = inverse_symmetric(D);
    b.Ul = Ul;
    b.Ua = Ua;
    b.u = -sheet.onto(i, b.pl, b.pa);
    if (tree.joint[tree.joint[i].parent].locked) continue;  // the clamp carries whatever comes
    Mat3<S> Vl, Va;
    Vl.noalias() = Ul * b.D;
    Va.noalias() = Ua * b.D;
    b.M.noalias() -= Vl * Ul.transpose();
    b.H.noalias() -= Vl * Ua.transpose();
    b.J.noalias() -= Va * Ua.transpose();
    b.pl += b.M * b.bl + b.H * b.ba + Vl * b.u;
    b.pa += b.H.transpose() * b.bl + b.J * b.ba + Va * b.u;
    pass_to_parent(sheet, i);
  }
  if (!tree.clamped) {
    Eigen::Matrix<S, 6, 6> I;
    const auto& b = body_[tree.root];
    I << b.M, b.H, b.H.transpose(), b.J;
    Eigen::Matrix<S, 6, 1> p;
    p << b.pl, b.pa;
    const Eigen::Matrix<S, 6, 1> a = -I.partialPivLu().solve(p);
    root.linear = a.template head<3>();
    root.angular = a.template tail<3>();
  }
  acceleration_[tree.root] = root;
  for (int c = 0; c < 3; ++c) out[3 * tree.root + c] = S(0.0);
  for (std::size_t k = 1; k < tree.order.size(); ++k) {
    const int i = tree.order[k];
    const auto& n = sheet.node(i);
    const auto& parent = acceleration_[tree.joint[i].parent];
    auto& b = body_[i];
    if (tree.joint[i].locked) bias(sheet, i, &rates[3 * i], b.bl, b.ba);
    const Vec3<S> linear = parent.linear + parent.angular.cross(n.d) + b.bl, angular = parent.angular + b.ba;
    Vec3<S> joint = Vec3<S>::Constant(S(0.0)), moved = joint, turned = joint;
    if (!tree.joint[i].locked) {
      joint = b.D * (b.u - b.Ul.transpose() * linear - b.Ua.transpose() * angular);
      sheet.along(i, joint[0], joint[1], joint[2], moved, turned);
    }
    for (int c = 0; c < 3; ++c) out[3 * i + c] = joint[c];
    acceleration_[i] = {linear + moved, angular + turned};
  }
}

template <class S>
void SheetDynamics<S>::take_off_inertia(Sheet<S>& sheet) const {
  for (int i = 0; i < sheet.tree().nodes(); ++i) {
    const Mat3<S> J = global_inertia(sheet, i);
    const Vec3<S>& w = sheet.node(i).w;
    auto& f = sheet.load(i);
    f.force -= sheet.mass(i).m * acceleration_[i].linear;
    f.moment -= J * acceleration_[i].angular + w.cross(J * w);
  }
}

template class SheetDynamics<double>;
template class SheetDynamics<math::Dual>;

}  // namespace reeve::mechanics
