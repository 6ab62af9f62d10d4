#include "models/flexible_sheet/flexible_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/flexible_sheet/motion.hpp"

namespace reeve::models {

using math::Dual;
using math::text;
using mechanics::JointKind;
using mechanics::Mat3;
using mechanics::Sheet;
using mechanics::SheetRoot;
using mechanics::TreeKind;
using mechanics::Vec3;

FlexibleSheet::FlexibleSheet(Structure structure) : structure_{std::move(structure)} {}
FlexibleSheet::~FlexibleSheet() = default;

FlexibleSheet::State FlexibleSheet::blank_state() {
  State state;
  state.x.assign(size(), 0.0);
  state.x[kTurn] = 1;
  state.matrix.x.assign(size(), 0.0);
  state.matrix.speed.assign(structure_.nip.size(), 0.0);
  state.memory = explicit_.resize(size());
  implicit_.resize(size());
  scale_.assign(size(), 1.0);
  return state;
}

template <class S>
FlexibleSheet::Values<S> FlexibleSheet::defaults() const {
  Values<S> v;
  for (auto* nodal : {&v.node_x, &v.node_y, &v.node_z}) nodal->assign(coordinates() / 3, S(0.0));
  v.nip.resize(structure_.nip.size());
  if (!v.nip.empty()) {
    v.sheet.boundary = kFree;
    v.solver.tolerance = kNipTolerance;
  }
  return v;
}
template FlexibleSheet::Values<double> FlexibleSheet::defaults<double>() const;
template FlexibleSheet::Values<Dual> FlexibleSheet::defaults<Dual>() const;

template <class S>
mechanics::SheetProperties<S> FlexibleSheet::properties(const Values<S>& p) {
  return {.length = p.sheet.length,
          .width = p.sheet.width,
          .thickness = p.sheet.thickness,
          .E = p.sheet.E,
          .nu = p.sheet.nu,
          .density = p.sheet.density,
          .loop = p.sheet.loop_stiffness,
          .damping = p.sheet.damping,
          .gravity = p.gravity,
          .joint = static_cast<JointKind>(p.sheet.joint),
          .plate = static_cast<mechanics::PlateKind>(p.sheet.element)};
}

template <class S>
SheetRoot<S> FlexibleSheet::root(std::span<const S> x) const {
  using std::cos;
  using std::sin;
  using std::sqrt;
  SheetRoot<S> out;
  const S zero(0.0);
  if (tree_->clamped) {
    const S c = cos(x[kAngle]), s = sin(x[kAngle]);
    out.r = {zero, x[kHeight], zero};
    out.A << c, -s, zero, s, c, zero, zero, zero, S(1.0);
    out.v = {zero, x[kHeightRate], zero};
    out.w = {zero, zero, x[kAngleRate]};
    return out;
  }
  const S* const q = &x[kTurn];
  const S size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const S w = q[0] / size;
  const Vec3<S> u(q[1] / size, q[2] / size, q[3] / size);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) out.A(r, c) = S(2.0) * u[r] * u[c] + (r == c ? S(2.0) * w * w - S(1.0) : zero);
  }
  const Vec3<S> wu = S(2.0) * w * u;
  out.A(0, 1) -= wu[2], out.A(1, 0) += wu[2];
  out.A(0, 2) += wu[1], out.A(2, 0) -= wu[1];
  out.A(1, 2) -= wu[0], out.A(2, 1) += wu[0];
  out.r = {x[kPosition], x[kPosition + 1], x[kPosition + 2]};
  out.v = {x[kVelocity], x[kVelocity + 1], x[kVelocity + 2]};
  out.w = {x[kSpin], x[kSpin + 1], x[kSpin + 2]};
  return out;
}

template <class S>
void FlexibleSheet::pose(Sheet<S>& sheet, std::span<const S> x, bool with_rates) const {
  sheet.move(root(x), x.subspan(kQ, coordinates()), with_rates ? x.subspan(rates(), coordinates()) : std::span<const S>{});
}
template void FlexibleSheet::pose(Sheet<double>&, std::span<const double>, bool) const;
template void FlexibleSheet::pose(Sheet<Dual>&, std::span<const Dual>, bool) const;
template mechanics::SheetProperties<Dual> FlexibleSheet::properties(const Values<Dual>&);

