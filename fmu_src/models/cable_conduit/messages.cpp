#include "models/cable_conduit/messages.hpp"

#include <algorithm>

#include "math/text.hpp"

namespace reeve::models::cable_conduit {

using math::text;

void warn_of_ignored(const Values<double>& u, bool has_mass, integration::StepHooks& hooks) {
  const Values<double> untouched;
  const auto ignored = [&](const char* name, double value, double start, const char* unit, const char* mode,
                           double chosen) {
    if (value == start) return;
    hooks.warn(std::string(name) + " = " + text(value) + " " + unit + " has no effect with " + mode + " = " +
               text(chosen));
  };
  if (u.input.mode != kByDisplacement) {
    ignored("proximal_displacement", u.proximal_displacement, untouched.proximal_displacement, "m", "input.mode",
            u.input.mode);
  }
  if (u.input.mode != kByTension) {
    ignored("proximal_tension", u.proximal_tension, untouched.proximal_tension, "N", "input.mode", u.input.mode);
  }
  if (u.load.mode != kPrescribedDisplacement) {
    ignored("distal_displacement", u.distal_displacement, untouched.distal_displacement, "m", "load.mode", u.load.mode);
  }
  if (u.load.mode != kPrescribedTension) {
    ignored("distal_tension", u.distal_tension, untouched.distal_tension, "N", "load.mode", u.load.mode);
  }
  if (has_mass) return;
  ignored("load.mass", u.load.mass, 0.0, "kg", "load.mode", u.load.mode);
  if (u.load.mode == kPrescribedDisplacement) {
    ignored("load.damping", u.load.damping, 0.0, "N.s/m", "load.mode", u.load.mode);
  } else {
    ignored("load.damping", u.load.damping, 0.0, "N.s/m", "load.mass", u.load.mass);
  }
}

void warn_of_runaway(double t, const Values<double>& u, integration::StepHooks& hooks) {
  hooks.warn("proximal_tension = " + text(u.proximal_tension) + " N and distal_tension = " + text(u.distal_tension) +
             " N differ by more than friction can hold at t = " + text(t) +
             " s: the cable would run away, so input_tension is limited; give one end a displacement (input.mode = 1), "
             "a spring "
             "(load.mode = 1) or a load.mass");
}

bool warn_of_strain(double t, const Values<double>& u, const std::vector<double>& tension,
                    integration::StepHooks& hooks) {
  constexpr double kLargestStrain = 0.05;  // where small strain and Hooke's law end
  const double strain = std::max(tension.front(), tension.back()) / u.cable.stiffness;
  if (strain <= kLargestStrain) return false;
  hooks.warn(
      "the cable is strained by " + text(100 * strain) + " % at t = " + text(t) +
      " s, input_tension = " + text(tension.front()) + " N: beyond " + text(100 * kLargestStrain) +
      " % the model's small strain and Hooke's law no longer hold; check proximal_displacement and cable.stiffness");
  return true;
}

}  // namespace reeve::models::cable_conduit
