/// Rules about single variables of modelDescription.xml.

#include <map>
#include <set>
#include <tuple>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void starts_present(const Fmu& fmu) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    const bool needs = v.initial == "exact" || v.initial == "approx" || v.is_input() || v.variability == "constant";
    if (needs && v.type != Type::clock && !(v.type == Type::binary && v.is_input()))
      bad.require(v.start.has_value(), v.name, " (", v.causality, ") has no start value");
  }
  bad.expect_none();
}

void starts_absent(const Fmu& fmu) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.initial == "calculated")
      bad.require(!v.start, v.name, " is calculated but has start = ", v.start.value_or(""));
    if (v.causality == "independent")
      bad.require(!v.start && !v.initial_written, v.name, " is independent but has start or initial");
  }
  bad.expect_none();
}

void starts_parse(const Fmu& fmu) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (!v.start || v.elements == 0) continue;
    bad.require(v.start_values.size() == v.elements, v.name, ": start ", in_quotes(v.start->substr(0, 40)), " is not ",
                v.elements, v.elements == 1 ? " value" : " values", " of type ", name(v.type));
  }
  bad.expect_none();
}

void ordered_limits(const Fmu& fmu) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.min && v.max) bad.require(*v.min <= *v.max, v.name, ": min ", *v.min, " > max ", *v.max);
    if (v.nominal) bad.require(*v.nominal > 0, v.name, ": nominal ", *v.nominal, ", expected > 0");
    for (const auto& value : v.start_values) {
      const auto x = number(value);
      if (!x) continue;
      if (v.min) bad.require(*x >= *v.min, v.name, ": start ", *x, " < min ", *v.min);
      if (v.max) bad.require(*x <= *v.max, v.name, ": start ", *x, " > max ", *v.max);
    }
  }
  bad.expect_none();
}

void legal_combinations(const Fmu& fmu) {
  using Allowed = std::map<std::pair<std::string, std::string>, std::set<std::string>>;
  const std::set<std::string> exact{"exact"}, computed{"calculated", "approx"}, any{"calculated", "approx", "exact"};
  const Allowed allowed = {{{"parameter", "fixed"}, exact},
                           {{"parameter", "tunable"}, exact},
                           {{"structuralParameter", "fixed"}, exact},
                           {{"structuralParameter", "tunable"}, exact},
                           {{"calculatedParameter", "fixed"}, computed},
                           {{"calculatedParameter", "tunable"}, computed},
                           {{"input", "discrete"}, exact},
                           {{"input", "continuous"}, exact},
                           {{"output", "constant"}, exact},
                           {{"output", "discrete"}, any},
                           {{"output", "continuous"}, any},
                           {{"local", "constant"}, exact},
                           {{"local", "fixed"}, computed},
                           {{"local", "tunable"}, computed},
                           {{"local", "discrete"}, any},
                           {{"local", "continuous"}, any},
                           {{"independent", "continuous"}, {""}}};
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.type == Type::clock) continue;
    const auto it = allowed.find({v.causality, v.variability});
    bad.require(it != allowed.end() && it->second.contains(v.initial), v.name, ": causality ", v.causality,
                ", variability ", v.variability, ", initial ", v.initial.empty() ? "none" : v.initial,
                " do not go together");
    bad.require(is_float(v.type) || v.variability != "continuous", v.name, ": continuous, but of type ", name(v.type));
    bad.require(fmu.description().version == 2 || !v.is_input() || !v.initial_written || v.initial == "exact", v.name,
                ": an input has initial = ", v.initial);
  }
  bad.expect_none();
}

void unique_references(const Fmu& fmu) {
  const bool fmi2 = fmu.description().version == 2;
  Findings bad;
  std::map<std::pair<Type, ValueReference>, const Variable*> seen;
  for (const auto& v : fmu.description().variables) {
    if (v.alias && !fmi2) continue;
    const auto [it, fresh] = seen.try_emplace({fmi2 ? v.type : Type::float64, v.reference}, &v);
    if (fresh) continue;
    const auto& first = *it->second;
    if (!fmi2)
      bad.add(v.name, " has value reference ", v.reference, " of ", first.name);
    else  // an alias: at most one of them can be set, and both mean the same quantity
      bad.require(!(v.initial == "exact" && first.initial == "exact") && v.unit == first.unit &&
                      v.variability == first.variability,
                  v.name, " and ", first.name, " share value reference ", v.reference,
                  " but differ in kind or can both be set");
  }
  bad.expect_none();
}

void one_independent(const Fmu& fmu) {
  std::vector<const Variable*> found;
  for (const auto& v : fmu.description().variables)
    if (v.causality == "independent" && !v.alias) found.push_back(&v);
  if (fmu.description().version == 3) expect(found.size() == 1, found.size(), " independent variables: expected one");
  expect(found.size() <= 1, found.size(), " independent variables: expected at most one");
  for (const auto* v : found) expect(is_float(v->type), v->name, " is independent but no floating-point number");
}

void described(const Fmu& fmu) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    bad.require(!v.description.empty(), v.name, " has no description");
    if (is_float(v.type)) bad.require(!v.unit.empty(), v.name, " has no unit (\"1\" for a pure number)");
  }
  bad.expect_none();
}

}  // namespace

void add_variable_rules(Registry& checks) {
  using enum Severity;
  checks.add("P03", "every parameter, input, exact, approximate or constant variable has a start value", starts_present,
             error, clause::variables);
  checks.add("X03", "min <= start <= max, and nominal values are positive", ordered_limits, error, clause::variables);
  checks.add("X04", "every variable has a description and every floating-point one a unit", described, house,
             clause::house);
  checks.add("X05", "causality, variability and initial go together as the standard's table says", legal_combinations,
             error, clause::variable_attributes);
  checks.add("X06", "calculated and independent variables have no start value", starts_absent, error,
             clause::variables);
  checks.add("X07", "value references are unique (FMI 3.0) or shared by legal aliases only (FMI 2.0)",
             unique_references, error, clause::aliases);
  checks.add("X14", "there is one independent variable (FMI 2.0: at most one), a floating-point number",
             one_independent, error, clause::variables);
  checks.add("X26", "start values can be read as values of the variable's type, one for each element", starts_parse,
             error, clause::variables);
}

}  // namespace conformance