void FlexibleSheet::check(const Values<double>& p, std::vector<std::string>& findings) const {
  const auto& s = p.sheet;
  const double l = s.length / (structure_.nodes_length - 1);
  const double D = s.E * std::pow(s.thickness, 3) / (12 * (1 - s.nu * s.nu));
  const double weight = s.density * std::abs(p.gravity) * s.thickness;
  const bool papers = s.joint == static_cast<int>(JointKind::paper);
  // The paper's joint lets a segment grow as it turns; on a coarse mesh its weight gains more than bending costs. (T-SHT.22)
  const double runaway = weight * s.length * l * l / (12 * D);
  constexpr double kMostRunaway = 0.15;  // 0.05 (15x11) works, 0.27 (7x5) has no equilibrium
  if (papers && s.boundary == kClamped && runaway > kMostRunaway) {
    findings.push_back("sheet.joint = 1 with " + std::to_string(structure_.nodes_length) +
                       " nodes along the length: weight x length x pitch^2/(12 D) is " + text(runaway) + ", expected at most " +
                       text(kMostRunaway) + ", for the paper's joint stretches without limit on such a mesh and the sheet runs away; set "
                       "sheet.joint = 2, or describe more nodes with sheet.nodes_length");
  }
  const auto tree = static_cast<TreeKind>(s.tree);
  if (papers && (tree == TreeKind::ribs || tree == TreeKind::ribs_centre) && s.loop_stiffness > 0) {
    findings.push_back("sheet.loop_stiffness = " + text(s.loop_stiffness) + " with sheet.joint = 1 and sheet.tree = " +
                       std::to_string(s.tree) +
                       ": the paper's joint makes the spine longer as it bends, and springs on its neighbours lock that; set "
                       "sheet.joint = 2, or sheet.loop_stiffness = 0, or sheet.tree = 1");
  }
  if (s.boundary == kFree && p.start == kEquilibrium) {
    findings.push_back("start = 2 (equilibrium) with sheet.boundary = 2: a free sheet has none, set start = 1");
  }
  if (s.boundary == kClamped && !structure_.nip.empty()) {
    findings.push_back("sheet.boundary = 1 with the nip " + structure_.nip[0] +
                       ": a sheet that is clamped at an edge cannot be fed, set sheet.boundary = 2 (free)");
  }
  if (!(runaway * 12 < 1e6)) {
    findings.push_back("sheet.thickness = " + text(s.thickness) + " m and sheet.E = " + text(s.E) +
                       " Pa make the sheet bend within a small part of its pitch of " + text(l) +
                       " m under its weight; raise one of them, or describe more nodes");
  }
}

void FlexibleSheet::prepare(const Values<double>& p) {
  matrix_taken_ = false;
  const Prepared now{properties(p), p.sheet.tree, p.sheet.boundary, p.start == kEquilibrium || uses_implicit(p)};
  if (prepared_ && *prepared_ == now) return;
  prepared_.reset();  // until all is built: memory may run out
  matrix_.reset();
  dynamics_.reset();
  dual_.reset();
  sheet_.reset();
  tree_.emplace(structure_.nodes_length, structure_.nodes_width, static_cast<TreeKind>(p.sheet.tree),
                p.sheet.boundary == kClamped);
  sheet_.emplace(*tree_);
  sheet_->set(properties(p));
  dual_.emplace(*tree_);
  dynamics_.emplace(*tree_);
  if (now.needs_matrix) matrix_.emplace(*tree_);
  motion_ = std::make_unique<Motion>(*this);

  // Sizes against which errors are measured, so that the tip errs by about the tolerance times the length.
  const double angle = 1, spin = 100;
  std::fill(scale_.begin(), scale_.end(), 1.0);
  for (int i = 0; i < tree_->nodes(); ++i) {
    const double pitch = sheet_->pitch(tree_->joint[i].axis);
    for (int c = 0; c < 3; ++c) {
      scale_[kQ + 3 * i + c] = c == 0 ? angle * pitch : angle;
      scale_[rates() + 3 * i + c] = c == 0 ? spin * pitch : spin;
    }
  }
  scale_[kHeight] = scale_[kAngle] = 0.1;
  for (std::size_t k = kPosition; k < kVelocity; ++k) scale_[k] = 0.1;
  if (!structure_.nip.empty()) {  // rollers shake the master as they do the joints
    for (std::size_t k = kSpin; k < kQ; ++k) scale_[k] = spin;
    for (std::size_t k = works(); k < size(); ++k) scale_[k] = 0.1;  // [J]
  }
  prepared_ = now;
}

