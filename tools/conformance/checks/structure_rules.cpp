/// ModelStructure: outputs, derivatives, initial unknowns and dependencies.

#include <algorithm>
#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

std::string list(const std::set<std::string>& names) {
  std::string out;
  for (const auto& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

std::set<std::string> difference(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

/// Names in one list of ModelStructure; complains about entries that name nothing or come twice.
std::set<std::string> names_in(const Description& d, const std::string& which, Findings& bad) {
  std::set<std::string> names;
  for (const auto* u : d.unknowns_in(which)) {
    if (!u->resolved) bad.add(which, " entry with reference ", u->reference, " names no variable");
    if (u->resolved)
      bad.require(names.insert(d.variables[u->position].name).second, d.variables[u->position].name,
                  " occurs twice in ", which);
  }
  return names;
}

void outputs_complete(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  std::set<std::string> expected;
  for (const auto& v : d.variables)
    if (v.is_output() && !v.alias) expected.insert(v.name);
  const auto found = names_in(d, "Output", bad);
  const auto missing = difference(expected, found), surplus = difference(found, expected);
  bad.require(missing.empty(), "not listed: ", list(missing));
  bad.require(surplus.empty(), "listed but no outputs: ", list(surplus));
  bad.expect_none();
}

void initial_unknowns(const Fmu& fmu) {
  const auto& d = fmu.description();
  const auto computed = [](const Variable& v) { return v.initial == "approx" || v.initial == "calculated"; };
  std::set<std::string> expected;
  for (const auto& v : d.variables) {
    if (v.alias) continue;
    if (v.is_output() && computed(v) && !v.clocked && v.type != Type::clock) expected.insert(v.name);
    if (v.causality == "calculatedParameter") expected.insert(v.name);
  }
  for (const auto* u : d.unknowns_in("Derivative")) {
    if (!u->resolved) continue;
    const auto& derivative = d.variables[u->position];
    if (computed(derivative)) expected.insert(derivative.name);
    if (const auto* state = d.state_of(derivative); state && computed(*state)) expected.insert(state->name);
  }
  Findings bad;
  const auto found = names_in(d, "InitialUnknown", bad);
  const auto missing = difference(expected, found), surplus = difference(found, expected);
  bad.require(missing.empty(), "missing: ", list(missing));
  bad.require(surplus.empty(), "too many: ", list(surplus));
  std::size_t last = 0;
  for (const auto* u : d.unknowns_in("InitialUnknown")) {
    if (d.version == 2)
      bad.require(!u->resolved || u->position >= last, d.variables[u->position].name,
                  " is not in the order of the variables");
    last = u->position;
  }
  bad.expect_none();
}

void dependencies_resolve(const Fmu& fmu) {
  const auto& d = fmu.description();
  const std::set<std::string> kinds = {"dependent", "constant", "fixed", "tunable", "discrete"};
  Findings bad;
  for (const auto& u : d.unknowns) {
    const auto name = u.resolved ? d.variables[u.position].name : text("reference ", u.reference);
    for (const auto& word : u.unresolved) bad.add(u.list, ' ', name, ": dependency ", word, " names no variable");
    if (u.kinds_written)
      bad.require(u.dependencies && u.kinds.size() == u.dependencies->size() + u.unresolved.size(), u.list, ' ', name,
                  ": ", u.kinds.size(), " dependency kinds for ", u.dependencies ? u.dependencies->size() : 0,
                  " dependencies");
    const bool real = u.resolved && is_float(d.variables[u.position].type);
    for (const auto& kind : u.kinds) {
      bad.require(kinds.contains(kind), u.list, ' ', name, ": kind ", in_quotes(kind), " does not exist");
      bad.require(kind == "dependent" || real, u.list, ' ', name, ": kind ", in_quotes(kind),
                  " is for floating-point unknowns");
      bad.require(kind == "dependent" || kind == "constant" || u.list != "InitialUnknown", u.list, ' ', name, ": kind ",
                  in_quotes(kind), " is not for initialisation");
    }
    if (!u.dependencies) continue;
    const std::set<ValueReference> once(u.dependencies->begin(), u.dependencies->end());
    bad.require(once.size() == u.dependencies->size(), u.list, ' ', name, ": a dependency occurs twice");
  }
  bad.expect_none();
}

/// What an unknown may depend on. Running: inputs, states and time, in FMI 3.0 also parameters. In initialisation:
/// inputs, time and everything that is set exactly.
void dependencies_are_knowns(const Fmu& fmu) {
  const auto& d = fmu.description();
  std::set<ValueReference> states;
  for (const auto* u : d.unknowns_in("Derivative"))
    if (u->resolved)
      if (const auto* state = d.state_of(d.variables[u->position])) states.insert(state->reference);
  Findings bad;
  for (const auto& u : d.unknowns) {
    if (!u.resolved || !u.dependencies) continue;
    for (const auto reference : *u.dependencies) {
      const auto* v = d.find(reference);
      const bool always = v->is_input() || v->causality == "independent";
      const bool running =
          states.contains(reference) || (d.version == 3 && (v->is_parameter() || v->variability == "discrete"));
      const bool known = always || (u.list == "InitialUnknown" ? v->initial == "exact" : running);
      bad.require(known, u.list, ' ', d.variables[u.position].name, " depends on ", v->name, " (", v->causality, ", ",
                  v->variability, "), which is not known then");
    }
  }
  bad.expect_none();
}

void dependencies_given(const Fmu& fmu) {
  const auto& d = fmu.description();
  std::set<std::string> unsaid{"EventIndicator"};  // those help debugging only
  constexpr std::size_t many = 100;                // lists of so many states for each of them would be most of the file
  if (d.version == 2 && d.unknowns_in("Derivative").size() > many) unsaid.insert("Derivative");
  Findings bad;
  for (const auto& u : d.unknowns)
    if (u.resolved && !unsaid.contains(u.list))
      bad.require(u.dependencies.has_value(), u.list, ' ', d.variables[u.position].name,
                  " gives no dependencies: importers take that as a dependence on everything");
  bad.expect_none();
}

void derivatives_listed(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  const auto listed = names_in(d, "Derivative", bad);
  for (const auto& v : d.variables) {
    if (v.derivative_of) bad.require(d.state_of(v), v.name, ": attribute derivative names no variable");
    if (v.derivative_of && d.state_of(v))
      bad.require(is_float(d.state_of(v)->type), v.name, " is the derivative of something discrete");
    if (listed.contains(v.name))
      bad.require(v.derivative_of.has_value(), v.name, " is listed as a derivative but does not say of what");
  }
  bad.expect_none();
}

}  // namespace

void add_structure_rules(Registry& checks) {
  using enum Severity;
  checks.add("P04", "InitialUnknowns has exactly what the standard's rule gives", initial_unknowns, error,
             clause::structure);
  checks.add("X09", "ModelStructure lists every output once and nothing else as an output", outputs_complete, error,
             clause::structure);
  checks.add("X10", "dependencies name existing variables once, with one legal kind each", dependencies_resolve, error,
             clause::structure);
  checks.add("X30", "unknowns depend on knowns only", dependencies_are_knowns, error, clause::structure);
  checks.add("X31", "every unknown gives its dependencies, in FMI 2.0 save derivatives of more than a hundred states",
             dependencies_given, house, clause::house);
  checks.add("X32", "derivatives name their states", derivatives_listed, error, clause::structure);
}

}  // namespace conformance
