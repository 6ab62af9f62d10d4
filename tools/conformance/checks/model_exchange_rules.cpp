/// What modelDescription.xml says about model exchange.

#include <map>
#include <set>

#include "clauses.hpp"
#include "core/continuous_part.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// The element alone: these rules also hold for an FMU whose library the driver could not use.
void need_element(const Fmu& fmu) {
  if (!fmu.description().has_model_exchange) not_applicable("the FMU offers no model exchange");
}

const std::set<std::string>& known_flags(int version) {
  static const std::set<std::string> of_2 = {"modelIdentifier",
                                             "needsExecutionTool",
                                             "completedIntegratorStepNotNeeded",
                                             "canBeInstantiatedOnlyOncePerProcess",
                                             "canNotUseMemoryManagementFunctions",
                                             "canGetAndSetFMUstate",
                                             "canSerializeFMUstate",
                                             "providesDirectionalDerivative"};
  static const std::set<std::string> of_3 = {"modelIdentifier",
                                             "needsExecutionTool",
                                             "canBeInstantiatedOnlyOncePerProcess",
                                             "canGetAndSetFMUState",
                                             "canSerializeFMUState",
                                             "providesDirectionalDerivatives",
                                             "providesAdjointDerivatives",
                                             "providesPerElementDependencies",
                                             "needsCompletedIntegratorStep",
                                             "providesEvaluateDiscreteStates"};
  return version == 2 ? of_2 : of_3;
}

void flags(const Fmu& fmu) {
  need_element(fmu);
  const auto& d = fmu.description();
  const auto& known = known_flags(d.version);
  Findings bad;
  for (const auto& [flag, value] : d.model_exchange_flags) {
    if (flag.find(':') != std::string::npos) continue;  // another namespace
    bad.require(known.contains(flag), flag, " of ModelExchange does not exist in FMI ", d.version,
                ".0: it will be read as false");
    const bool boolean = value == "true" || value == "false" || value == "0" || value == "1";
    if (flag != "modelIdentifier") bad.require(boolean, flag, " = ", in_quotes(value), ": expected true or false");
  }
  bad.require(d.model_exchange_flags.contains("modelIdentifier"), "ModelExchange has no modelIdentifier");
  const char* copy = d.version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState";
  const char* serialize = d.version == 2 ? "canSerializeFMUstate" : "canSerializeFMUState";
  bad.require(!d.model_exchange_flag(serialize) || d.model_exchange_flag(copy),
              "states can be serialised but not copied");
  bad.expect_none();
}

/// One library for both interfaces, with the same abilities; importers are told to complete their steps.
void like_co_simulation(const Fmu& fmu) {
  need_element(fmu);
  const auto& d = fmu.description();
  Findings bad;
  for (const auto& [flag, value] : d.flags)
    if (known_flags(d.version).contains(flag)) {
      const auto other = d.model_exchange_flags.find(flag);
      const std::string found = other == d.model_exchange_flags.end() ? "false" : other->second;
      bad.require(found == value, flag, " = ", in_quotes(value), " for co-simulation, ", in_quotes(found),
                  " for model exchange");
    }
  const bool told = d.version == 2 ? !d.model_exchange_flag("completedIntegratorStepNotNeeded")
                                   : d.model_exchange_flag("needsCompletedIntegratorStep");
  bad.require(told, "importers are told that they need not complete their steps, and will not");
  bad.expect_none();
}

