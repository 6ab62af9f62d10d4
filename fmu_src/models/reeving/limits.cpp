// Parameters that do not go together, and where a reeving ends while it moves.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "mechanics/contact/traction.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using integration::StepFailure;
using math::text;

/// By name, value, unit and remedy; what a single range says is in the list of variables.
void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  const std::size_t before = findings.size();
  for (int r = 0; r < topology().ropes; ++r) {
    const std::string& name = structure_.rope[r].name;
    if (!u.massless() || u.rope[r].formulation != static_cast<int>(Formulation::ale_ancf)) continue;
    findings.push_back(
        "sheaves.model = 2 (massless) with " + name +
        ".formulation = 2 (ALE-ANCF): the constraint of equal "
        "tension would act on the slopes at the ends, which this element leaves free; use sheaves.model = 1, "
        "if need be with a small inertia, or " +
        name + ".formulation = 1");
  }
  check_friction(u, findings);
  for (std::size_t i = 0; i < u.payload.size(); ++i) {
    const int b = topology().loadable[i];
    if (u.payload[i] + u.body[b].mass > 0) continue;
    findings.push_back(structure_.body[b].name + "_payload = " + text(u.payload[i]) + " kg: expected more than -" +
                       structure_.body[b].name + ".mass");
  }
  if (findings.size() != before) return;
  check_room(u, findings);
  check_chains(u, findings);
  check_buffers(u, findings);
}

void Model::check_friction(const Values<double>& u, std::vector<std::string>& findings) const {
  if (topology().grip_places.empty() || u.drive.contact == static_cast<int>(ContactKind::tied)) return;
  if (u.massless()) {
    findings.push_back(
        "sheaves.model = 2 (massless) with drive.contact = " + std::to_string(u.drive.contact) + " (" +
        kContact.text() +
        "): beside massless sheaves the recovered tensions are no forces of the rope, so friction cannot be "
        "judged by them; use drive.contact = 1, or sheaves.model = 1 with a small inertia");
  }
  if (u.drive.friction_kinetic > u.drive.friction) {
    findings.push_back(
        "drive.friction_kinetic = " + text(u.drive.friction_kinetic) +
        " is above drive.friction = " + text(u.drive.friction) +
        ": a rope that slips would hold better than one that sticks; lower it to at most drive.friction");
  }
  for (const auto& [rope, sheave] : topology().grip_places) {
    if (sheave < 0 || u.sheave[sheave].inertia > 0) continue;
    findings.push_back(
        structure_.sheave[sheave].name +
        ".inertia = 0 kg.m2: a rope cannot slip on a sheave without inertia, it takes it along; give it an "
        "inertia, or leave slip = true out");
  }
}

std::string Model::span_name(int k) const {
  const int rope = topology().spans[k].rope;
  return "span " + std::to_string(k - topology().first_span[rope] + 1) + " of rope \"" + structure_.rope[rope].name +
         "\"";
}

void Model::refuse_short_spans(double t, Span x) const {
  const int m = topology().boundary;
  const auto& spans = dynamics().equations().spans();
  for (std::size_t k = 0; k < spans.size(); ++k) {
    const auto& at = spans[k];
    const auto material = [&](int end) {
      const int i = mechanics::s_of(end), place = at.ends.place[i];
      return at.origin[i] + (place < m ? at.ends.sign[i] * x[place] : 0.0);
    };
    const double length = material(1) - material(0);
    if (length >= mechanics::kShortestSpan) continue;
    throw StepFailure(span_name(static_cast<int>(k)) + " is " + text(length) + " m long at t = " + text(t) +
                      " s: the model needs at least " + text(mechanics::kShortestSpan) +
                      " m; end the ride or the torque earlier, or give the shaft more room");
  }
}

/// A chain pulled straight would have to pull on its bodies, which this loop does not.
void Model::refuse_taut_chains(double t, Span x, const Values<double>& u) const {
  for (int c = 0; c < topology().chains; ++c) {
    const auto [one, two] = topology().chain_bodies[c];
    const double apart = std::abs(x[one] - x[two]);
    if (apart <= u.chain[c].length) continue;
    throw StepFailure("chain \"" + structure_.chain[c].name + "\" of " + text(u.chain[c].length) +
                      " m is too short at t = " + text(t) + " s: its bodies are " + text(apart) +
                      " m apart; lengthen it, or end the ride or the torque earlier");
  }
}

