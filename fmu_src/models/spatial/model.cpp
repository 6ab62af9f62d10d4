#include "models/spatial/model.hpp"

#include <algorithm>

namespace reeve::models::spatial {

using math::Dual;

Model::Model(Structure structure)
    : structure_(std::move(structure)),
      topology_(structure_),
      dynamics_(topology_, structure_.sways),
      dual_(topology_) {}

template <>
Values<double> Model::defaults<double>() const {
  auto v = sized<double>(structure_, topology_);
  const auto copy = [](const auto& from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  copy(structure_.body, v.body);
  copy(structure_.sheave, v.sheave);
  copy(structure_.anchor, v.anchor);
  copy(structure_.rope, v.rope);
  for (std::size_t a = 0; a < topology_.driven.size(); ++a) v.axis[a] = structure_.body[topology_.driven[a]].driving;
  v.axis.back() = structure_.drive.driving;
  v.drive = structure_.drive;
  v.sway = structure_.sway;
  return v;
}

template <>
Values<Dual> Model::defaults<Dual>() const {
  Values<double> from = defaults<double>();
  Values<Dual> to = sized<Dual>(structure_, topology_);
  variables::List source, target;
  fields(from, source);
  fields(to, target);
  variables::copy_settable(source, target);
  return to;
}

void Model::blank(Modes& m, Start<double>& start) const {
  m.axis.assign(topology_.axes(), {});
  start.axis.assign(topology_.axes(), 0.0);
  start.ride_begin.assign(topology_.axes(), 0.0);
}

void Model::prepare_axes(const Values<double>& u, const Start<double>& start) {
  for (int a = 0; a < topology_.axes(); ++a) {
    const auto& ride = u.axis[a];
    dynamics_.axis[a].prepare(gear(a), {start.ride_begin[a], ride.distance, ride.speed, ride.acceleration, ride.jerk});
  }
  dynamics_.start = start.axis;
}

void Model::prepare(const Values<double>& u, const Start<double>& start) {
  dynamics_.prepare(u);
  prepare_axes(u, start);
  rate_.assign(size(), 0.0);
}

integration::Solver Model::solver(const Values<double>& u) const {
  const auto method = static_cast<integration::Method>(u.solver_method);
  return {method == integration::Method::automatic ? integration::Method::implicit_method : method, u.solver_tolerance,
          u.solver_step};
}

template <class S>
Model::Evaluated<S> Model::evaluated(const S& t, const S* x, const Modes& m, const Start<S>& start,
                                     const Values<S>& u) {
  const Layout& at = dynamics_.layout();
  const auto fill = [&](Equations<S>& equations, Motion<S>& motion) -> Evaluated<S> {
    for (int a = 0; a < at.axes; ++a) {
      const int c = topology_.first_driven() + a;
      motion.axis[a] =
          dynamics_.axis[a].template point<S>(t, m.axis[a], start.axis[a], {x[c], x[at.n + c], x[at.acceleration(a)]});
    }
    motion.sway = building_motion(t, x, at, u);
    take_point(x, at, topology_, motion);
    accelerate(equations, topology_, dynamics_.axis, m, u, motion);
    return {equations, motion};
  };
  if constexpr (std::is_same_v<S, double>) {
    return fill(dynamics_.equations(), dynamics_.motion());
  } else {
    dual_.prepare(u);
    dual_motion_.resize(at);
    return fill(dual_, dual_motion_);
  }
}
template Model::Evaluated<double> Model::evaluated(const double&, const double*, const Modes&, const Start<double>&,
                                                   const Values<double>&);
template Model::Evaluated<Dual> Model::evaluated(const Dual&, const Dual*, const Modes&, const Start<Dual>&,
                                                 const Values<Dual>&);

void Model::rates(const Dual& t, std::span<const Dual> x, const Modes& m, const Start<Dual>& start,
                  const Values<Dual>& u, std::span<Dual> dx) {
  const auto at = evaluated<Dual>(t, x.data(), m, start, u);
  fill_rates(at.equations, dynamics_.layout(), u, x.data(), at.motion, dx.data());
}

}  // namespace reeve::models::spatial
