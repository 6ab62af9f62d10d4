/// Values before the first step.

#include <cmath>

#include "access_support.hpp"
#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void finite_outputs(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  for (const double start : {fmu.start(), fmu.start() + 1.5}) {
    const auto instance = loaded.start({start, {}, {}});
    const auto row = observer.read(*instance);
    Findings bad;
    for (std::size_t i = 0; i < row.size(); ++i)
      bad.require(std::isfinite(row[i]), observer.name(i), " = ", row[i], " after initialisation at time ", start);
    bad.expect_none();
  }
}

/// Reads a variable and compares it with its start value in the description, bit by bit.
void compare_starts(const Fmu& fmu, Instance& instance, const char* when) {
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.initial != "exact" || v.start_values.empty() || v.type == Type::clock || v.clocked) continue;
    Values values;
    const auto status = instance.read(v, values);
    bad.require(good(status), "reading ", v.name, ' ', when, " returned ", name(status));
    if (good(status))
      bad.require(same(values, v.start_values), v.name, " = ", to_text(values), ' ', when, ", the description says ",
                  to_text(v.start_values));
  }
  bad.expect_none();
}

void starts_agree(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  if (fmu.description().version == 3) compare_starts(fmu, *loaded.instantiate(), "when instantiated");
  const auto instance = loaded.start();
  compare_starts(fmu, *instance, "after initialisation");
}

void approximate_starts_agree(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 allows no Get when instantiated");
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.start_values.empty() || v.type == Type::clock || v.clocked) continue;
    Values values;
    const auto status = instance->read(v, values);
    bad.require(good(status), "reading ", v.name, " returned ", name(status));
    bad.require(!good(status) || same(values, v.start_values), v.name, " = ", to_text(values),
                ", the description says ", to_text(v.start_values));
  }
  bad.expect_none();
}

bool may_set_before_run(const Variable& v) {
  const bool kind = v.is_parameter() || v.is_input();
  return kind && !v.start_values.empty() && is_number(v.type) && !v.clocked;
}

void set_values_survive(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  bool any = false;
  for (const auto& v : fmu.description().variables) {
    if (!may_set_before_run(v)) continue;
    any = true;
    const auto wanted = neighbours(v);
    const auto instance = loaded.instantiate();
    const auto set = instance->write(v, wanted);
    if (!good(set)) {
      bad.add("setting ", v.name, " = ", to_text(wanted), " when instantiated returned ", name(set));
      continue;
    }
    if (!good(instance->enter_initialization({fmu.start(), {}, {}})) || !good(instance->exit_initialization()))
      continue;
    Values found;
    const auto got = instance->read(v, found);
    bad.require(good(got) && same(found, wanted), v.name, " = ", to_text(found), " after initialisation: expected ",
                to_text(wanted), " as set before");
  }
  if (!any) not_applicable("nothing can be set");
  bad.expect_none();
}

void set_in_initialization(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  const auto entered = instance->enter_initialization({fmu.start(), {}, {}});
  expect(good(entered), "entering initialisation returned ", name(entered));
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (!may_set_before_run(v)) continue;
    const auto wanted = neighbours(v);
    const auto set = instance->write(v, wanted);
    Values found;
    const auto got = good(set) ? instance->read(v, found) : set;
    bad.require(good(set), "setting ", v.name, " = ", to_text(wanted), " in initialisation returned ", name(set));
    bad.require(!good(set) || (good(got) && same(found, wanted)), v.name, " = ", to_text(found), ": expected ",
                to_text(wanted), " as just set");
    if (!good(set)) break;
    instance->write(v, v.start_values);
  }
  bad.expect_none();
}

}  // namespace

void add_start_values(Registry& checks) {
  using enum Severity;
  checks.add("P01", "an initialisation without any Set call gives finite outputs", finite_outputs, error,
             "importer practice: tools that set no inputs before they initialise, such as FMIKit");
  checks.add("P02", "start values of the description are those of the library, to the bit", starts_agree, error,
             clause::variables);
  checks.add("P28", "what is set before initialisation is still there after it", set_values_survive, error,
             clause::values);
  checks.add("B28", "what is set in initialisation can be read back", set_in_initialization, error, clause::values);
  checks.add("B94", "start values can be read before initialisation (FMI 3.0)", approximate_starts_agree, error,
             clause::instantiated);
}

}  // namespace conformance
