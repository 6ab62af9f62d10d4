#include "math/text.hpp"
#include "models/drive/model.hpp"

namespace reeve::models::drive {

using math::text;

void Model::check(const Values<double>& u, std::vector<std::string>& findings) {
  const auto ordered = [&](const char* low, double a, const char* high, double b) {
    if (a < b) return;
    findings.push_back(std::string(low) + " = " + text(a) + " m: expected less than " + high + " = " + text(b) + " m");
  };
  ordered("levelling.accuracy", u.levelling.accuracy, "levelling.threshold", u.levelling.threshold);
  ordered("levelling.threshold", u.levelling.threshold, "levelling.zone", u.levelling.zone);
}

void Model::accepted(double, Span, Modes& m, const Values<double>& u, integration::StepHooks& hooks) {
  if (!m.missed || m.warned) return;
  m.warned = true;
  hooks.warn("the ride ended at cabin_position = " + text(u.cabin_position) +
             " m, more than levelling.zone = " + text(u.levelling.zone) + " m from target_position = " + text(m.floor) +
             " m: check sheave.radius, roping.ratio, and that sheave_angle and cabin_position are connected");
}

}  // namespace reeve::models::drive
