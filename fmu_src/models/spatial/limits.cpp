// Parameters that do not go together, and where a reeving in space ends while it moves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/text.hpp"
#include "models/spatial/model.hpp"

namespace reeve::models::spatial {

using integration::StepFailure;
using math::text;

/// By name, value, unit and remedy; what a single range says is in the list of variables.
void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  for (int r = 0; r < topology_.ropes; ++r) {
    const auto& rope = u.rope[r];
    if (rope.vertical_shapes == 2 && rope.modes[2] != 2)
      findings.push_back(structure_.rope[r].name + ".vertical_shapes = 2 (cubics) with " +
                         std::to_string(rope.modes[2]) + " modes along z: there are two cubics; set the third of " +
                         structure_.rope[r].name + ".modes to 2");
  }
  check_blocks(u, findings);
  for (std::size_t i = 0; i < u.payload.size(); ++i) {
    const int b = topology_.loadable[i];
    if (u.payload[i] + u.body[b].mass > 0) continue;
    findings.push_back(structure_.body[b].name + "_payload = " + text(u.payload[i]) + " kg: expected more than -" +
                       structure_.body[b].name + ".mass");
  }
}

/// Ropes do not turn a block back: with its centre of mass above the points where they hold it, it falls over.
void Model::check_blocks(const Values<double>& u, std::vector<std::string>& findings) const {
  for (const int b : topology_.turning) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const auto& rope : topology_.nodes) {
      for (const auto& node : rope) {
        if (node.body != b) continue;
        for (const Spot& spot : {node.arrives, node.leaves}) {
          const double z = spot.of == Spot::Of::anchor   ? u.anchor[spot.index].at[2]
                           : spot.of == Spot::Of::sheave ? u.sheave[spot.index].at[2]
                                                         : u.drive.at[2];
          highest = std::max(highest, z);
        }
      }
    }
    if (u.body[b].centre[2] < highest) continue;
    findings.push_back(structure_.body[b].name + ".centre[3] = " + text(u.body[b].centre[2]) +
                       " m: expected below the points where ropes hold it, at " + text(highest) +
                       " m; the body would fall over");
  }
}

std::string Model::span_name(int k) const {
  const int rope = topology_.spans[k].rope;
  return "span " + std::to_string(k - topology_.first_span[rope] + 1) + " of rope \"" + structure_.rope[rope].name +
         "\"";
}

/// One message if inputs are set that the mode of their axis does not use.
void Model::warn_ignored(const Values<double>& u, Modes& m, Hooks& hooks) const {
  for (int a = 0; a < topology_.axes() && !m.warned_ignored; ++a) {
    const std::string name = a == drive() ? "drive" : structure_.body[topology_.driven[a]].name;
    std::string which;
    if (u.mode(a) != DriveMode::torque && u.axis_force[a] != 0)
      which = "the force or torque on " + name + ", " + text(u.axis_force[a]) + ",";
    else if (u.mode(a) != DriveMode::speed && u.axis_speed[a] != 0)
      which = name + "_speed = " + text(u.axis_speed[a]);
    else if (a == drive() && u.mode(a) != DriveMode::torque && u.brake != 0)
      which = "brake = " + text(u.brake);
    if (which.empty()) continue;
    m.warned_ignored = true;
    hooks.warn(which + " has no effect because " + name + ".mode = " + std::to_string(u.axis[a].mode) + " (" +
               reeving::kDriveMode.text() + ")");
  }
}

void Model::accepted(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks) {
  for (std::size_t k = 0; k < dynamics_.equations().spans().size(); ++k) {
    const auto& span = dynamics_.equations().spans()[k];
    const auto material = [&](int end) {
      return span.end[end].origin + (span.end[end].s >= 0 ? span.end[end].sign * x[span.end[end].s] : 0.0);
    };
    const double length = material(1) - material(0);
    if (length >= mechanics::kShortestSpan) continue;
    throw StepFailure(span_name(static_cast<int>(k)) + " is " + text(length, 5) + " m long at t = " + text(t) +
                      " s: the model needs at least " + text(mechanics::kShortestSpan) +
                      " m; end the ride or the torque earlier");
  }
  warn_ignored(u, m, hooks);
  if (m.warned_slack) return;
  dynamics_.derivatives(t, x, m, u, rate_);
  const auto& eq = dynamics_.equations();
  for (int k = 0; k < topology_.span_count() && !m.warned_slack; ++k) {
    if (eq.states()[k].terms.strain.eps[0] > 0) continue;
    m.warned_slack = true;
    hooks.warn(span_name(k) + " is slack at t = " + text(t) +
               " s: a rope does not push, results from here on are not physical");
  }
}

}  // namespace reeve::models::spatial
