// M q'' = f(q, v): accelerations, and what drives the pulleys.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"

namespace reeve::models::rope_pulley {

using Kind = Grip<double>::Kind;
using integration::Method;

Model::Model(Structure structure)
    : structure_{std::move(structure)},
      equations_{structure_},
      dual_{std::make_unique<Equations<math::Dual>>(structure_)} {
  equations_.resize(band_);
  for (auto* v : {&f_, &inertial_, &delta_, &zero_}) v->assign(coordinates(), 0.0);
  std::vector<Path::Circle> circles;
  for (const auto& wheel : structure_.pulley) circles.push_back({wheel.x, wheel.y, wheel.radius});
  const Path path(circles, structure_.closed);
  for (std::size_t p = 0; p < circles.size(); ++p) middle_.push_back(path.middle(p));
}

void Model::prepare(const Values<double>& u, const Start<double>& start) {
  equations_.prepare(u);
  nominal_.assign(size(), 1e-3);
  start_ = start;
  mass_in_band_ = false;
}

integration::Solver Model::solver(const Values<double>& u) const {
  const bool leapfrog = u.solver.method == static_cast<int>(Method::explicit_method);
  return {leapfrog ? Method::explicit_method : Method::implicit_method, u.solver.tolerance,
          leapfrog ? u.solver.leapfrog_step : u.solver.step};
}

/// Bristles are followed by the way of the rope and not by its velocity, which on a curved way differ by the square of a step's
/// angle: their rate is that of the last step, and so is the acceleration of driven pulleys.
void Model::derivatives(double, Span x, const Modes& m, const Values<double>&, std::span<double> dx) {
  const auto n = static_cast<std::size_t>(at_v());
  std::copy_n(x.begin() + at_v(), n, dx.begin());
  set_forces(m.mass, m.load);
  equations_.evaluate(x.data(), x.data() + at_v(), grip(x, m, Kind::held), f_.data());
  if (!mass_in_band_) {
    band_.clear();
    equations_.add_mass(band_, 1);
    if (!band_.factor())
      throw integration::StepFailure("the rope's mass matrix cannot be factorised: a mass is zero or not a number");
    mass_in_band_ = true;
  }
  const std::span<double> acceleration = dx.subspan(n, n);
  std::copy(f_.begin(), f_.end(), acceleration.begin());
  solve(acceleration);
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (!structure_.pulley[p].follows()) acceleration[equations_.wheel(p)] = m.turn_rate[p];
  }
  std::copy_n(m.z_rate.begin(), points(), dx.begin() + at_z());
  dx[at_way()] = std::abs(x[at_v() + equations_.wheel(0)]) * equations_.pulley(0).radius;
  dx[at_work()] = m.power;
}

void Model::set_forces(const std::array<double, 2>& mass, std::span<const double> load) {
  mass_in_band_ = mass_in_band_ && mass == mass_;
  mass_ = mass;
  equations_.set_masses(mass[0], mass[1]);
  for (int p = 0; p < equations_.wheels(); ++p) equations_.set_load(p, load[p]);
}

/// What moves a pulley at time t: rad/s for one that is driven by speed, N m (positive brakes) for one with a load.
double Model::command(int p, double t, const Values<double>& u) const {
  const bool internal = u.motion.mode == static_cast<int>(MotionMode::internal);
  const double tau = t - start_.begin;
  switch (structure_.pulley[p].drive) {
    case PulleyDrive::rim_speed:
      return (internal ? PrescribedMotion::rim(u.motion, tau).speed : u.wheel[p].command) / u.wheel[p].radius;
    case PulleyDrive::speed:
      return internal ? PrescribedMotion::shaft(u.motion, tau).speed : u.wheel[p].command;
    case PulleyDrive::torque:
      return internal ? PrescribedMotion::load(u.motion, tau) : u.wheel[p].command;
    case PulleyDrive::free:
      break;
  }
  return 0;
}

/// How far a driven pulley turns over a step [rad]; internal motions know it, inputs move along a line.
double Model::turn(int p, double t, double h, double mean_speed, const Values<double>& u) const {
  if (u.motion.mode != static_cast<int>(MotionMode::internal)) return mean_speed * h;
  const double from = t - start_.begin, to = from + h;
  if (structure_.pulley[p].drive == PulleyDrive::speed)
    return PrescribedMotion::shaft(u.motion, to).way - PrescribedMotion::shaft(u.motion, from).way;
  return (PrescribedMotion::rim(u.motion, to).way - PrescribedMotion::rim(u.motion, from).way) / u.wheel[p].radius;
}

}  // namespace reeve::models::rope_pulley
