#include "fmus/flexible_sheet/nips.hpp"

#include <algorithm>

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::FlexibleSheet;
using Names = std::vector<std::string>;

enum : std::uint32_t {  // in the groups of the sheet's own variables
  kSpeeds = 1 * VariableTable::kGroup + 64,
  kActions = 2 * VariableTable::kGroup + 64,
  kRollers = 3 * VariableTable::kGroup + 64,
  kWorks = 4 * VariableTable::kGroup + 64,
  kStride = 16,
};

/// Returns the names of the parameters.
Names declare_roller(Declaration<FlexibleSheet>& d, std::uint32_t base, const std::string& name, std::size_t n) {
  Names names;
  const auto real = [&](std::uint32_t number, const char* property, const Unit& unit, const std::string& description, auto at) {
    names.push_back(name + "." + property);
    return d.parameter(base + number, names.back(), unit, description, at);
  };
  real(0, "x", unit::metre, "Where " + name + " holds the sheet: along the length; the sheet's master starts at x = 0",
       FIELD(nip[n].roller.x)).range(-1e3, 1e3);
  real(1, "height", unit::metre, "Height at which " + name + " holds the sheet, positive up", FIELD(nip[n].roller.height)).range(-1e3, 1e3);
  real(2, "z", unit::metre, "Middle of " + name + " along the width, from the sheet's centre line at the start", FIELD(nip[n].roller.z))
      .range(-1e3, 1e3);
  real(3, "width", unit::metre, "Width of the rollers of " + name, FIELD(nip[n].roller.width)).range(1e-4, 1e3);
  real(4, "angle", unit::radian, "Direction in which " + name + " drives, against x about the vertical, positive towards -z",
       FIELD(nip[n].roller.angle)).range(-1.5, 1.5);
  real(5, "length", unit::metre, "Length of contact of " + name + " along its direction; over it an edge of the sheet comes in or goes out",
       FIELD(nip[n].roller.length)).range(1e-5, 1);
  real(6, "opening", unit::metre, "How far above or below its height " + name + " takes the sheet; fully within half of it",
       FIELD(nip[n].roller.opening)).range(1e-5, 1e3);
  real(7, "force", unit::newton, "Force that presses the rollers of " + name + " together", FIELD(nip[n].roller.force)).range(0, 1e6);
  real(8, "friction", unit::none, "Coefficient of friction of both rollers of " + name + " together",
       FIELD(nip[n].roller.friction)).range(0, 10);
  real(9, "slip_speed", unit::metre_per_second, "Slip at which friction of " + name + " has reached 0.71 of its limit",
       FIELD(nip[n].roller.slip_speed)).range(1e-5, 1e3);
  real(10, "stiffness", unit::newton_per_metre, "Stiffness with which " + name + " holds the sheet at its height",
       FIELD(nip[n].roller.stiffness)).range(0, 1e9);
  real(11, "damping", unit::second, "Damping beta of that stiffness: force = stiffness (way + beta speed)", FIELD(nip[n].roller.damping))
      .range(0, 10);
  return names;
}

}  // namespace

Names nips_of(const description::Reader& description) {
  Names names;
  for (const auto& item : description.tables("nip")) {
    const std::string name = item.identifier("name");
    for (const char* reserved : {"sheet", "clamp", "solver", "start", "gravity", "time"}) {
      if (name == reserved) item.fail("name", "\"" + name + "\" means something else in this model: choose another name");
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) item.fail("name", "\"" + name + "\" is taken");
    item.refuse_unknown();
    names.push_back(name);
  }
  if (names.size() > FlexibleSheet::kMostNips) {
    description.fail("nip", std::to_string(names.size()) + " nips: expected at most " + std::to_string(FlexibleSheet::kMostNips));
  }
  return names;
}

void declare_nips(Declaration<FlexibleSheet>& d, const Names& names, const Names& shape) {
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string& name = names[n];
    const auto step = static_cast<std::uint32_t>(n) * kStride;
    const std::string speed = name + "_speed";
    d.input(kSpeeds + step, speed, unit::metre_per_second,
            "Surface speed of the rollers of " + name + ", positive drives the sheet along +x", FIELD(nip[n].speed))
        .range(-1e3, 1e3).nominal(0.1);
    Names all = declare_roller(d, kRollers + step, name, n);
    all.insert(all.end(), shape.begin(), shape.end());
    all.push_back(speed);
    d.output(kActions + step, name + "_force", unit::newton,
             "Friction of " + name + " on the sheet along its direction, positive drives the sheet along +x",
             FIELD(nip[n].force)).nominal(1).depends({speed}).initially(all);
    d.output(kActions + step + 1, name + "_slip", unit::metre_per_second,
             speed + " minus the sheet's speed along the same direction, mean over the contact; 0 without a sheet", FIELD(nip[n].slip))
        .nominal(0.1).depends({speed}).initially(all);
    d.local(kActions + step + 2, name + "_normal", unit::newton, "Of the force of " + name + ", what presses on the sheet",
            FIELD(nip[n].normal)).nominal(1);
  }
  if (names.empty()) return;
  d.output(kWorks + 0, "roller_work", unit::joule, "Work of the rollers of all nips since the start", FIELD(roller_work)).nominal(0.01);
  d.output(kWorks + 1, "friction_loss", unit::joule, "Of roller_work, what slip in the nips has turned into heat", FIELD(friction_loss))
      .nominal(0.01);
  d.local(kWorks + 2, "nip_energy", unit::joule, "Energy of the springs that hold the sheet in the nips", FIELD(nip_energy)).nominal(0.01);
}

std::vector<Terminal> terminals_of(const Names& nips) {
  std::vector<Terminal> out;
  for (const auto& name : nips) {
    out.push_back({name, "The rollers of " + name + ": their speed in, force and slip of the sheet out",
                   {name + "_speed", name + "_force", name + "_slip"}});
  }
  return out;
}

}  // namespace reeve::fmus
