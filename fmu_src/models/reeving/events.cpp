// What happens at events: the brake lets go and takes hold, a rope slips and sticks again, a body touches and leaves its buffer,
// a ride goes from phase to phase.
#include <algorithm>
#include <cmath>

#include "integration/loop.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {
namespace {

constexpr double kOpen = 1e-9;    ///< a brake that closes within a step acts from here on
constexpr double kTurned = 1e-9;  ///< [m/s]: a drive that slides has turned round when it is this fast the other way
// A contact changes its mode at these thresholds; its indicator ends this much behind them, so that none is zero after an event.
constexpr double kOverused = 1e-9, kBehindUse = 1e-8;       ///< [1], of the utilisation
constexpr double kBehindSlip = 1e-9;                        ///< [m/s]
constexpr double kSlipScale = 0.1;                          ///< [m/s]: a common slip speed
constexpr double kTurnsBack = 1e-6;                         ///< [m/s2]: slip that has just begun and would end at once
constexpr double kReversed = 1e-6, kBehindReversal = 1e-7;  ///< [m/s]: the rope flows the other way
constexpr double kFlowScale = 1.0;                          ///< [m/s]: a common speed of rope

/// Flow of rope from the side on which it runs on [m/s].
double forward_flow(const Contacts<double>& contacts, int k, const Modes& m) {
  return m.on[k] == 0 ? contacts.point(k).Q : -contacts.point(k).Q;
}

double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }

}  // namespace

/// Force that the brake has to supply to hold the drive [N].
double Model::required_force(Span x, const Modes& m, const Values<double>& u) {
  return dynamics().holding(x, m, u) - u.drive_torque / u.drive.radius;
}

/// What a released brake lacks to act, the speed of a sliding drive, what a holding brake has in reserve; then for each contact
/// what friction has in reserve, or the speed of slip; for each the flow of rope onto the side on which it runs on; then for each
/// buffer how far its body is inside the present phase.
void Model::indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z) {
  switch (m.regime) {
    case Regime::released:
      z[0] = kOpen - u.brake;
      break;
    case Regime::sliding:
      z[0] = m.direction * x[dynamics().at_phi_rate()] + kTurned;  // not zero where sliding begins
      break;
    case Regime::held: {
      const double reserve = DriveAxis::capacity(u) - std::abs(required_force(x, m, u));
      z[0] = reserve * u.drive.radius / u.brake_torque;
      break;
    }
    case Regime::ride:
    case Regime::speed:
      z[0] = 1;
      break;
  }
  std::fill(z.begin() + 1, z.end(), 1.0);
  const auto of_buffers = z.last(topology().buffers);
  for (int i = 0; i < topology().buffers; ++i) of_buffers[i] = buffer(i, x, m, u).reserve();
  const int count = topology().contact_count();
  if (count == 0) return;
  const auto& contacts = evaluated(t, x, m, u);
  for (int k = 0; k < count; ++k) {
    z[1 + count + k] = (forward_flow(contacts, k, m) + kReversed + kBehindReversal) / kFlowScale;
    if (u.drive.contact != static_cast<int>(ContactKind::slip)) continue;
    z[1 + k] = m.slip[k] == 0 ? 1 + kBehindUse - contacts.utilisation(dynamics().equations(), k, accelerations())
                              : (m.slip[k] * contacts.slip_velocity(k) + kBehindSlip) / kSlipScale;
  }
}

/// The contacts at this point, accelerations included.
const Contacts<double>& Model::evaluated(double t, Span x, const Modes& m, const Values<double>& u) {
  const bool implicit = solver(u).method == integration::Method::implicit_method;
  dynamics().derivatives(t, x, m, u, rate_, implicit);  // a step may begin at this point
  return dynamics().equations().contacts();
}

bool Model::update(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  bool changed = decide_buffers(x, m, u);
  if (u.mode() == DriveMode::torque) changed = decide_brake(x, m, u) || changed;
  if (u.mode() == DriveMode::ride) changed = follow_ride(t, x, m) || changed;
  for (int k = 0; k < topology().contact_count(); ++k) {
    if (u.drive.contact == static_cast<int>(ContactKind::slip)) changed = decide_contact(k, t, x, m, u) || changed;
    changed = decide_side(k, t, x, m, u) || changed;
  }
  return changed;
}

