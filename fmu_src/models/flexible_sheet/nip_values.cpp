#include "models/flexible_sheet/states.hpp"

namespace reeve::models::flexible_sheet {
namespace {

using namespace variables;

enum : std::uint32_t {  // in the groups of the sheet's own variables
  kSpeeds = 1 * kGroup + 64,
  kActions = 2 * kGroup + 64,
  kRollers = 3 * kGroup + 64,
  kWorks = 4 * kGroup + 64,
  kStride = 16,
};

/// Returns the names of the parameters.
template <class S>
Names roller_fields(std::uint32_t base, const std::string& name, mechanics::NipProperties<S>& roller, List& list) {
  Names names;
  const auto put = [&](std::uint32_t number, const char* property, const Unit& unit, const std::string& description,
                       S& field) {
    names.push_back(name + "." + property);
    return list.parameter(base + number, names.back(), unit, description, field);
  };
  put(0, "x", unit::metre, "Where " + name + " holds the sheet: along the length; the sheet's master starts at x = 0",
      roller.x)
      .range(-1e3, 1e3);
  put(1, "height", unit::metre, "Height at which " + name + " holds the sheet, positive up", roller.height)
      .range(-1e3, 1e3);
  put(2, "z", unit::metre, "Middle of " + name + " along the width, from the sheet's centre line at the start",
      roller.z)
      .range(-1e3, 1e3);
  put(3, "width", unit::metre, "Width of the rollers of " + name, roller.width).range(1e-4, 1e3);
  put(4, "angle", unit::radian,
      "Direction in which " + name + " drives, against x about the vertical, positive towards -z", roller.angle)
      .range(-1.5, 1.5);
  put(5, "length", unit::metre,
      "Length of contact of " + name + " along its direction; over it an edge of the sheet comes in or goes out",
      roller.length)
      .range(1e-5, 1);
  put(6, "opening", unit::metre,
      "How far above or below its height " + name + " takes the sheet; fully within half of it", roller.opening)
      .range(1e-5, 1e3);
  put(7, "pressing_force", unit::newton, "Force that presses the rollers of " + name + " together",
      roller.pressing_force)
      .range(0, 1e6);
  put(8, "friction", unit::none, "Coefficient of friction of both rollers of " + name + " together", roller.friction)
      .range(0, 10);
  put(9, "slip_speed", unit::metre_per_second, "Slip at which friction of " + name + " has reached 0.71 of its limit",
      roller.slip_speed)
      .range(1e-5, 1e3);
  put(10, "stiffness", unit::newton_per_metre, "Stiffness with which " + name + " holds the sheet at its height",
      roller.stiffness)
      .range(0, 1e9);
  put(11, "damping", unit::second, "Damping beta of that stiffness: force = stiffness (way + beta speed)",
      roller.damping)
      .range(0, 10);
  return names;
}

}  // namespace

template <class S>
void nip_fields(const Structure& structure, Values<S>& v, const Names& place, List& list) {
  const StateNames states(structure, kFree);
  for (std::size_t n = 0; n < structure.nip.size(); ++n) {
    const std::string& name = structure.nip[n];
    auto& nip = v.nip[n];
    const auto step = static_cast<std::uint32_t>(n) * kStride;
    const std::string speed = name + "_speed";
    list.input(kSpeeds + step, speed, unit::metre_per_second,
               "Surface speed of the rollers of " + name + ", positive drives the sheet along +x", nip.speed)
        .range(-1e3, 1e3)
        .nominal(0.1);
    Names all = roller_fields(kRollers + step, name, nip.roller, list);
    all.insert(all.end(), place.begin(), place.end());
    all.push_back(speed);
    list.output(kActions + step, name + "_force", unit::newton,
                "Friction of " + name + " on the sheet along its direction, positive drives the sheet along +x",
                nip.force)
        .nominal(1)
        .depends({speed})
        .follows(states.motion)
        .initially(all);
    list.output(kActions + step + 1, name + "_slip", unit::metre_per_second,
                speed + " minus the sheet's speed along the same direction, mean over the contact; 0 without a sheet",
                nip.slip)
        .nominal(0.1)
        .depends({speed})
        .follows(states.motion)
        .initially(all);
    list.local(kActions + step + 2, name + "_normal", unit::newton,
               "Of the force of " + name + ", what presses on the sheet", nip.normal)
        .nominal(1);
  }
  if (structure.nip.empty()) return;
  list.output(kWorks + 0, "roller_work", unit::joule, "Work of the rollers of all nips since the start", v.roller_work)
      .nominal(0.01)
      .follows(states.roller_work);
  list.output(kWorks + 1, "friction_loss", unit::joule, "Of roller_work, what slip in the nips has turned into heat",
              v.friction_loss)
      .nominal(0.01)
      .follows(states.friction_loss);
  list.local(kWorks + 2, "nip_energy", unit::joule, "Energy of the springs that hold the sheet in the nips",
             v.nip_energy)
      .nominal(0.01);
}
template void nip_fields(const Structure&, Values<double>&, const Names&, List&);
template void nip_fields(const Structure&, Values<math::Dual>&, const Names&, List&);

Names nip_knowns(const Structure& structure) {
  Values<double> v;
  v.nip.resize(structure.nip.size());
  List list;
  nip_fields(structure, v, {}, list);
  Names names;
  for (const auto& row : list.rows) {
    if (row.is_settable()) names.push_back(row.name);
  }
  return names;
}

}  // namespace reeve::models::flexible_sheet
