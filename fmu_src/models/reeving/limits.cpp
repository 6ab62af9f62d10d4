// Parameters that do not go together, and where a reeving ends while it moves.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using integration::StepFailure;
using math::text;

/// By name, value, unit and remedy; what a single range says is in the list of variables.
void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  const std::size_t before = findings.size();
  for (int r = 0; r < topology_->ropes; ++r) {
    const std::string& name = structure_.rope[r].name;
    if (!u.massless() || u.rope[r].formulation != static_cast<int>(Formulation::ale_ancf)) continue;
    findings.push_back(
        "sheaves.model = 2 (massless) with " + name +
        ".formulation = 2 (ALE-ANCF): the constraint of equal "
        "tension would act on the slopes at the ends, which this element leaves free; use sheaves.model = 1, "
        "if need be with a small inertia, or " +
        name + ".formulation = 1");
  }
  for (std::size_t i = 0; i < u.payload.size(); ++i) {
    const int b = topology_->loadable[i];
    if (u.payload[i] + u.body[b].mass > 0) continue;
    findings.push_back(structure_.body[b].name + "_payload = " + text(u.payload[i]) + " kg: expected more than -" +
                       structure_.body[b].name + ".mass");
  }
  if (findings.size() != before) return;
  check_room(u, findings);
  check_chains(u, findings);
}

std::string Model::span_name(int k) const {
  const int rope = topology_->spans[k].rope;
  return "span " + std::to_string(k - topology_->first_span[rope] + 1) + " of rope \"" + structure_.rope[rope].name +
         "\"";
}

void Model::refuse_short_spans(double t, Span x) const {
  const int m = topology_->boundary;
  const auto& spans = dynamics_.equations().spans();
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
  for (int c = 0; c < topology_->chains; ++c) {
    const auto [one, two] = topology_->chain_bodies[c];
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
}

/// One message each, when a rope end pulls no more and when the rope would slip on the drive.
void Model::warn_slack_and_traction(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks) {
  if (m.warned_slack && m.warned_traction) return;
  const bool implicit = solver(u).method == integration::Method::implicit_method;
  dynamics_.derivatives(t, x, m, u, rate_, implicit);  // the next step begins at this point
  auto& eq = dynamics_.equations();
  const double* const a = rate_.data() + dynamics_.coordinates();
  for (int k = 0; k < topology_->span_count() && !m.warned_slack; ++k) {
    for (int end = 0; end < 2 && !m.warned_slack; ++end) {
      if (eq.recovered_tension(k, end, a) > 0) continue;
      m.warned_slack = true;
      hooks.warn(span_name(k) + " is slack at its " + (end == 0 ? "start" : "end") + " at t = " + text(t) +
                 " s: a rope does not push, results from here on are not physical");
    }
  }
  if (m.warned_traction) return;
  const auto slips = [&](const std::array<SpanEnd, 2>& ends) {
    const double T1 = eq.recovered_tension(ends[0].span, ends[0].end, a),
                 T2 = eq.recovered_tension(ends[1].span, ends[1].end, a);
    const double larger = std::max(T1, T2), smaller = std::min(T1, T2);
    return !(smaller > 0 && std::log(larger / smaller) <= u.drive.friction * u.drive.wrap);
  };
  if (std::none_of(topology_->grips.begin(), topology_->grips.end(), slips)) return;
  m.warned_traction = true;
  hooks.warn("traction_utilisation passes 1 at t = " + text(t) +
             " s: the rope would slip on the drive sheave, but this "
             "model keeps it from slipping; tensions beyond this are not physical");
}

}  // namespace reeve::models::reeving