void states_are_continuous(const Fmu& fmu) {
  need_element(fmu);
  const auto& d = fmu.description();
  const auto part = continuous_part(d);
  Findings bad;
  std::map<std::string, std::string> seen;
  for (const auto& s : part.states) {
    if (s.element > 0) continue;
    const auto& x = *s.state;
    const auto& dx = *s.derivative;
    bad.require(x.type == Type::float64 && x.continuous_float(), "the state ", x.name, " is no continuous number");
    bad.require(x.causality == "local" || x.is_output(), "the state ", x.name, " is of causality ", x.causality,
                ": expected local or output");
    bad.require(dx.type == Type::float64 && dx.continuous_float(), "the derivative ", dx.name,
                " is no continuous number");
    bad.require(dx.elements == x.elements, dx.name, " has ", dx.elements, " elements, its state ", x.name, " has ",
                x.elements);
    const auto [it, first] = seen.try_emplace(x.name, dx.name);
    bad.require(first, x.name, " has two derivatives: ", it->second, " and ", dx.name);
  }
  for (const auto& v : d.variables)
    if (v.reinit) bad.require(seen.contains(v.name) || v.alias, v.name, " says reinit but is no state");
  bad.expect_none();
}

std::map<std::string, int> exponents_of(const Description& d, const std::string& name) {
  for (const auto& unit : d.units)
    if (unit.name == name) return unit.exponents;
  return {};
}

void units_per_second(const Fmu& fmu) {
  need_element(fmu);
  const auto& d = fmu.description();
  Findings bad;
  for (const auto& s : continuous_part(d).states) {
    if (s.element > 0 || s.state->unit.empty() || s.derivative->unit.empty()) continue;
    auto expected = exponents_of(d, s.state->unit);
    if (--expected["s"] == 0) expected.erase("s");
    bad.require(exponents_of(d, s.derivative->unit) == expected, s.derivative->name, " is in ", s.derivative->unit,
                ", its state ", s.state->name, " in ", s.state->unit, ": expected that per second");
  }
  bad.expect_none();
}

void indicators(const Fmu& fmu) {
  need_element(fmu);
  const auto& d = fmu.description();
  if (d.version == 2) not_applicable("FMI 2.0 gives only the number of event indicators");
  Findings bad;
  std::set<ValueReference> seen;
  for (const auto* u : d.unknowns_in("EventIndicator")) {
    if (!u->resolved) {
      bad.add("event indicator with reference ", u->reference, " names no variable");
      continue;
    }
    const auto& v = d.variables[u->position];
    bad.require(v.type == Type::float64 && v.continuous_float() && !v.clocked, "the event indicator ", v.name,
                " is no continuous Float64");
    bad.require(v.causality == "local" || v.is_output(), "the event indicator ", v.name, " is of causality ",
                v.causality, ": expected local or output");
    bad.require(seen.insert(u->reference).second, v.name, " occurs twice among the event indicators");
  }
  const std::map<std::string, int> order = {
      {"Output", 0}, {"Derivative", 1}, {"ClockedState", 2}, {"InitialUnknown", 3}, {"EventIndicator", 4}};
  int last = 0;
  for (const auto& u : d.unknowns) {
    bad.require(order.at(u.list) >= last, u.list, " of reference ", u.reference,
                " comes after a later kind of ModelStructure");
    last = std::max(last, order.at(u.list));
  }
  bad.expect_none();
}

void indicators_counted(const Fmu& fmu) {
  need_element(fmu);
  if (fmu.description().version == 3) not_applicable("FMI 3.0 lists its event indicators");
  expect(fmu.description().indicators_written,
         "numberOfEventIndicators is missing: it is read as 0, and no event is found");
}

}  // namespace

void add_model_exchange_rules(Registry& checks) {
  using enum Severity;
  checks.add("X36", "flags of ModelExchange are spelt as in the schema, with legal values", flags, error,
             clause::model_exchange_flags);
  checks.add("X37", "model exchange has library and flags of co-simulation, and asks for completed steps",
             like_co_simulation, house, clause::house);
  checks.add("X38", "states are continuous locals or outputs, with one derivative of their size each",
             states_are_continuous, error, clause::structure);
  checks.add("X39", "the derivative of a state has its unit per second", units_per_second, error, clause::variables);
  checks.add("X40",
             "event indicators are continuous variables, and ModelStructure is in the order of the schema (FMI 3.0)",
             indicators, error, clause::structure);
  checks.add("X41", "the number of event indicators is written, also if it is 0 (FMI 2.0)", indicators_counted, house,
             clause::house);
}

}  // namespace conformance