void FlexibleSheet::initialise(double /*t0*/, const Values<double>& p, State& state) {
  prepare(p);
  auto& x = state.x;
  std::fill(x.begin(), x.end(), 0.0);
  x[kHeight] = p.clamp_height;
  x[kAngle] = p.clamp_angle;
  x[kTurn] = 1;
  if (p.sheet.boundary == kFree) {
    x[kPosition + 1] = p.clamp_height;
    x[kTurn] = std::cos(0.5 * p.clamp_angle);
    x[kTurn + 3] = std::sin(0.5 * p.clamp_angle);
  }
  if (p.start == kEquilibrium) equilibrium(p, state);
}

void FlexibleSheet::restored(const Values<double>& p, const State&) { prepare(p); }

template <class S>
void FlexibleSheet::outputs(S /*t*/, std::span<const S> x, const State&, Values<S>& v) {
  using std::sqrt;
  Sheet<S>* sheet;
  if constexpr (std::is_same_v<S, double>) {
    if (!prepared_) prepare(v);
    sheet = &*sheet_;
  } else {
    sheet = &*dual_;
    sheet->set(properties(v));
  }
  pose(*sheet, x, true);
  const auto& tree = *tree_;
  const int n1 = tree.nodes_length, n2 = tree.nodes_width;
  const auto& master = sheet->node(tree.root);
  S lowest = master.r[1];
  std::size_t next = 0;
  for (int i = 0; i < n1; ++i) {
    for (int k = 0; k < n2; ++k, ++next) {
      const auto& r = sheet->node(tree.id(i, k)).r;
      v.node_x[next] = r[0];
      v.node_y[next] = r[1];
      v.node_z[next] = r[2];
      if (r[1] < lowest) lowest = r[1];
    }
  }
  const auto& tip = sheet->node(tree.id(n1 - 1, (n2 - 1) / 2)).r;
  v.tip_x = tip[0];
  v.tip_y = tip[1];
  v.max_drop = master.r[1] - lowest;
  const Vec3<S> edge = sheet->node(tree.id(n1 - 1, n2 - 1)).r - sheet->node(tree.id(n1 - 1, 0)).r;
  v.corner_spread = (sqrt(edge.dot(edge)) - v.sheet.width) / S(2.0);
  v.clamp_position = master.r[1];
  v.elastic_energy = sheet->elastic_energy();
  v.kinetic_energy = sheet->kinetic_energy();
  v.total_energy = v.elastic_energy + v.kinetic_energy + sheet->gravity_energy();
  v.nip_energy = S(0.0);
  for (auto& nip : v.nip) {
    const auto action = mechanics::Nip<S>(nip.roller, nip.speed).action(*sheet);
    nip.force = action.drive;
    nip.slip = action.slip;
    nip.normal = action.normal;
    v.nip_energy += action.energy;
  }
  if (v.nip.empty()) return;
  v.roller_work = x[works()];
  v.friction_loss = x[works() + 1];
}
template void FlexibleSheet::outputs<double>(double, std::span<const double>, const State&, Values<double>&);
template void FlexibleSheet::outputs<Dual>(Dual, std::span<const Dual>, const State&, Values<Dual>&);

FlexibleSheet::Momenta FlexibleSheet::momenta(const State& state, const Values<double>& p) {
  if (!prepared_) prepare(p);
  pose<double>(*sheet_, state.x, true);
  Momenta out{Vec3<double>::Zero(), Vec3<double>::Zero()};
  for (int i = 0; i < tree_->nodes(); ++i) {
    const auto& n = sheet_->node(i);
    const Vec3<double> momentum = sheet_->mass(i).m * n.v, w = n.A.transpose() * n.w;
    out.linear += momentum;
    out.angular += n.r.cross(momentum) + n.A * sheet_->mass(i).J.cwiseProduct(w);
  }
  return out;
}

}  // namespace reeve::models
