#pragma once
/// How friction ties the driven coordinates of a reeving together: rope material s_k at the contacts, surfaces of wheels, the drive.
///
/// With everything else eliminated (driven_system.hpp) there are left, lambda being the friction on the rope along the wheel,
///   rope    sum_j A_kj x_j + lever_k lambda_k = r_k                                                         (T-TRA.6)
///   wheel   sum_j A_wj x_j + sum_k lambda_k   = r_w  (+ motor and brake)                                     (T-TRA.7)
///   stick   x_k = kappa_k x_w + drift_k                                                                     (T-TRA.8)
///   slip    sum_j row_kj x_j + row_k = 0, the ratio of tensions; a rope that would be pushed: lambda_k = 0  (T-TRA.9)
/// linear in the unknowns x: accelerations, or the stages of an implicit step. The drive is left for its own law, so all is found
/// as a function of its x.
#include <algorithm>
#include <vector>

#include "math/small_lu.hpp"
#include "models/reeving/driven_system.hpp"
#include "models/reeving/topology.hpp"

namespace reeve::models::reeving {

/// What a contact asks of its coordinates.
template <class S>
struct ContactLaw {
  int slip{};      ///< 0 stick; +1, -1: the wheel runs ahead of the rope, or lags
  bool clamped{};  ///< slips without friction
  S kappa{}, drift{};
  S lever{};
};

/// x = rest + per_drive x_drive
template <class S>
struct Affine {
  S rest{0.0}, per_drive{0.0};
  S at(const S& drive) const { return rest + per_drive * drive; }
};

/// What the drive's coordinate carries, everything else following: mass phi'' = force + motor.
template <class S>
struct DriveLoad {
  S mass{}, force{};
};

template <class S>
class ContactSystem {
 public:
  explicit ContactSystem(const Topology& topology)
      : contacts_{topology.contact_count()}, driven_{topology.driven()}, drive_{driven_ - 1} {
    const std::size_t contacts = topology.contacts.size(), driven = static_cast<std::size_t>(driven_);
    for (const auto& contact : topology.contacts) wheel_.push_back(contact.wheel - topology.first_driven());
    law.resize(contacts);
    row.assign(contacts * driven, S(0.0));
    row_rest.assign(contacts, S(0.0));
    x_.resize(driven);
    x_[drive_] = {S(0.0), S(1.0)};
    friction_.resize(contacts);
    unknown_.reserve(contacts);
    A_.assign(contacts * contacts, S(0.0));
    B_.assign(2 * contacts, S(0.0));
  }

  std::vector<ContactLaw<S>> law;  ///< per contact
  std::vector<S> row, row_rest;    ///< of slipping contacts, over the driven coordinates
  bool any_slips() const {
    return std::any_of(law.begin(), law.end(), [](const auto& l) { return l.slip != 0; });
  }
  bool slips(int k) const { return law[k].slip != 0 && !law[k].clamped; }

  /// Everything for the drive's own coordinate.
  DriveLoad<S> solve(const DrivenSystem<S>& system) {
    return contacts_ == 0 ? DriveLoad<S>{system.mass(0, 0), system.force(0)} : solve_contacts(system);
  }
  DriveLoad<S> solve_contacts(const DrivenSystem<S>& system) {
    solve_ropes(system);
    DriveLoad<S> load{system.mass(drive_, drive_), system.force(drive_)};
    for (int k = 0; k < contacts_; ++k) {
      friction_[k] = friction_of(system, k);
      load.mass += system.mass(k, drive_) * x_[k].per_drive;
      load.force -= system.mass(k, drive_) * x_[k].rest;
      if (on_drive(k)) {
        load.mass += friction_[k].per_drive;
        load.force -= friction_[k].rest;
      } else {
        x_[wheel_[k]] = surface(system, k, wheel_[k]);
      }
    }
    return load;
  }