mechanics::Buffer<double> Model::buffer(int i, Span x, const Modes& m, const Values<double>& u) const {
  const int body = topology().buffer_body[i];
  return u.buffer[i].under(x[body], x[dynamics().at_rate(body)], m.buffer[i]);
}

bool Model::decide_buffers(Span x, Modes& m, const Values<double>& u) const {
  bool changed = false;
  for (int i = 0; i < topology().buffers; ++i) {
    const auto phase = buffer(i, x, m, u).decided();
    changed = changed || phase != m.buffer[i];
    m.buffer[i] = phase;
  }
  return changed;
}

bool Model::decide_brake(std::span<double> x, Modes& m, const Values<double>& u) {
  return models::decide_brake(m, x[dynamics().at_phi_rate()], DriveAxis::capacity(u),
                              [&] { return required_force(x, m, u); });
}

/// A rope that sticks slips once friction is used up; one that slips sticks again when its slip has turned round and friction can
/// hold it, or when slip that begins here would end at once.                                              (T-TRA.12)
bool Model::decide_contact(int k, double t, std::span<double> x, Modes& m, const Values<double>& u) {
  const Contact& contact = topology().contacts[k];
  const int before = m.slip[k];
  double& rate = x[dynamics().at_rate(contact.s)];
  if (before != 0) {
    const auto& contacts = evaluated(t, x, m, u);
    const double slip = m.slip[k] * contacts.slip_velocity(k);
    const double rounding = 1e-14 * (std::abs(contacts.point(k).V) + std::abs(contacts.point(k).Q));
    const bool begins = std::abs(slip) <= rounding;
    if (slip > rounding) return false;
    if (begins && m.slip[k] * contacts.slip_acceleration(k, accelerations()) >= -kTurnsBack) return false;
  }
  m.slip[k] = 0;
  const double rate_before = rate;
  rate = dynamics().slaved_rate(k, x, m);
  const auto& contacts = evaluated(t, x, m, u);
  if (contacts.utilisation(dynamics().equations(), k, accelerations()) > 1 + kOverused)
    m.slip[k] = sign(contacts.system.friction(k, accelerations()[topology().phi()])) > 0 ? 1 : -1;
  else if (before == 0)
    rate = rate_before;  // nothing has happened
  if ((m.slip[k] != 0) != (before != 0)) note_slip(k, t, x, m);
  return m.slip[k] != before || rate != rate_before;
}

/// A rope whose flow has turned round runs on at the other side.                                           (T-TRA.13)
bool Model::decide_side(int k, double t, Span x, Modes& m, const Values<double>& u) {
  if (forward_flow(evaluated(t, x, m, u), k, m) >= -kReversed) return false;
  m.on[k] = 1 - m.on[k];
  return true;
}

/// Slip has begun or ended.
void Model::note_slip(int k, double t, Span x, Modes& m) const {
  SlipRecord& record = m.record[k];
  const double path = x[dynamics().at(contact_extra(k, kSlipPath))], heat = x[dynamics().at(kSlipEnergy)];
  if (m.slip[k] == 0) {
    record.phase = SlipRecord::Phase::ended;
    record.end = t, record.end_path = path, record.end_heat = heat;
  } else {
    record.phase = SlipRecord::Phase::running;
    record.begin = t, record.begin_path = path, record.begin_heat = heat;
  }
}

/// The states follow the closed form; at a corner they are set to it.
bool Model::follow_ride(double t, std::span<double> x, Modes& m) const {
  const int phase = dynamics().axis.phase(t + integration::time_slack(t));
  if (phase == m.phase) return false;
  m.phase = phase;
  const auto at = dynamics().axis.point<double>(t, m, dynamics().start_phi, {0, 0, 0});
  x[dynamics().at_phi()] = at.position;
  x[dynamics().at_phi_rate()] = at.velocity;
  x[dynamics().at(kPhiAcceleration)] = at.acceleration;
  return true;
}

}  // namespace reeve::models::reeving
