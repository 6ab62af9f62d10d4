/// Units and display units.

#include <algorithm>
#include <cmath>
#include <set>

#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

const Unit* find_unit(const Description& d, const std::string& name) {
  const auto it = std::find_if(d.units.begin(), d.units.end(), [&](const Unit& u) { return u.name == name; });
  return it == d.units.end() ? nullptr : &*it;
}

void closure(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  std::set<std::string> names;
  for (const auto& u : d.units)
    bad.require(names.insert(u.name).second, "unit ", in_quotes(u.name), " is defined twice");
  for (const auto& v : d.variables) {
    if (v.unit.empty()) {
      bad.require(v.display_unit.empty(), v.name, " has a display unit but no unit");
      continue;
    }
    const auto* unit = find_unit(d, v.unit);
    bad.require(unit, v.name, ": unit ", in_quotes(v.unit), " is not defined");
    if (!unit || v.display_unit.empty() || v.display_unit == v.unit) continue;
    const bool defined = std::any_of(unit->display_units.begin(), unit->display_units.end(),
                                     [&](const DisplayUnit& u) { return u.name == v.display_unit; });
    bad.require(defined, v.name, ": display unit ", in_quotes(v.display_unit), " is not defined for ",
                in_quotes(v.unit));
  }
  bad.expect_none();
}

void round_trip(const Fmu& fmu) {
  Findings bad;
  bool any = false;
  for (const auto& unit : fmu.description().units)
    for (const auto& display : unit.display_units) {
      any = true;
      const double x = 1.25;
      const double shown = display.inverse ? 1 / (display.factor * x) : display.factor * x + display.offset;
      const double back = display.inverse ? 1 / (display.factor * shown) : (shown - display.offset) / display.factor;
      const double rounding = 1e-13 * (1 + std::abs(display.offset / display.factor));
      bad.require(std::abs(back - x) <= rounding, display.name, " of ", unit.name, ": factor ", display.factor,
                  ", offset ", display.offset, " cannot be undone");
    }
  if (!any) not_applicable("no display units");
  bad.expect_none();
}

void base_units(const Fmu& fmu) {
  Findings bad;
  for (const auto& unit : fmu.description().units)
    bad.require(unit.has_base, "unit ", in_quotes(unit.name), " is not defined by SI base units");
  bad.expect_none();
}

void units_used(const Fmu& fmu) {
  const auto& d = fmu.description();
  std::set<std::string> used;
  for (const auto& v : d.variables) used.insert(v.unit);
  for (const auto& [name, type] : d.types) used.insert(type.unit);
  Findings bad;
  for (const auto& unit : d.units)
    bad.require(used.contains(unit.name), "unit ", in_quotes(unit.name), " is used by no variable");
  bad.expect_none();
}

}  // namespace

void add_unit_rules(Registry& checks) {
  checks.add("P24", "every unit and display unit in use is defined, once", closure);
  checks.add("P25", "display units have a factor and an offset that can be undone", round_trip);
  checks.add("X15", "every unit is defined by SI base units", base_units, Scope::house);
  checks.add("X27", "every defined unit is in use", units_used, Scope::house);
}

}  // namespace conformance
