/// Units and display units.

#include <algorithm>
#include <cmath>
#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

const Unit* find_unit(const Description& d, const std::string& name) {
  const auto it = std::find_if(d.units.begin(), d.units.end(), [&](const Unit& u) { return u.name == name; });
  return it == d.units.end() ? nullptr : &*it;
}

void require_units(const Description& d, const std::string& owner, const std::string& unit_name,
                   const std::string& display_name, Findings& bad) {
  if (unit_name.empty()) return bad.require(display_name.empty(), owner, " has a display unit but no unit");
  const auto* unit = find_unit(d, unit_name);
  bad.require(unit, owner, ": unit ", in_quotes(unit_name), " is not defined");
  if (!unit || display_name.empty() || display_name == unit_name) return;
  const bool defined = std::any_of(unit->display_units.begin(), unit->display_units.end(),
                                   [&](const DisplayUnit& u) { return u.name == display_name; });
  bad.require(defined, owner, ": display unit ", in_quotes(display_name), " is not defined for ", in_quotes(unit_name));
}

void closure(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  std::set<std::string> names;
  for (const auto& u : d.units)
    bad.require(names.insert(u.name).second, "unit ", in_quotes(u.name), " is defined twice");
  for (const auto& v : d.variables) require_units(d, v.name, v.unit, v.display_unit, bad);
  for (const auto& [name, type] : d.types) require_units(d, "type " + name, type.unit, type.display_unit, bad);
  for (const auto& v : d.variables)
    bad.require(v.declared_type.empty() || d.types.contains(v.declared_type), v.name, ": declared type ",
                in_quotes(v.declared_type), " is not defined");
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
  using enum Severity;
  checks.add("P24", "every unit, display unit and type in use is defined, once", closure, error, clause::units);
  checks.add("P25", "display units have a factor and an offset that can be undone", round_trip, error, clause::units);
  checks.add("X15", "every unit is defined by SI base units", base_units, house, clause::house);
  checks.add("X27", "every defined unit is in use", units_used, house, clause::house);
}

}  // namespace conformance
