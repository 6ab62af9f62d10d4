#include <algorithm>
#include <cmath>

#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using integration::Method;
using math::Dual;
using mechanics::Twist;

Model::Model(Structure structure) : structure_{std::move(structure)} {
  Start<double> nothing;
  Modes modes;
  blank(modes, nothing);
  here_ = modes.base;
  roller_.resize(structure_.nip.size());
  for (auto* nodal : {&a_, &b_, &c_}) nodal->assign(3 * structure_.nodes(), 0.0);
}

void Model::blank(Modes& m, Start<double>&) const {
  m.base.x.assign(Places::largest_size(structure_.nodes()), 0.0);
  m.base.speed.assign(structure_.nip.size(), 0.0);
}

template <class S>
Values<S> Model::defaults() const {
  Values<S> v;
  for (auto* nodal : {&v.node_x, &v.node_y, &v.node_z}) nodal->assign(structure_.nodes(), S(0.0));
  v.nip.resize(structure_.nip.size());
  if (!v.nip.empty()) {
    v.sheet.boundary = kFree;
    v.solver.tolerance = kNipTolerance;
  }
  return v;
}
template Values<double> Model::defaults<double>() const;
template Values<Dual> Model::defaults<Dual>() const;

template <class S>
mechanics::SheetProperties<S> Model::properties(const Values<S>& u) {
  return {.length = u.sheet.length,
          .width = u.sheet.width,
          .thickness = u.sheet.thickness,
          .E = u.sheet.E,
          .nu = u.sheet.nu,
          .density = u.sheet.density,
          .loop = u.sheet.loop_stiffness,
          .damping = u.sheet.damping,
          .gravity = u.gravity,
          .joint = static_cast<mechanics::JointKind>(u.sheet.joint),
          .plate = static_cast<mechanics::PlateKind>(u.sheet.element)};
}
template mechanics::SheetProperties<Dual> Model::properties(const Values<Dual>&);

double Model::pitch(const Values<double>& u) const {
  return std::min(u.sheet.length / (structure_.nodes_length - 1), u.sheet.width / (structure_.nodes_width - 1));
}

/// Largest natural frequency of the mesh [rad/s], bending or loop springs.                                 (T-SHT.24)
double Model::fastest(const Values<double>& u) const {
  const auto& s = u.sheet;
  const double pitch = this->pitch(u);
  const double bending =
      12.6 * std::sqrt(s.E * s.thickness * s.thickness / (12 * (1 - s.nu * s.nu) * s.density)) / (pitch * pitch);
  const double springs = 1.8 * std::sqrt(s.loop_stiffness * s.E / s.density) / pitch;
  return std::max(bending, springs);
}

bool Model::uses_implicit(const Values<double>& u) const {
  if (u.solver.method != kAutomatic) return u.solver.method == kImplicit;
  // Measured (bench-sheet): a matrix is worth its price where damping makes the fast modes stiff, not where they swing.
  constexpr double kStiff = 3;
  // Friction in a nip is stiff: 0.6 s of sheets/sheet-feeder.toml take 1.5 s implicitly and 3.8 s explicitly, both with a
  // tolerance of 1e-5, and a banknote that one nip holds still for 1 s takes 0.3 s and 9.6 s.
  if (!u.nip.empty()) return true;
  return u.sheet.damping * fastest(u) > kStiff;
}

void Model::prepare(const Values<double>& u, const Start<double>&) {
  const bool implicit = uses_implicit(u);
  solver_ = {.method = implicit ? Method::implicit_method : Method::explicit_method,
             .tolerance = u.solver.tolerance,
             .largest_step = u.solver.step};
  for (std::size_t i = 0; i < roller_.size(); ++i) roller_[i] = u.nip[i].roller;
  bandwidth_ = u.clamp.bandwidth;
  matrix_number_ = 0;
  const Prepared now{properties(u), u.sheet.tree, u.sheet.boundary, u.start == kEquilibrium || implicit};
  if (prepared_ && *prepared_ == now) return;
  prepared_.reset();  // until all is built: memory may run out
  build(u, now.has_matrix);
  prepared_ = now;
}

