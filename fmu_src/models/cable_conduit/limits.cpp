#include <cmath>

#include "math/text.hpp"
#include "models/cable_conduit/course.hpp"
#include "models/cable_conduit/messages.hpp"

namespace reeve::models::cable_conduit {
namespace {

using math::text;
using mechanics::ConduitCourse;
using mechanics::ConduitModel;

constexpr double kMostAngle =
    100;  ///< Psi; e^100 between the ends is far beyond any conduit, and squares of it are finite
constexpr double kFastestLoad = 1e6;      ///< [rad/s], [1/s]; a faster load is better taken as massless or held
constexpr double kLeastStiffness = 1e-6;  ///< [N]

std::string element(const char* name, const std::vector<double>& values, std::size_t j) {
  return values.size() == 1 ? name : name + ("[" + std::to_string(j + 1) + "]");
}
double one_of(const std::vector<double>& values, std::size_t j) { return values[values.size() == 1 ? 0 : j]; }

/// A peg that no tension can pull the cable over.
std::string locked_peg(const Values<double>& u, std::size_t j, double dx) {
  return "segment " + std::to_string(j + 1) + " bends by " + text(dx / one_of(u.conduit.radius, j)) +
         " rad over one peg with " + element("friction.mu", u.friction.mu, j) + " = " + text(one_of(u.friction.mu, j)) +
         ": such a peg locks itself; raise " + element("conduit.radius", u.conduit.radius, j) + " = " +
         text(one_of(u.conduit.radius, j)) + " m, describe more segments, or set conduit.model = 1";
}

}  // namespace

void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  const auto model = static_cast<ConduitModel>(u.conduit.model);
  const double dx = u.conduit.length / static_cast<double>(structure_.segments);
  double psi = 0;
  for (std::size_t j = 0; j < structure_.segments; ++j) {
    const double delta =
        ConduitCourse<double>::friction_angle(model, dx, one_of(u.conduit.radius, j), one_of(u.friction.mu, j));
    if (std::isinf(delta) && model == ConduitModel::pegs) return findings.push_back(locked_peg(u, j, dx));
    psi += delta;
  }
  if (!(psi <= kMostAngle)) {
    findings.push_back("friction.mu times the angle of the conduit, conduit.length/conduit.radius, is " + text(psi) +
                       ": expected at most " + text(kMostAngle) +
                       ", for nothing comes through beyond; lower friction.mu or "
                       "conduit.length, or raise conduit.radius");
  }
  if (u.conduit.stiffness > 0 && u.conduit.stiffness < kLeastStiffness) {
    findings.push_back("conduit.stiffness = " + text(u.conduit.stiffness) +
                       " N: expected 0 for a rigid conduit, or at least " + text(kLeastStiffness) + " N");
  }
  if (has_mass(u)) check_load(u, dx, findings);
}

/// The stepper is explicit: it follows every swing and every decay of the load.
void Model::check_load(const Values<double>& u, double dx, std::vector<std::string>& findings) {
  const double m = u.load.mass, k = u.load.mode == kSpring ? u.load.stiffness : 0.0;
  const double last_segment =
      2 / (dx * (1 / u.cable.stiffness + (u.conduit.stiffness > 0 ? 1 / u.conduit.stiffness : 0)));
  const auto refuse = [&](const std::string& what, double rate, const char* unit, const char* remedy) {
    if (rate <= kFastestLoad) return;
    findings.push_back(what + text(rate) + " " + unit + ": expected at most " + text(kFastestLoad) + " " + unit + "; " +
                       remedy);
  };
  refuse("load.mass = " + text(m) + " kg swings on the last segment of the cable with ", std::sqrt(last_segment / m),
         "rad/s", "raise load.mass, or set load.mass = 0 for a load without inertia");
  refuse(
      "load.stiffness = " + text(k) + " N/m lets load.mass = " + text(m) + " kg swing with ", std::sqrt(k / m), "rad/s",
      "lower load.stiffness, set load.mass = 0 for a load without inertia, or load.mode = 2 for a load that is held");
  refuse("load.damping = " + text(u.load.damping) + " N.s/m slows load.mass = " + text(m) + " kg down at ",
         u.load.damping / m, "1/s", "lower load.damping or raise load.mass");
}

/// Memory and messages of an accepted step.
void Model::accepted(double t, Span x, Modes& m, const Values<double>& u, integration::StepHooks& hooks) {
  commit(x, m, u);
  if (has_mass_ && m.direction == 0) m.direction = (x[kV] > 0) - (x[kV] < 0);
  if (!m.looked_at_inputs) warn_of_ignored(u, has_mass_, hooks);
  m.looked_at_inputs = true;
  if (m.runs_away && !m.warned_of_runaway) warn_of_runaway(t, u, hooks);
  m.warned_of_runaway = m.warned_of_runaway || m.runs_away;
  if (!m.warned_of_strain) m.warned_of_strain = warn_of_strain(t, u, m.cable.tension, hooks);
}

}  // namespace reeve::models::cable_conduit