  /// For this x of the drive: all driven coordinates, and the friction on the rope. No zero has a sign: results are kept and
  /// compared.
  void values(const S& drive, S* x) const {
    for (std::size_t i = 0; i < x_.size(); ++i) x[i] = x_[i].at(drive) + 0.0;
  }
  S friction(int k, const S& drive) const { return friction_[k].at(drive); }

  /// Takes friction from ropes that it would push. True: there was one, solve again.                       (T-TRA.10)
  bool clamp(const S& drive) {
    bool found = false;
    for (std::size_t k = 0; k < law.size(); ++k) {
      if (!slips(static_cast<int>(k)) || !(law[k].slip * math::value(friction_[k].at(drive)) < 0)) continue;
      law[k].clamped = found = true;
    }
    return found;
  }

 private:
  bool on_drive(int k) const { return wheel_[k] == drive_; }

  /// A rope that sticks to the drive follows it; what the others do is a small system.
  void solve_ropes(const DrivenSystem<S>& system) {
    unknown_.clear();
    for (int k = 0; k < contacts_; ++k) {
      if (law[k].slip == 0 && on_drive(k))
        x_[k] = {law[k].drift, law[k].kappa};
      else
        unknown_.push_back(k);
    }
    if (!unknown_.empty()) solve_unknown(system, static_cast<int>(unknown_.size()));
  }

  void solve_unknown(const DrivenSystem<S>& system, int n) {
    for (int a = 0; a < n; ++a) {
      const int k = unknown_[a];
      const auto coefficient = [&](int j) -> const S& { return slips(k) ? row[k * driven_ + j] : system.mass(k, j); };
      S rest = slips(k) ? S(-row_rest[k]) : system.force(k), per_drive = -coefficient(drive_);
      for (int j = 0; j < contacts_; ++j) {
        if (std::find(unknown_.begin(), unknown_.end(), j) != unknown_.end()) continue;
        rest -= coefficient(j) * x_[j].rest;
        per_drive -= coefficient(j) * x_[j].per_drive;
      }
      for (int b = 0; b < n; ++b) A_[a * n + b] = coefficient(unknown_[b]);
      if (law[k].slip == 0) {  // the sheave's inertia, through stick
        const int wheel = wheel_[k];
        const S through = law[k].lever / law[k].kappa;
        A_[a * n + a] -= through * system.mass(wheel, wheel);
        rest -= law[k].lever * system.force(wheel) + through * system.mass(wheel, wheel) * law[k].drift;
      }
      B_[2 * a] = rest;
      B_[2 * a + 1] = per_drive;
    }
    math::lu_solve(A_.data(), B_.data(), n, 2);
    for (int a = 0; a < n; ++a) x_[unknown_[a]] = {B_[2 * a], B_[2 * a + 1]};
  }

  Affine<S> friction_of(const DrivenSystem<S>& system, int k) const {
    if (law[k].clamped) return {};
    Affine<S> left{system.force(k), -system.mass(k, drive_)};
    for (int j = 0; j < contacts_; ++j) {
      left.rest -= system.mass(k, j) * x_[j].rest;
      left.per_drive -= system.mass(k, j) * x_[j].per_drive;
    }
    return {left.rest / law[k].lever, left.per_drive / law[k].lever};
  }

  Affine<S> surface(const DrivenSystem<S>& system, int k, int wheel) const {
    const auto& [slip, clamped, kappa, drift, lever] = law[k];
    if (slip == 0) return {(x_[k].rest - drift) / kappa, x_[k].per_drive / kappa};
    const S& mass = system.mass(wheel, wheel);
    return {(system.force(wheel) - friction_[k].rest) / mass, -friction_[k].per_drive / mass};
  }

  const int contacts_, driven_, drive_;  ///< how many, and the drive's place among the driven coordinates
  std::vector<int> wheel_;               ///< per contact, the place of its wheel among them
  std::vector<Affine<S>> x_, friction_;
  std::vector<int> unknown_;  ///< contacts that do not follow the drive
  std::vector<S> A_, B_;
};

}  // namespace reeve::models::reeving
