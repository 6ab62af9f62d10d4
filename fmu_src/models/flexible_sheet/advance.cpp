// Time stepping: explicit with error control, or linearly implicit with a matrix that is kept while it serves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/text.hpp"
#include "models/flexible_sheet/motion.hpp"

namespace reeve::models {

using integration::StepFailure;
using integration::StepHooks;
using integration::Verdict;
using math::text;
using mechanics::Twist;
using mechanics::Vec3;

double FlexibleSheet::Motion::height_acceleration(const double* x) const {
  const auto& p = *values;
  const double w = p.clamp.bandwidth;
  return w * w * (p.clamp_height - x[kHeight]) + 2 * w * (p.clamp_height_rate - x[kHeightRate]);
}

double FlexibleSheet::Motion::angle_acceleration(const double* x) const {
  const auto& p = *values;
  const double w = p.clamp.bandwidth;
  return w * w * (p.clamp_angle - x[kAngle]) + 2 * w * (p.clamp_angle_rate - x[kAngleRate]);
}

void FlexibleSheet::Motion::rate(double t, const double* x, double* out) {
  inputs_at(t);
  ++model.evaluations_;
  const std::size_t n = model.coordinates(), rates = model.rates();
  auto& sheet = *model.sheet_;
  model.pose<double>(sheet, {x, model.size()}, true);
  sheet.find_loads(true);
  std::fill(out, out + kQ, 0.0);
  Twist root;
  const bool clamped = model.tree_->clamped;
  if (clamped) {
    out[kHeight] = x[kHeightRate];
    out[kAngle] = x[kAngleRate];
    root.linear[1] = out[kHeightRate] = height_acceleration(x);
    root.angular[2] = out[kAngleRate] = angle_acceleration(x);
  }
  std::copy(x + rates, x + rates + n, out + kQ);
  double power = 0, loss = 0;
  for (const auto& nip : values->nip) {
    const auto action = mechanics::Nip<double>(nip.roller, nip.speed).load(sheet);
    power += action.power;
    loss += action.loss;
  }
  if (!values->nip.empty()) {
    out[model.works()] = power;
    out[model.works() + 1] = loss;
  }
  model.dynamics_->accelerate(sheet, {x + rates, n}, root, {out + rates, n});
  if (clamped) return;
  const double* const q = x + kTurn;
  const double* const w = x + kSpin;
  for (int c = 0; c < 3; ++c) {
    out[kPosition + c] = x[kVelocity + c];
    out[kVelocity + c] = root.linear[c];
    out[kSpin + c] = root.angular[c];
  }
  out[kTurn] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);  // w in fixed axes: q' = (0, w) q / 2
  out[kTurn + 1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
  out[kTurn + 2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
  out[kTurn + 3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
}

/// The clamp's own equations, exactly.
void FlexibleSheet::Motion::solve_clamp(const double* F, double* k) const {
  const double w = values->clamp.bandwidth, gi = 1 / g;
  const double H = gi * gi + 2 * w * gi + w * w;
  for (const auto& [place, speed] : {std::pair<int, int>{kHeight, kHeightRate}, std::pair<int, int>{kAngle, kAngleRate}}) {
    k[place] = (F[speed] + (gi + 2 * w) * F[place]) / H;
    k[speed] = k[place] * gi - F[place];
  }
}

void FlexibleSheet::Motion::solve(const double* F, double* k) {
  const std::size_t n = model.coordinates(), rates = model.rates();
  const double gi = 1 / g;
  std::fill(k, k + kQ, 0.0);
  Twist root_a, root_b, out;
  double along = 0;
  const double* const q = model.root_turn_.data();
  if (model.tree_->clamped) {
    solve_clamp(F, k);
  } else {  // the change of the quaternion as a spin, and the rest along it
    const double* const d = F + kTurn;
    along = d[0] * q[0] + d[1] * q[1] + d[2] * q[2] + d[3] * q[3];
    root_b.linear = {F[kPosition], F[kPosition + 1], F[kPosition + 2]};
    root_b.angular = 2 * Vec3<double>(d[1] * q[0] - d[0] * q[1] - d[2] * q[3] + d[3] * q[2],
                                      d[2] * q[0] - d[0] * q[2] - d[3] * q[1] + d[1] * q[3],
                                      d[3] * q[0] - d[0] * q[3] - d[1] * q[2] + d[2] * q[1]);
    root_a.linear = Vec3<double>(F[kVelocity], F[kVelocity + 1], F[kVelocity + 2]) + gi * root_b.linear;
    root_a.angular = Vec3<double>(F[kSpin], F[kSpin + 1], F[kSpin + 2]) + gi * root_b.angular;
  }
  for (std::size_t i = 0; i < n; ++i) a[i] = F[rates + i] + gi * F[kQ + i];
  model.matrix_->times(a, root_a, {F + kQ, n}, root_b, {k + kQ, n}, out);
  model.matrix_->solve({k + kQ, n}, out);
  for (std::size_t i = 0; i < n; ++i) k[rates + i] = gi * k[kQ + i] - F[kQ + i];
  for (std::size_t i = model.works(); i < model.size(); ++i) k[i] = g * F[i];  // nothing depends on the works
  if (model.tree_->clamped) return;
  const Vec3<double>& s = out.angular;
  for (int c = 0; c < 3; ++c) {
    k[kPosition + c] = out.linear[c];
    k[kVelocity + c] = gi * out.linear[c] - root_b.linear[c];
    k[kSpin + c] = gi * s[c] - root_b.angular[c];
  }
  k[kTurn] = -0.5 * (s[0] * q[1] + s[1] * q[2] + s[2] * q[3]) + g * along * q[0];
  k[kTurn + 1] = 0.5 * (s[0] * q[0] + s[1] * q[3] - s[2] * q[2]) + g * along * q[1];
  k[kTurn + 2] = 0.5 * (s[1] * q[0] + s[2] * q[1] - s[0] * q[3]) + g * along * q[2];
  k[kTurn + 3] = 0.5 * (s[2] * q[0] + s[0] * q[2] - s[1] * q[1]) + g * along * q[3];
}

double FlexibleSheet::Motion::error(const double* e, const double* x) const {
  double worst = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const double ratio = std::abs(e[i]) / (values->solver.tolerance * (model.scale_[i] + std::abs(x[i])));
    if (!(ratio <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
    worst = std::max(worst, ratio);
  }
  return worst;
}

/// Largest natural frequency of the mesh [rad/s], bending or loop springs.                                 (T-SHT.24)
double FlexibleSheet::fastest(const Values<double>& p) const {
  const auto& s = p.sheet;
  const double pitch = std::min(s.length / (structure_.nodes_length - 1), s.width / (structure_.nodes_width - 1));
  const double bending = 12.6 * std::sqrt(s.E * s.thickness * s.thickness / (12 * (1 - s.nu * s.nu) * s.density)) / (pitch * pitch);
  const double springs = 1.8 * std::sqrt(s.loop_stiffness * s.E / s.density) / pitch;
  return std::max(bending, springs);
}

bool FlexibleSheet::uses_implicit(const Values<double>& p) const {
  if (p.solver.method != kAutomatic) return p.solver.method == kImplicit;
  // Measured (bench-sheet): a matrix is worth its price where damping makes the fast modes stiff, not where they swing.
  constexpr double kStiff = 3;
  // Friction in a nip is stiff: 0.6 s of sheets/sheet-feeder.toml take 1.5 s implicitly and 3.8 s explicitly, both with a
  // tolerance of 1e-5, and a banknote that one nip holds still for 1 s takes 0.3 s and 9.6 s.
  if (!p.nip.empty()) return true;
  return p.sheet.damping * fastest(p) > kStiff;
}

double FlexibleSheet::advance(double t, const Values<double>& p, State& state, StepHooks& hooks) {
  if (!prepared_) prepare(p);
  motion_->values = &p;
  const struct Connected {  // also when a step fails
    Motion& motion;
    Connected(Motion& m, StepHooks& h) : motion(m) { motion.hooks = &h; }
    ~Connected() { motion.hooks = nullptr; }
  } connected(*motion_, hooks);
  warn_once(p, state, hooks);
  if (!uses_implicit(p)) {
    const auto rhs = [this](const std::vector<double>& x, std::vector<double>& f, double time) {
      motion_->rate(time, x.data(), f.data());
    };
    return explicit_.advance(rhs, t, state.x, state.memory, scale_, {p.solver.tolerance, p.solver.step}, hooks);
  }
  while (t < hooks.end) {
    t = implicit_step(t, p, state, hooks);
    if (hooks.accepted(t).stop) break;
  }
  return t;
}

/// Stiffness and damping of the nips, where the sheet's matrix was taken.                                    (T-SHT.30)
void FlexibleSheet::add_nips(const Values<double>& p, const std::vector<double>& speed) {
  mechanics::NipTangent tangent;
  for (std::size_t i = 0; i < p.nip.size(); ++i) {
    const mechanics::Nip<double> nip(p.nip[i].roller, speed[i]);
    for (int k = 0; k < structure_.nodes_width; ++k) {
      if (nip.tangent(*sheet_, k, tangent)) matrix_->add_between(tangent.first, tangent.second, tangent.K, tangent.C);
    }
  }
}

/// The matrix at the point that the state remembers, for steps of the remembered size.
bool FlexibleSheet::take_matrix(const Values<double>& p, State& state, double gamma_step) {
  auto& kept = state.matrix;
  kept.gamma_step = gamma_step;
  if (!has_matrix_of(state)) {
    auto& sheet = *sheet_;
    const std::size_t n = coordinates();
    pose<double>(sheet, kept.x, true);
    sheet.find_loads(true);
    for (std::size_t i = 0; i < p.nip.size(); ++i) mechanics::Nip<double>(p.nip[i].roller, kept.speed[i]).load(sheet);
    Twist root;
    root.linear[1] = kept.height_acceleration;
    root.angular[2] = kept.angle_acceleration;
    dynamics_->accelerate(sheet, {kept.x.data() + rates(), n}, root, motion_->a);
    dynamics_->take_off_inertia(sheet);
    mechanics::Wrench<double> on_root;
    sheet.generalized(motion_->a, on_root);
    matrix_->linearise(sheet, false);
    add_nips(p, kept.speed);
    kept.number = ++matrix_number_;
    matrix_taken_ = true;
    double size = 0;
    for (int c = 0; c < 4; ++c) size += kept.x[kTurn + c] * kept.x[kTurn + c];
    for (int c = 0; c < 4; ++c) root_turn_[c] = kept.x[kTurn + c] / std::sqrt(size);
  }
  motion_->g = gamma_step;
  factored_ = gamma_step;
  ++factorisations_;
  return matrix_->factor(1 / gamma_step, 1 / (gamma_step * gamma_step));
}

double FlexibleSheet::implicit_step(double t, const Values<double>& p, State& state, StepHooks& hooks) {
  constexpr int kOldest = 20;
  auto& kept = state.matrix;
  if (!(state.step > 0)) state.step = std::min(p.solver.step, 1e-3);
  implicit_.begin(*motion_, t, state.x.data());
  for (const double rate : implicit_.slope()) {
    if (!std::isfinite(rate)) throw StepFailure("a rate of change is not finite at t = " + text(t) + " s");
  }
  bool fresh = false;
  const auto renew = [&] {
    std::copy(state.x.begin(), state.x.end(), kept.x.begin());
    kept.height_acceleration = implicit_.slope()[kHeightRate];
    kept.angle_acceleration = implicit_.slope()[kAngleRate];
    for (std::size_t i = 0; i < p.nip.size(); ++i) kept.speed[i] = p.nip[i].speed;
    kept.age = 0;
    kept.number = 0;
    fresh = true;
  };
  const double gamma = integration::kRos34pw2.gamma;
  for (;;) {
    const double wanted = std::min(state.step, p.solver.step), left = hooks.end - t;
    const double pieces = std::max(1.0, std::ceil(left / wanted - 1e-9));
    const bool lands = pieces == 1;
    const double h = left / pieces;
    if (!fresh && (kept.gamma_step == 0 || kept.age >= kOldest)) renew();
    // Steps that differ by rounding share a matrix; after a restore it is taken anew, as it was.
    const bool near = kept.gamma_step > 0 && std::abs(kept.gamma_step / (h * gamma) - 1) < 1e-9;
    const bool ready = near && has_matrix_of(state) && factored_ == kept.gamma_step;
    const bool possible = ready || take_matrix(p, state, near ? kept.gamma_step : h * gamma);
    const double error = possible ? implicit_.attempt(*motion_, t, state.x.data(), h) : std::numeric_limits<double>::infinity();
    if (error <= 1) {
      std::copy(implicit_.next().begin(), implicit_.next().end(), state.x.begin());
      const double growth = implicit_.growth(error);
      if (growth > 1.3 || growth < 0.85) {  // else the matrix still serves
        const double proposed = h * growth;
        state.step = h < wanted ? std::max(state.step, proposed) : proposed;
      }
      state.step = std::min(state.step, p.solver.step);
      ++kept.age;
      return lands ? hooks.end : t + h;
    }
    if (!fresh && kept.age > 0) {  // an old matrix is the first suspect
      renew();
      continue;
    }
    state.step = h * implicit_.growth(error);
    if (!(t + state.step > t) || state.step < 1e-9) {
      throw StepFailure("the implicit solver finds no step at t = " + text(t) +
                        " s: an input is out of all proportion, or the sheet is folded within one cell; describe more nodes");
    }
  }
}

std::vector<double> FlexibleSheet::rate(double t, const State& state, const Values<double>& p) {
  if (!prepared_) prepare(p);
  motion_->values = &p;
  std::vector<double> f(size());
  motion_->rate(t, state.x.data(), f.data());
  return f;
}

void FlexibleSheet::warn_once(const Values<double>& p, State& state, StepHooks& hooks) const {
  if (state.warned) return;
  state.warned = true;
  if (p.sheet.loop_stiffness == 0) {
    hooks.warn("sheet.loop_stiffness = 0: nothing but bending holds neighbouring ribs together, so the sheet spreads or stretches "
               "between them; set it to 1e-3 or more unless the published model is wanted");
  }
  if (p.sheet.boundary == kFree && (p.clamp_height_rate != 0 || p.clamp_angle_rate != 0)) {
    hooks.warn("clamp_height_rate = " + text(p.clamp_height_rate) + " m/s and clamp_angle_rate = " + text(p.clamp_angle_rate) +
               " rad/s have no effect because sheet.boundary = 2 (free)");
  }
}

}  // namespace reeve::models
