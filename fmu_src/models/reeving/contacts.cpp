#include "models/reeving/contacts.hpp"

#include <cmath>
#include <numbers>

#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

using math::value;

namespace {

/// What n sine modes leave out of the strain that a hanging rope has at its ends by its own weight, over rho g L / EA. (T-TRA.2)
double missing_weight(int modes, bool cubic) {
  if (cubic) return 0;
  double c = 0.5;
  for (int i = 1; i <= modes; i += 2) c -= 4 / (std::numbers::pi * std::numbers::pi * i * i);
  return c;
}

/// r_x at an end, from the difference of heights and the modes; likewise its rate from theirs.
template <class S>
S slope_at(const mechanics::RopeKernel<S>& kernel, int end, S rise, const S* modes) {
  for (int i = 0; i < kernel.modes; ++i) rise += kernel.end_slope[end][i] * modes[i];
  return rise;
}

}  // namespace

template <class S>
Contacts<S>::Contacts(const Topology& topology)
    : system{topology},
      topology_{topology},
      sides_(topology.contacts.size()),
      points_(topology.contacts.size()),
      ratio_(topology.contacts.size()) {}

template <class S>
void Contacts<S>::prepare(const Equations<S>& eq, const Values<S>& u) {
  flux_ = u.sheaves_flux;
  rest_.assign(eq.coordinates(), S(0.0));
  unit_.assign(eq.coordinates(), S(0.0));
  for (int k = 0; k < topology_.contact_count(); ++k) {
    const Contact& contact = topology_.contacts[k];
    Sides& to = sides_[k];
    const auto mass = [&](int sheave) {
      return u.sheave[sheave].inertia / (u.sheave[sheave].radius * u.sheave[sheave].radius);
    };
    const Node& node = topology_.nodes[contact.rope][contact.node];
    for (int side = 0; side < 2; ++side) {
      const auto& at = eq.spans()[contact.span[side]];
      const bool upper = (side == 0) == (value(at.rope.sigma) > 0);  // the first span ends here, the second begins
      to.weight_strain[side] = (upper ? 1 : -1) * missing_weight(at.kernel.modes, at.kernel.cubic) * at.rope.rho *
                               at.rope.gravity / at.rope.EA;
      ratio_[k].inner_mass[side] = 0.0;
    }
    for (int i = 0; contact.sheave < 0 && i < static_cast<int>(node.sheaves.size()); ++i) {
      if (i < node.before_drive) ratio_[k].inner_mass[0] += mass(node.sheaves[i]);
      if (i >= static_cast<int>(node.sheaves.size()) - node.after_drive)
        ratio_[k].inner_mass[1] += mass(node.sheaves[i]);
    }
    to.rho = u.rope[contact.rope].density;
  }
}

/// As the parameters are now: they may change in a run.
template <class S>
void Contacts<S>::take_friction(const Values<S>& u) {
  for (int k = 0; k < topology_.contact_count(); ++k) {
    const int sheave = topology_.contacts[k].sheave;
    if (sheave < 0) {
      sides_[k].friction = {u.drive.friction, u.drive.friction_kinetic, u.drive.friction_speed, u.drive.wrap,
                            static_cast<mechanics::FrictionLaw>(u.drive.friction_law)};
    } else {
      const auto& of = u.sheave[sheave];
      sides_[k].friction = {of.friction, of.friction, S(1.0), of.wrap, mechanics::FrictionLaw::constant};
    }
  }
}

/// From the coordinates alone, before anything else is evaluated.
template <class S>
S Contacts<S>::strain(const Equations<S>& eq, int k, int side, const S* q) const {
  const auto& at = eq.spans()[topology_.contacts[k].span[side]];
  const int end = 1 - side, m = topology_.boundary;
  const auto coordinate = [&](int i) {
    const int place = at.ends.place[i];
    return at.origin[i] + (place < m ? S(at.ends.sign[i] * q[place]) : S(0.0));
  };
  const S rise =
      slope_at(at.kernel, end, S(coordinate(mechanics::z_of(1)) - coordinate(mechanics::z_of(0))), q + at.modes_at);
  const S L = coordinate(mechanics::s_of(1)) - coordinate(mechanics::s_of(0));
  return at.rope.sigma * rise / L - 1.0 + sides_[k].weight_strain[side] * L;
}

template <class S>
void Contacts<S>::slave(const Equations<S>& eq, const S* q, const Modes& m, S* v) const {
  for (int k = 0; k < topology_.contact_count(); ++k) {
    if (m.slip[k] != 0) continue;
    v[topology_.contacts[k].s] = slaved_rate(eq, k, q, m, v);
  }
}

template <class S>
S Contacts<S>::slaved_rate(const Equations<S>& eq, int k, const S* q, const Modes& m, const S* v) const {
  const Contact& contact = topology_.contacts[k];
  return 0.0 - contact.d * v[contact.wheel] / (1.0 + strain(eq, k, m.on[k], q));  // a zero without sign
}

