// The derivative of the state of rest by parameters and weights.
#include <algorithm>

#include "models/rope_pulley/model.hpp"
#include "models/rope_pulley/rest.hpp"

namespace reeve::models::rope_pulley {

using math::Dual;

/// Follows the derivative along a direction of parameters through the stages: each is an equation f(q; q0, z, p) = 0, so
/// dq = K^-1 df at fixed q.                                                                          (T-ROP.18)
struct Model::Tracked final : Follower {
  Tracked(Model& of, const Values<Dual>& values, std::vector<Dual> from)
      : model{of}, equations{*of.dual_}, u{values}, q0{std::move(from)} {
    z.resize(model.points());
    for (auto* v : {&f, &rest}) v->resize(model.coordinates());
  }

  void stage(const std::vector<double>& settled, double part, Grip<double>::Kind kind, const Modes& before) override {
    const Dual lighter = std::min(u.left_mass, u.right_mass);
    equations.set_masses(lighter + part * (u.left_mass - lighter), lighter + part * (u.right_mass - lighter));
    q.assign(settled.begin(), settled.end());
    Grip<Dual> grip;
    grip.kind = kind == Grip<double>::Kind::weak ? Grip<Dual>::Kind::weak : Grip<Dual>::Kind::step;
    grip.q0 = q0.data(), grip.z = z.data(), grip.pulley = before.pulley.data(), grip.slips = before.slips.data();
    equations.evaluate(q.data(), rest.data(), grip, f.data());
    std::transform(f.begin(), f.end(), model.delta_.begin(), [](const Dual& force) { return force.d; });
    model.solve(model.delta_);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d = model.delta_[i];
    equations.evaluate(q.data(), rest.data(), grip, f.data());
    for (int j = 0; j < equations.points(); ++j)
      z[j] = equations.contact(j).pulley < 0 ? Dual(0.0) : equations.contact(j).z;
    q0 = q;
  }

  Model& model;
  Equations<Dual>& equations;
  const Values<Dual>& u;
  std::vector<Dual> q0, q, z, f, rest;
};

/// The drawing is smooth, and only fixes the rope's place where friction does not: its derivative by differences.
std::vector<Dual> Model::drawn_along(const Values<Dual>& u) {
  constexpr double kSmall = 1e-7;
  const auto drawn_at = [&](double by) {
    const Values<double> moved = along(u, by);
    equations_.prepare(moved);
    return drawn(moved);
  };
  const auto ahead = drawn_at(kSmall), behind = drawn_at(-kSmall), here = drawn_at(0);
  std::vector<Dual> q;
  for (std::size_t i = 0; i < here.size(); ++i) q.emplace_back(here[i], (ahead[i] - behind[i]) / (2 * kSmall));
  return q;
}

/// The values, moved by so much along their derivative.
Values<double> Model::along(const Values<Dual>& u, double by) const {
  Values<double> moved = defaults<double>();
  Values<Dual> from = u;
  variables::List to_list, from_list;
  fields(moved, to_list);
  fields(from, from_list);
  variables::copy_along(from_list, by, to_list);
  return moved;
}

template <>
void Model::start(const Values<Dual>& u, const State& state, std::vector<Dual>& x, Start<Dual>& start) {
  Tracked track(*this, u, drawn_along(u));
  const Values<double> plain = along(u, 0);
  State scratch = state;
  dual_->prepare(u);
  dual_->set_bristles_for_all_laws(true);
  equilibrium(plain, scratch, track);
  dual_->set_bristles_for_all_laws(false);
  prepare(plain, state.start);

  x.assign(scratch.x.begin(), scratch.x.end());
  std::copy(track.q.begin(), track.q.end(), x.begin());
  std::copy(track.z.begin(), track.z.end(), x.begin() + at_z());
  start = Start<Dual>(state.start);
  start.left = x[1];
  start.right = x[4 * (structure_.nodes() - 1) + 1];
}

}  // namespace reeve::models::rope_pulley