void Model::build(const Values<double>& u, bool needs_matrix) {
  matrix_.reset();
  dual_.reset();
  posed_.reset();
  tree_.emplace(structure_.nodes_length, structure_.nodes_width, static_cast<mechanics::TreeKind>(u.sheet.tree),
                u.sheet.boundary == kClamped);
  places_.emplace(*tree_, !structure_.nip.empty());
  posed_.emplace(*tree_);
  posed_->sheet.set(properties(u));
  dual_.emplace(*tree_);
  if (needs_matrix) matrix_.emplace(*tree_);
  set_nominals(u);
}

void Model::set_nominals(const Values<double>& u) {
  const auto& at = *places_;
  const double pitch = this->pitch(u);
  nominal_.assign(at.size(), 1.0);
  for (std::size_t k = 0; k < at.joints(); ++k) {
    const double size = k < at.coordinate(0, 1) ? pitch : 1;
    nominal_[at.q() + k] = nominal::kAngle * size;
    nominal_[at.rates() + k] = nominal::kSpin * size;
  }
  if (at.clamped()) {
    nominal_[Places::kHeight] = nominal_[Places::kAngle] = nominal::kLength;
  } else {
    for (std::size_t k = Places::kPosition; k < Places::kVelocity; ++k) nominal_[k] = nominal::kLength;
    for (std::size_t k = Places::kSpin; k < Places::kFreeStates; ++k) nominal_[k] = nominal::master_spin(structure_);
  }
  for (std::size_t k = at.works(); k < at.size(); ++k) nominal_[k] = nominal::kWork;
}

/// (T-SHT.21); none for a free sheet.
template <class S>
Twist<S> Model::clamp_acceleration(std::span<const S> x, const Values<S>& u) const {
  Twist<S> root;
  if (!places_->clamped()) return root;
  const S w = u.clamp.bandwidth;
  root.linear[1] =
      w * w * (u.clamp_height - x[Places::kHeight]) + 2.0 * w * (u.clamp_height_rate - x[Places::kHeightRate]);
  root.angular[2] =
      w * w * (u.clamp_angle - x[Places::kAngle]) + 2.0 * w * (u.clamp_angle_rate - x[Places::kAngleRate]);
  return root;
}

template <class S>
void Model::evaluate(PosedSheet<S>& posed, std::span<const S> x, const Values<S>& u, std::span<S> dx) const {
  const auto& at = *places_;
  auto& sheet = posed.sheet;
  posed.take(at, x);
  sheet.find_loads(true);
  S power(0.0), loss(0.0);
  for (const auto& nip : u.nip) {
    const auto action = mechanics::Nip<S>(nip.roller, nip.speed).load(sheet);
    power += action.power;
    loss += action.loss;
  }
  if (!u.nip.empty()) dx[at.works()] = power, dx[at.works() + 1] = loss;
  Twist<S> root = clamp_acceleration(x, u);
  posed.dynamics.accelerate(sheet, posed.rates, root, posed.accelerations);
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(at.rates()), at.joints(),
              dx.begin() + static_cast<std::ptrdiff_t>(at.q()));
  at.gather<S>(posed.accelerations, dx.subspan(at.rates(), at.joints()));
  if (at.clamped()) {
    dx[Places::kHeight] = x[Places::kHeightRate];
    dx[Places::kAngle] = x[Places::kAngleRate];
    dx[Places::kHeightRate] = root.linear[1];
    dx[Places::kAngleRate] = root.angular[2];
    return;
  }
  for (int c = 0; c < 3; ++c) {
    dx[Places::kPosition + c] = x[Places::kVelocity + c];
    dx[Places::kVelocity + c] = root.linear[c];
    dx[Places::kSpin + c] = root.angular[c];
  }
  const auto turning = quaternion_rate(&x[Places::kSpin], &x[Places::kTurn]);
  std::copy(turning.begin(), turning.end(), dx.begin() + Places::kTurn);
}

void Model::derivatives(double, Span x, const Modes&, const Values<double>& u, std::span<double> dx) {
  ++evaluations_;
  evaluate<double>(*posed_, x, u, dx);
}

void Model::rates(const Dual&, std::span<const Dual> x, const Modes&, const Start<Dual>&, const Values<Dual>& v,
                  std::span<Dual> dx) {
  dual_->sheet.set(properties(v));
  evaluate<Dual>(*dual_, x, v, dx);
}

}  // namespace reeve::models::flexible_sheet