/// One message if inputs are set that the mode does not use.
void Model::warn_ignored(const Values<double>& u, Modes& m, Hooks& hooks) {
  if (m.warned_ignored) return;
  const DriveMode mode = u.mode();
  std::string which;
  if (mode != DriveMode::torque && u.drive_torque != 0)
    which = "drive_torque = " + text(u.drive_torque) + " N.m";
  else if (mode != DriveMode::torque && u.brake != 0)
    which = "brake = " + text(u.brake);
  else if (mode != DriveMode::speed && u.drive_speed != 0)
    which = "drive_speed = " + text(u.drive_speed) + " rad/s";
  if (which.empty()) return;
  m.warned_ignored = true;
  hooks.warn(which + " has no effect because drive.mode = " + std::to_string(u.drive.mode) + " (" + kDriveMode.text() +
             ")");
}

void Model::accepted(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks) {
  refuse_short_spans(t, x);
  refuse_taut_chains(t, x, u);
  warn_ignored(u, m, hooks);
  warn_slack_and_traction(t, x, m, u, hooks);
  report_slip(m, hooks);
}

/// One message each, when a rope end pulls no more and when the rope would slip on the drive.
void Model::warn_slack_and_traction(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks) {
  if (m.warned_slack && m.warned_traction) return;
  const bool implicit = solver(u).method == integration::Method::implicit_method;
  dynamics().derivatives(t, x, m, u, rate_, implicit);  // the next step begins at this point
  auto& eq = dynamics().equations();
  const double* const a = rate_.data() + dynamics().coordinates();
  for (int k = 0; k < topology().span_count() && !m.warned_slack; ++k) {
    for (int end = 0; end < 2 && !m.warned_slack; ++end) {
      if (eq.recovered_tension(k, end, a) > 0) continue;
      m.warned_slack = true;
      hooks.warn(span_name(k) + " is slack at its " + (end == 0 ? "start" : "end") + " at t = " + text(t) +
                 " s: a rope does not push, results from here on are not physical");
    }
  }
  if (m.warned_traction || topology().grip_places.empty()) return;
  if (u.drive.contact == static_cast<int>(ContactKind::slip)) return;  // it does slip, and that is reported
  const auto& ends = topology().grips;
  const auto used_up = [&](const std::array<SpanEnd, 2>& at) {
    const auto tension = [&](const SpanEnd& side) { return eq.recovered_tension(side.span, side.end, a); };
    return std::log(mechanics::tension_ratio(tension(at[0]), tension(at[1]))) > u.drive.friction * u.drive.wrap;
  };
  bool over = topology().contacts.empty() && std::any_of(ends.begin(), ends.end(), used_up);
  for (int k = 0; k < topology().contact_count(); ++k)
    over = over || (topology().contacts[k].sheave < 0 && eq.contacts().utilisation(eq, k, a) > 1);
  if (!over) return;
  m.warned_traction = true;
  hooks.warn("traction_utilisation passes 1 at t = " + text(t) +
             " s: the rope would slip on the drive sheave, but drive.contact = " + std::to_string(u.drive.contact) +
             " keeps it from slipping; tensions beyond this are not physical; use drive.contact = 3");
}

/// One message for each slip once it has ended: from when to when, how far and how hot.
void Model::report_slip(Modes& m, Hooks& hooks) const {
  constexpr int kMost = 20;
  for (int k = 0; k < topology().contact_count(); ++k) {
    SlipRecord& record = m.record[k];
    if (record.phase != SlipRecord::Phase::ended) continue;
    record.phase = SlipRecord::Phase::none;
    if (++m.slips_told > kMost) continue;
    const auto [rope, sheave] = topology().grip_places[k];
    const auto shown = [](double number) { return text(number, 5); };
    hooks.warn("rope \"" + structure_.rope[rope].name + "\" slipped on " +
               (sheave < 0 ? "the drive sheave" : structure_.sheave[sheave].name) + " from t = " + shown(record.begin) +
               " s to " + shown(record.end) + " s, by " + shown(1e3 * (record.end_path - record.begin_path)) +
               " mm, with " + shown(record.end_heat - record.begin_heat) + " J of heat" +
               (m.slips_told == kMost ? "; further slips are not reported" : ""));
  }
}

}  // namespace reeve::models::reeving
