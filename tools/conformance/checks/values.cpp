/// What Get and Set do: exactly what they say, to what may be set.

#include <set>

#include "access_support.hpp"
#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// Two settable scalars with a bad value reference between them: nothing may be written. The instance is in error
/// afterwards, so the values are looked at through a saved state or, without one, through what a Get still tells.
void all_or_nothing(const Fmu& fmu) {
  std::vector<const Variable*> reals;
  for (const auto& v : fmu.description().variables)
    if (v.type == Type::float64 && (v.is_parameter() || v.is_input()) && !v.is_array() && !v.start_values.empty() &&
        !v.alias)
      reals.push_back(&v);
  if (reals.size() < 2) not_applicable("fewer than two floating-point variables can be set");
  const LoadedFmu loaded(fmu);
  const auto instance = initializing(loaded);
  const ValueReference references[] = {reals[0]->reference, fmu.description().unused_reference(), reals[1]->reference};
  const double values[] = {std::get<double>(nudged(reals[0]->start_values[0])), 1,
                           std::get<double>(nudged(reals[1]->start_values[0]))};
  const auto status = instance->set(Type::float64, references, 3, values, 3);
  expect(status == Status::error, "Set with an unknown reference in the middle returned ", name(status),
         ": expected Error");
  bool seen = false;
  for (const auto* v : {reals[0], reals[1]}) {
    Values after;
    if (!good(instance->read(*v, after))) continue;
    seen = true;
    expect(same(after, v->start_values), v->name, " = ", to_text(after),
           " was written although the call was refused: expected ", to_text(v->start_values));
  }
  if (!seen) not_applicable("after an Error the FMU tells no values");
}

void roles(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings found;
  const auto try_set = [&](const Variable& v, Instance& instance, const char* when, bool allowed) {
    Values value = v.start_values;
    if (value.empty() && !good(instance.read(v, value))) return;
    const auto status = instance.write(v, value);
    if (allowed)
      found.require(good(status), "setting ", v.name, " (", v.causality, ", ", v.variability, ") ", when, " returned ",
                    name(status));
    else
      found.require(status == Status::error, "setting ", v.name, " (", v.causality, ", ", v.variability, ") ", when,
                    " returned ", name(status), ": expected Error");
  };
  std::set<std::string> kinds;  // one representative of each kind is enough, and keeps large FMUs affordable
  for (const auto& v : fmu.description().variables) {
    if (v.type == Type::clock || v.clocked || v.alias || v.elements == 0 || v.type == Type::binary) continue;
    if (!kinds.insert(text(v.causality, v.variability, v.initial, v.element)).second) continue;
    if (v.causality == "structuralParameter") continue;
    const bool never = v.causality == "independent" || v.variability == "constant" ||
                       v.causality == "calculatedParameter" || (v.initial == "calculated" && !v.is_input());
    const bool stepping = v.is_input() || (v.is_parameter() && v.variability == "tunable");
    if (never) try_set(v, *initializing(loaded), "in initialisation", false);
    try_set(v, *loaded.start(), "while stepping", stepping);
  }
  found.expect_none();
}

void many_at_once(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 3));
  std::vector<const Variable*> reals;
  for (const auto& v : fmu.description().variables)
    if (v.type == Type::float64 && !v.clocked && v.elements > 0) reals.push_back(&v);
  if (reals.empty()) not_applicable("no floating-point variables");
  std::vector<ValueReference> references;
  std::size_t count = 0;
  for (auto it = reals.rbegin(); it != reals.rend(); ++it)
    references.push_back((*it)->reference), count += (*it)->elements;
  std::vector<double> together(count);
  const auto status = instance->get_reals(references, together);
  expect(good(status), "reading all ", references.size(), " floating-point variables at once returned ", name(status));
  std::size_t at = 0;
  for (auto it = reals.rbegin(); it != reals.rend(); ++it) {
    Values single;
    const auto alone = instance->read(**it, single);
    expect(good(alone), "reading ", (*it)->name, " returned ", name(alone));
    for (const auto& value : single) {
      expect(same_bits(std::get<double>(value), together[at]), (*it)->name, " = ", to_text(value), " alone but ",
             together[at], " among others");
      ++at;
    }
  }
}

void strings_live(const Fmu& fmu) {
  const auto& d = fmu.description();
  std::vector<const Variable*> strings;
  for (const auto& v : d.variables)
    if (v.type == Type::string && !v.is_array()) strings.push_back(&v);
  if (strings.empty()) not_applicable("no strings");
  const LoadedFmu loaded(fmu);
  const auto instance = initializing(loaded);
  if (const auto* v = settable(d, Type::string)) {
    std::string mine = "set by the importer";
    const char* pointer = mine.c_str();
    const auto status = instance->set(Type::string, &v->reference, 1, &pointer, 1);
    expect(good(status), "setting ", v->name, " returned ", name(status));
    mine.assign(mine.size(), '#');
    const char* back = nullptr;
    expect(good(instance->get(Type::string, &v->reference, 1, &back, 1)) && back, "reading ", v->name, " back failed");
    expect(std::string(back) == "set by the importer", v->name, " = ", in_quotes(back),
           ": the FMU kept the importer's pointer");
  }
  std::vector<ValueReference> references;
  for (const auto* v : strings) references.push_back(v->reference);
  std::vector<const char*> values(strings.size());
  expect(good(instance->get(Type::string, references.data(), references.size(), values.data(), values.size())),
         "reading all strings failed");
  for (std::size_t i = 0; i < strings.size(); ++i) expect(values[i], strings[i]->name, " is NULL");
}

}  // namespace

void add_values(Registry& checks) {
  using enum Severity;
  checks.add("P21", "strings are copied when set and owned by the FMU when read", strings_live, error, clause::values);
  checks.add("B25", "a Set call that is refused has written nothing", all_or_nothing, house, clause::house);
  checks.add("B26",
             "only what may be set can be set: not outputs, locals, constants or time; fixed parameters not while "
             "stepping",
             roles, error, clause::variable_attributes);
  checks.add("B30", "reading many variables at once gives the same as reading each alone", many_at_once, error,
             clause::values);
}

}  // namespace conformance
