/// Values that are no sensible values: not finite, or out of the limits of the description.

#include <cmath>
#include <limits>

#include "access_support.hpp"
#include "clauses.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

std::vector<const Variable*> settable_reals(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if (v.type == Type::float64 && (v.is_input() || v.is_parameter()) && !v.start_values.empty() && !v.alias)
      out.push_back(&v);
  return out;
}

void not_finite(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto variables = settable_reals(fmu.description());
  if (variables.empty()) not_applicable("no floating-point variable can be set");
  Findings bad;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto* v : variables)
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
      const auto instance = loaded.instantiate();
      Values values = v->start_values;
      values.back() = value;
      const auto status = instance->write(*v, values);
      bad.require(status == Status::error || status == Status::discard, "setting ", v->name, " = ", value, " returned ",
                  name(status), ": expected Error");
      bad.require(good(status) || instance->environment().mentions(v->name), "the message about ", v->name, " = ",
                  value, " does not name it: ", instance->environment().log());
    }
  bad.expect_none();
}

/// A value beyond a limit of the description, and that limit, if there is one that leaves room.
std::optional<std::pair<double, double>> beyond(const Variable& v) {
  constexpr double huge = 1e300;
  if (v.max && *v.max < huge) return std::pair{*v.max + std::max(1.0, std::abs(*v.max)), *v.max};
  if (v.min && *v.min > -huge) return std::pair{*v.min - std::max(1.0, std::abs(*v.min)), *v.min};
  return std::nullopt;
}

void inputs_in_range(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  bool any = false;
  for (const auto* v : settable_reals(fmu.description())) {
    if (!v->is_input() || v->is_array() || !beyond(*v)) continue;
    any = true;
    const double value = beyond(*v)->first;
    const auto instance = initializing(loaded);
    const auto status = instance->set_real(v->reference, value);
    bad.require(status == Status::error || status == Status::discard, "setting input ", v->name, " = ", value,
                " (limit ", beyond(*v)->second, ") returned ", name(status), ": expected a refusal");
    bad.require(good(status) || instance->environment().mentions(v->name), "the message about ", v->name, " = ", value,
                " does not name it");
    Values after;
    if (good(instance->read(*v, after)))
      bad.require(same(after, v->start_values), v->name, " = ", to_text(after), " was written although it was refused");
  }
  if (!any) not_applicable("no input has limits");
  bad.expect_none();
}

void parameters_reported(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  bool any = false;
  for (const auto& v : fmu.description().variables) {
    if (!v.is_parameter() || v.alias || v.is_array() || v.start_values.empty() || !is_number(v.type) ||
        v.type == Type::boolean || v.is_enumeration() || !beyond(v))
      continue;
    any = true;
    const double value = beyond(v)->first;
    const auto instance = loaded.instantiate();
    const Value wanted = v.type == Type::float64 ? Value(value) : Value(static_cast<std::int64_t>(value));
    const auto set = instance->write(v, {wanted});
    bad.require(good(set), "setting parameter ", v.name, " = ", to_text(wanted), " returned ", name(set),
                ": expected OK, and a report when initialisation ends");
    if (!good(set)) continue;
    auto status = instance->enter_initialization({fmu.start(), {}, {}});
    if (good(status)) status = instance->exit_initialization();
    bad.require(status == Status::error, v.name, " = ", to_text(wanted), " (limit ", beyond(v)->second,
                "): initialisation returned ", name(status), ": expected Error");
    bad.require(
        good(status) || (instance->environment().mentions(v.name) && instance->environment().mentions(to_text(wanted))),
        "the message does not name ", v.name, " = ", to_text(wanted), ": ", instance->environment().log());
  }
  if (!any) not_applicable("no parameter has limits");
  bad.expect_none();
}

void all_reported_together(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  std::vector<const Variable*> wrong;
  for (const auto* v : settable_reals(fmu.description())) {
    if (!v->is_parameter() || v->is_array() || !beyond(*v) || wrong.size() == 3) continue;
    if (good(instance->set_real(v->reference, beyond(*v)->first))) wrong.push_back(v);
  }
  if (wrong.size() < 2) not_applicable("fewer than two parameters have limits");
  auto status = instance->enter_initialization({fmu.start(), {}, {}});
  if (good(status)) status = instance->exit_initialization();
  expect(status == Status::error, "initialisation with ", wrong.size(), " parameters out of range returned ",
         name(status));
  for (const auto* v : wrong)
    expect(instance->environment().mentions(v->name), v->name,
           " is not named among those out of range: ", instance->environment().log());
  const auto reset = instance->reset();
  expect(good(reset), "Reset after the report returned ", name(reset));
  initialize(*instance, {fmu.start(), {}, {}});
}

}  // namespace

void add_limits(Registry& checks) {
  using enum Severity;
  checks.add("B24", "values that are not finite are refused by name", not_finite, house, clause::house);
  checks.add("B27", "inputs out of their limits are refused by name and not written", inputs_in_range, house,
             clause::house);
  checks.add("B29",
             "a parameter out of its limits is accepted, and reported by name and value when initialisation ends",
             parameters_reported, house, clause::house);
  checks.add("B31", "all parameters out of their limits are reported together, and Reset brings the FMU back",
             all_reported_together, house, clause::house);
}

}  // namespace conformance