template <class S>
void Contacts<S>::locate(const Equations<S>& eq) {
  for (int k = 0; k < topology_.contact_count(); ++k) {
    const Contact& contact = topology_.contacts[k];
    Point& p = points_[k];
    for (int side = 0; side < 2; ++side) {
      const auto& at = eq.spans()[contact.span[side]];
      const auto& kinematics = eq.kinematics(contact.span[side]);
      const S rise = slope_at(at.kernel, 1 - side, S(kinematics.z[1] - kinematics.z[0]), kinematics.q);
      const S rate = slope_at(at.kernel, 1 - side, S(kinematics.zd[1] - kinematics.zd[0]), kinematics.qd);
      const S L = kinematics.s[1] - kinematics.s[0], Ld = kinematics.sd[1] - kinematics.sd[0];
      p.strain[side] = at.rope.sigma * rise / L - 1.0 + sides_[k].weight_strain[side] * L;
      p.strain_rate[side] = at.rope.sigma * (rate * L - rise * Ld) / (L * L) + sides_[k].weight_strain[side] * Ld;
    }
    p.Q = -eq.rate(contact.s);
    p.V = eq.rate(contact.wheel);
  }
}

template <class S>
void Contacts<S>::state_laws(Equations<S>& eq, const Modes& m, const Values<S>& u) {
  take_friction(u);
  const int contacts = topology_.contact_count(), driven = topology_.driven();
  for (int k = 0; k < contacts; ++k) {
    const Contact& contact = topology_.contacts[k];
    Point& p = points_[k];
    p.on = m.on[k];
    const S stretch = 1.0 + p.running();
    system.law[k] = {m.slip[k], false, -contact.d / stretch, p.Q * p.strain_rate[p.on] / stretch,
                     contact.d * (1.0 + (flux_ ? 1.0 : 2.0) * p.mean())};
  }
  if (!system.any_slips()) return;
  std::vector<S>& still = eq.driven_scratch();
  std::fill(still.begin(), still.end(), S(0.0));
  eq.expand(still.data(), true, rest_.data());
  using std::exp;
  const auto weigh = [&](int k, const S* tension) {
    return S(tension[ratio_[k].high] - ratio_[k].ratio * tension[1 - ratio_[k].high]);
  };
  for (int k = 0; k < contacts; ++k) {
    if (m.slip[k] == 0) continue;
    ratio_[k].high = m.slip[k] * topology_.contacts[k].d > 0 ? 0 : 1;
    ratio_[k].ratio = exp(sliding_factor(k) * wrap(k));
    S tau[2];
    tensions(eq, k, rest_.data(), tau);
    system.row_rest[k] = weigh(k, tau);
  }
  for (int j = 0; j < driven; ++j) {
    const bool couples =
        j < contacts || (j == driven - 1 && eq.has_drum());  // a wheel's surface moves no rope by itself
    if (couples) {
      std::fill(still.begin(), still.end(), S(0.0));
      still[j] = 1.0;
      eq.expand(still.data(), false, unit_.data());
    }
    for (int k = 0; k < contacts; ++k) {
      if (m.slip[k] == 0) continue;
      S tau[2] = {S(0.0), S(0.0)};
      for (int side = 0; couples && side < 2; ++side) tau[side] = inertia_of_side(eq, k, side, unit_.data());
      system.row[k * driven + j] = weigh(k, tau);
    }
  }
}

/// Where sheaves turn with the rope between arc and span, they take part of its tension.
template <class S>
S Contacts<S>::inertia_of_side(const Equations<S>& eq, int k, int side, const S* a) const {
  const Contact& contact = topology_.contacts[k];
  const S own = ratio_[k].inner_mass[side] * a[contact.s];
  return eq.end_inertia(contact.span[side], 1 - side, a) + (side == 0 ? S(-own) : own);
}

template <class S>
void Contacts<S>::tensions(const Equations<S>& eq, int k, const S* a, S* tau) const {
  const Contact& contact = topology_.contacts[k];
  const Point& p = points_[k];
  for (int side = 0; side < 2; ++side) {
    tau[side] = eq.end_force(contact.span[side], 1 - side) + inertia_of_side(eq, k, side, a) -
                sides_[k].rho * p.Q * p.Q * (1.0 + p.strain[side]);
  }
}

template <class S>
S Contacts<S>::utilisation(const Equations<S>& eq, int k, const S* a) const {
  using std::log;
  S tau[2];
  tensions(eq, k, a, tau);
  return log(mechanics::tension_ratio(tau[0], tau[1])) / (static_factor(k) * wrap(k));
}

template <class S>
S Contacts<S>::slip_velocity(int k) const {
  const Point& p = points_[k];
  return p.V - topology_.contacts[k].d * p.Q * (1.0 + p.running());
}

template <class S>
S Contacts<S>::slip_acceleration(int k, const S* a) const {
  const Contact& contact = topology_.contacts[k];
  const Point& p = points_[k];
  return a[contact.wheel] + contact.d * (a[contact.s] * (1.0 + p.running()) - p.Q * p.strain_rate[p.on]);
}

template <class S>
S Contacts<S>::static_factor(int k) const {
  return sides_[k].friction.static_factor(points_[k].Q * (1.0 + points_[k].running()));
}

template <class S>
S Contacts<S>::sliding_factor(int k) const {
  return sides_[k].friction.sliding_factor(points_[k].Q * (1.0 + points_[k].running()), slip_velocity(k));
}

template <class S>
S Contacts<S>::creep_power(int k, const S& friction) const {
  const Point& p = points_[k];
  const double d = topology_.contacts[k].d;
  return friction * d * p.Q * (1.0 + p.running() - d * system.law[k].lever);
}

template <class S>
S Contacts<S>::creep_rate(int k) const {
  const Point& p = points_[k];
  const S flow = p.on == 0 ? p.Q : S(-p.Q);
  return topology_.contacts[k].d * flow * 0.5 * (p.strain[0] - p.strain[1]);
}

template class Contacts<double>;
template class Contacts<math::Dual>;

}  // namespace reeve::models::reeving
