/// Declared dependencies against what really depends, and derivatives in initialisation.

#include <algorithm>

#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "finite_differences.hpp"
#include "groups.hpp"
#include "sensitivity.hpp"

namespace conformance {

namespace {

/// Value references an unknown is said to depend on; nothing if it says nothing.
const std::vector<ValueReference>* declared(const Description& d, const char* list, ValueReference unknown) {
  for (const auto* u : d.unknowns_in(list))
    if (u->reference == unknown && u->dependencies) return &*u->dependencies;
  return nullptr;
}

bool lists(const std::vector<ValueReference>& dependencies, ValueReference reference) {
  return std::find(dependencies.begin(), dependencies.end(), reference) != dependencies.end();
}

void declared_dependencies(const Fmu& fmu) {
  const auto& d = fmu.description();
  const auto unknowns = running_unknowns(d), knowns = running_knowns(d);
  if (unknowns.empty() || knowns.empty()) not_applicable("no continuous outputs or no continuous inputs");
  const LoadedFmu loaded(fmu);
  const auto outputs = references(unknowns);
  Findings bad;
  for (const std::size_t steps : {std::size_t{1}, std::size_t{13}, std::size_t{40}}) {
    const auto instance = loaded.start();
    simulate(fmu, *instance, usual_points(fmu, steps));
    std::vector<double> before(outputs.size()), after(outputs.size());
    for (const auto* u : knowns) {
      Values now;
      instance->read(*u, now);
      const auto [at, h] = stencil(*u, std::get<double>(now[0]));
      instance->set_real(u->reference, at - h);
      instance->get_reals(outputs, before);
      instance->set_real(u->reference, at + h);
      instance->get_reals(outputs, after);
      const auto exact = d.has_directional_derivatives() ? column(*instance, outputs, u->reference)
                                                         : std::vector<double>(outputs.size());
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto* dependencies = declared(d, "Output", outputs[i]);
        if (!dependencies || lists(*dependencies, u->reference)) continue;
        bad.require(exact[i] == 0, "d ", unknowns[i]->name, " / d ", u->name, " = ", exact[i],
                    ", but no such dependency is declared");
        bad.require(same_bits(before[i], after[i]), unknowns[i]->name, " changes from ", before[i], " to ", after[i],
                    " with ", u->name, ", but no such dependency is declared");
      }
      instance->set_real(u->reference, at);
    }
  }
  bad.expect_none();
}

/// Whether the FMU can be initialised with this value of a known: one parameter may bound another.
bool takes(const LoadedFmu& loaded, const Variable& known, double value) {
  const auto instance = loaded.instantiate();
  return good(instance->set_real(known.reference, value)) &&
         good(instance->enter_initialization({loaded.fmu().start(), {}, {}})) && good(instance->exit_initialization());
}

/// Unknowns in initialisation mode as a function of one known, each time in a new instance.
std::vector<double> initial_values(const LoadedFmu& loaded, const std::vector<ValueReference>& unknowns,
                                   ValueReference known, double value) {
  const auto instance = loaded.instantiate();
  expect(good(instance->set_real(known, value)), "setting value reference ", known, " to ", value,
         " failed: ", instance->environment().log());
  expect(good(instance->enter_initialization({loaded.fmu().start(), {}, {}})),
         "entering initialisation failed: ", instance->environment().log());
  std::vector<double> out(unknowns.size());
  expect(good(instance->get_reals(unknowns, out)), "reading in initialisation failed: ", instance->environment().log());
  return out;
}

void in_initialization(const Fmu& fmu) {
  const auto& d = fmu.description();
  const auto unknowns = initial_unknowns(d), knowns = initial_knowns(d);
  if (unknowns.empty() || knowns.empty()) not_applicable("no floating-point unknowns or knowns in initialisation");
  const LoadedFmu loaded(fmu);
  const auto references_of_unknowns = references(unknowns);
  Findings bad;
  std::size_t compared = 0;
  for (const auto* p : knowns) {
    auto [at, h] = stencil(*p, std::get<double>(p->start_values[0]));
    if (!takes(loaded, *p, at + h)) at -= 2 * h;
    if (!takes(loaded, *p, at - h)) at += 2 * h;
    const auto f = [&](double x) { return initial_values(loaded, references_of_unknowns, p->reference, x); };
    const auto found = slopes(f, at, h), closer = slopes(f, at, closer_look * h);
    std::vector<std::size_t> dependent;
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      const auto* dependencies = declared(d, "InitialUnknown", unknowns[i]->reference);
      if (!dependencies || lists(*dependencies, p->reference)) {
        dependent.push_back(i);
        continue;
      }
      bad.require(std::abs(found[i].value) <= 10 * found[i].error + rounding(*unknowns[i], h), unknowns[i]->name,
                  " changes with ", p->name, " in initialisation (slope ", found[i].value,
                  "), but no such dependency is declared");
    }
    if (dependent.empty() || !d.has_directional_derivatives()) continue;
    const auto instance = loaded.instantiate();
    instance->set_real(p->reference, at);
    if (!good(instance->enter_initialization({fmu.start(), {}, {}}))) continue;
    std::vector<ValueReference> rows;
    for (const std::size_t i : dependent) rows.push_back(unknowns[i]->reference);
    const auto exact = column(*instance, rows, p->reference);
    for (std::size_t k = 0; k < dependent.size(); ++k, ++compared) {
      const std::size_t i = dependent[k];
      const bool agrees = found[i].agrees(exact[k], relative_slack, rounding(*unknowns[i], h)) ||
                          closer[i].agrees(exact[k], relative_slack, rounding(*unknowns[i], closer_look * h));
      bad.require(agrees, "in initialisation d ", unknowns[i]->name, " / d ", p->name, " = ", exact[k],
                  ", differences give ", found[i].value, " (", found[i].left.value, " to the left, ",
                  found[i].right.value, " to the right)");
    }
  }
  remark(text(compared, " derivatives compared, ", unknowns.size() * knowns.size(), " dependencies"));
  bad.expect_none();
}

}  // namespace

void add_dependencies(Registry& checks) {
  using enum Severity;
  checks.add("B61", "outputs react to no input that is not declared as a dependency", declared_dependencies, error,
             clause::dependencies);
  checks.add("B62", "in initialisation, derivatives agree with differences, and dependencies are complete",
             in_initialization, error, clause::directional_derivatives);
}

}  // namespace conformance
