/// Enumerations: their items, and that nothing else is ever taken or given.

#include <algorithm>
#include <set>

#include "access_support.hpp"
#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

std::vector<const Variable*> enumerations(const Fmu& fmu) {
  std::vector<const Variable*> found;
  for (const auto& v : fmu.description().variables)
    if (v.is_enumeration() && !v.clocked && v.elements > 0) found.push_back(&v);
  if (found.empty()) not_applicable("no enumerations");
  return found;
}

bool is_item(const Variable& v, const Value& value) {
  return std::any_of(v.items.begin(), v.items.end(), [&](std::int64_t item) { return same(Value(item), value); });
}

void require_unique(const std::string& type, const TypeDefinition& definition, Findings& bad) {
  std::set<std::string> names;
  std::set<std::int64_t> values;
  for (const auto& [name, value] : definition.items) {
    bad.require(names.insert(name).second, "item ", in_quotes(name), " of ", type, " occurs twice");
    bad.require(values.insert(value).second, "items of ", type, " share the value ", value);
  }
}

void items_and_starts(const Fmu& fmu) {
  Findings bad;
  for (const auto& [name, type] : fmu.description().types) require_unique(name, type, bad);
  for (const auto* v : enumerations(fmu)) {
    bad.require(!v->items.empty(), v->name, ": declared type ", in_quotes(v->declared_type),
                " is no enumeration with items");
    for (const auto& start : v->start_values)
      bad.require(v->items.empty() || is_item(*v, start), v->name, ": start ", to_text(start), " is no item of ",
                  v->declared_type);
  }
  bad.expect_none();
}

void no_coupling(const Fmu& fmu) {
  Findings bad;
  for (const auto* v : enumerations(fmu))
    bad.require(!v->is_input() && !v->is_output(), v->name, " (", v->causality, ") is an enumeration");
  bad.expect_none();
}

/// Sets one element to the value, and initialises if the FMU takes it. Error or Discard: it was refused somewhere.
Status try_value(const LoadedFmu& loaded, Instance& instance, const Variable& v, std::int64_t value) {
  Values values = v.start_values;
  values.back() = value;
  auto status = instance.write(v, values);
  if (good(status)) status = instance.enter_initialization({loaded.fmu().start(), {}, {}});
  if (good(status)) status = instance.exit_initialization();
  return status;
}

void others_refused(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  bool any = false;
  for (const auto* v : enumerations(fmu)) {
    if (!(v->is_parameter() || v->is_input()) || v->alias || v->start_values.empty() || v->items.empty()) continue;
    any = true;
    const auto [least, largest] = std::minmax_element(v->items.begin(), v->items.end());
    for (const auto value : {*least - 1, *largest + 1}) {
      const auto instance = loaded.instantiate();
      const auto status = try_value(loaded, *instance, *v, value);
      bad.require(status == Status::error || status == Status::discard, v->name, " = ", value,
                  ", which is no item, was accepted with ", name(status));
      bad.require(good(status) || instance->environment().mentions(v->name), "the message about ", v->name, " = ",
                  value, " does not name it: ", instance->environment().log());
    }
  }
  if (!any) not_applicable("no enumeration can be set");
  bad.expect_none();
}

void items_given(const Fmu& fmu) {
  const auto variables = enumerations(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  Findings bad;
  const auto look = [&](const char* when) {
    for (const auto* v : variables) {
      Values values;
      const auto status = instance->read(*v, values);
      bad.require(good(status), "reading ", v->name, ' ', when, " returned ", name(status));
      for (const auto& value : values)
        bad.require(!good(status) || is_item(*v, value), v->name, " = ", to_text(value), ' ', when,
                    ": expected an item of ", v->declared_type);
    }
  };
  look("after initialisation");
  simulate(fmu, *instance, usual_points(fmu));
  look("after some steps");
  bad.expect_none();
}

}  // namespace

void add_enumerations(Registry& checks) {
  using enum Severity;
  checks.add("B101",
             "a value that is no item of an enumeration is refused by name, at the latest when initialisation ends",
             others_refused, house, clause::house);
  checks.add("B102", "enumerations have the value of an item", items_given, error, clause::ranges);
}

void add_enumeration_rules(Registry& checks) {
  using enum Severity;
  checks.add("P26", "enumerations have items with names and values of their own, and start with one of them",
             items_and_starts, error, clause::types);
  checks.add("X35", "no input or output is an enumeration, which some importers drop", no_coupling, house,
             clause::house);
}

}  // namespace conformance
