#pragma once
/// Closed forms for a cable in a conduit of constant curvature (fmu_src/mechanics/theory/conduit.md), and a bench to
/// pull one on.
#include <algorithm>
#include <cmath>
#include <vector>

#include "mechanics/conduit/cable_in_conduit.hpp"

namespace reeve::test {

/// L, R, mu, K, T0 and k; the defaults are the FMU's.
struct ConduitCase {
  double length = 1, radius = 0.25, mu = 0.1, K = 2e4, pretension = 20, k = 1e4;

  double psi() const { return mu * length / radius; }  // Psi
  double E() const { return std::exp(psi()); }
  double c() const { return radius / (mu * K); }  // [m/N]

  /// Proximal pull p for T_in from the state as laid, until the front arrives.
  double virgin_pull(double T_in) const { return c() * (T_in - pretension - pretension * std::log(T_in / pretension)); }
  double virgin_front(double T_in) const { return radius / mu * std::log(T_in / pretension); }
  /// Proximal pull for T_out > T0 when all moves.
  double full_pull(double T_out) const {
    return c() * (E() - 1) * T_out - pretension * length / K + (T_out - pretension) / k;
  }
  double reversal_front(double T_m, double T_in) const { return radius / (2 * mu) * std::log(T_m / T_in); }
  double reversal_length(double T_m, double T_in) const {
    const double part = 1 - std::exp(-mu / radius * reversal_front(T_m, T_in));
    return c() * T_m * part * part;
  }
  double ramp_front(double T_m, double released) const {
    return -radius / mu * std::log(1 - std::sqrt(released / (c() * T_m)));
  }
  double dead_band(double T_out) const {
    const double s = std::sinh(psi() / 2);
    return 4 * c() * T_out * s * s;
  }
  /// Loss of one cycle with T_out between low and high, all moving at the end of both strokes.
  double cycle_loss(double low, double high) const {
    const double e = E(), T_m = e * high, T_n = low / e;
    const double pull = 1 / k + c() * (e - 1), release = 1 / k + c() * (1 - 1 / e);
    return (e * pull - release / e) * (high * high - low * low) / 2 -
           2 * c() * T_m * T_m * ((1 - std::pow(e, -3)) / 3 - (1 - std::pow(e, -4)) / 4) +
           2 * c() * T_n * T_n * ((std::pow(e, 4) - 1) / 4 - (std::pow(e, 3) - 1) / 3);
  }
};

/// A cable on its course, with ends to pull.
struct ConduitBench {
  using Drive = mechanics::ConduitDrive<double>;
  mechanics::ConduitCourse<double> course;
  mechanics::ConduitCable<double> cable;
  mechanics::ConduitTrial<double> trial;
  Drive drive;

  explicit ConduitBench(const ConduitCase& data, std::size_t segments, Drive::Distal distal = Drive::Distal::spring,
                        bool by_tension = false, mechanics::ConduitModel model = mechanics::ConduitModel::continuous)
      : course(segments), cable(segments), trial(segments) {
    const std::vector<double> radius{data.radius}, mu{data.mu};
    course.lay(model, data.length, radius, mu, data.K);
    cable.rest(data.pretension);
    drive.by_tension = by_tension;
    drive.proximal = by_tension ? data.pretension : 0;
    drive.distal = distal;
    drive.load = distal == Drive::Distal::tension ? data.pretension : 0;
    drive.spring_compliance = 1 / data.k;
    drive.pretension = data.pretension;
  }

  bool advance() { return rig().advance(drive); }
  void pull_to(double proximal) {
    drive.proximal = proximal;
    advance();
  }
  mechanics::CableInConduit<double> rig() { return {course, cable, trial, drive.pretension}; }
  double in() const { return cable.tension.front(); }
  double out() const { return cable.tension.back(); }
};

}  // namespace reeve::test
