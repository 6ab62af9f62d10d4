/// Directional derivatives against differences, and dependencies against both.

#include <map>
#include <set>

#include "core/fmi3_instance.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "finite_differences.hpp"
#include "groups.hpp"
#include "saved_state.hpp"

namespace conformance {

namespace {

/// Derivatives are given exactly; differences of an iterated equilibrium carry the tolerance of its solver.
constexpr double relative_slack = 1e-5;

bool scalar_real(const Variable& v) { return v.type == Type::float64 && !v.is_array() && !v.clocked; }

std::vector<const Variable*> running_unknowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto* u : d.unknowns_in("Output"))
    if (u->resolved && scalar_real(d.variables[u->position]) && d.variables[u->position].continuous_float())
      out.push_back(&d.variables[u->position]);
  return out;
}

std::vector<const Variable*> inputs(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if (v.is_input() && scalar_real(v) && v.continuous_float() && !v.alias && !v.start_values.empty())
      out.push_back(&v);
  return out;
}

std::vector<ValueReference> references(const std::vector<const Variable*>& variables) {
  std::vector<ValueReference> out;
  for (const auto* v : variables) out.push_back(v->reference);
  return out;
}

/// A step for differences, and a point that has room for it on both sides.
struct Stencil {
  double at, h;
};

Stencil stencil(const Variable& v, double value) {
  const double scale = v.nominal && *v.nominal != 0 ? std::abs(*v.nominal) : value != 0 ? std::abs(value) : 1;
  const double h = 1e-4 * std::max(scale, std::abs(value));
  double at = value;
  if (v.max) at = std::min(at, *v.max - 2 * h);
  if (v.min) at = std::max(at, *v.min + 2 * h);
  return {at, h};
}

std::vector<double> column(Instance& instance, const std::vector<ValueReference>& unknowns, ValueReference known) {
  std::vector<double> out(unknowns.size());
  const double one = 1;
  const auto status = instance.directional_derivative(unknowns, {&known, 1}, {&one, 1}, out);
  expect(good(status), "the directional derivative for value reference ", known, " returned ", name(status), ": ",
         instance.environment().log());
  return out;
}

/// Evaluates outputs as a function of one input at the present state. Many FMUs compute outputs at once when they are
/// read after a Set; for others (the standard allows both) a tiny step from a saved state brings them up to date.
class OutputsOfInput {
 public:
  OutputsOfInput(Instance& instance, const std::vector<ValueReference>& outputs, double time, double tiny,
                 bool with_steps)
      : instance_(instance), outputs_(outputs), time_(time), tiny_(tiny), with_steps_(with_steps) {}

  std::vector<double> operator()(const SavedState* state, ValueReference input, double value) const {
    if (with_steps_) state->restore_into(instance_);
    expect(good(instance_.set_real(input, value)), "setting an input to ", value,
           " failed: ", instance_.environment().log());
    if (with_steps_) advance(instance_, time_, time_ + tiny_);
    std::vector<double> out(outputs_.size());
    expect(good(instance_.get_reals(outputs_, out)), "reading outputs failed: ", instance_.environment().log());
    return out;
  }

 private:
  Instance& instance_;
  const std::vector<ValueReference>& outputs_;
  double time_, tiny_;
  bool with_steps_;
};

void against_differences(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!d.has_directional_derivatives()) not_applicable("the FMU does not claim directional derivatives");
  const auto unknowns = running_unknowns(d), knowns = inputs(d);
  if (unknowns.empty() || knowns.empty()) not_applicable("no continuous outputs or no continuous inputs");
  const LoadedFmu loaded(fmu);
  const auto outputs = references(unknowns);
  Findings bad;
  std::size_t compared = 0;
  for (const std::size_t steps : {std::size_t{1}, std::size_t{13}, std::size_t{40}}) {
    const auto instance = loaded.start();
    simulate(fmu, *instance, usual_points(fmu, steps));
    const double time = fmu.start() + static_cast<double>(steps) * fmu.step();
    for (const auto* u : knowns) {
      Values now;
      instance->read(*u, now);
      const auto [at, h] = stencil(*u, std::get<double>(now[0]));
      expect(good(instance->set_real(u->reference, at)), "setting ", u->name, " = ", at, " failed");
      const auto exact = column(*instance, outputs, u->reference);
      const auto slopes_with = [&](bool with_steps) {
        std::optional<SavedState> state;
        if (with_steps) state.emplace(*instance);
        const OutputsOfInput f(*instance, outputs, time, 1e-7 * fmu.step(), with_steps);
        auto out = slopes([&](double x) { return f(state ? &*state : nullptr, u->reference, x); }, at, h);
        if (state) state->restore_into(*instance);
        return out;
      };
      auto found = slopes_with(false);
      const bool stale = std::all_of(found.begin(), found.end(), [](const Slope& s) { return s.value == 0; }) &&
                         std::any_of(exact.begin(), exact.end(), [](double x) { return x != 0; });
      if (stale && !d.can_copy_state())
        not_applicable("outputs do not follow inputs before the next step, and states cannot be copied");
      if (stale) found = slopes_with(true);
      instance->set_real(u->reference, at);
      for (std::size_t i = 0; i < exact.size(); ++i, ++compared) {
        const double slack =
            10 * found[i].error + relative_slack * std::max(std::abs(exact[i]), std::abs(found[i].value));
        bad.require(std::abs(exact[i] - found[i].value) <= slack, "d ", unknowns[i]->name, " / d ", u->name,
                    " at time ", time, " = ", exact[i], ", differences give ", found[i].value, " +- ", slack);
      }
    }
  }
  remark(text(compared, " derivatives"));
  bad.expect_none();
}

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
  const auto unknowns = running_unknowns(d), knowns = inputs(d);
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

std::vector<const Variable*> initial_unknowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto* u : d.unknowns_in("InitialUnknown"))
    if (u->resolved && scalar_real(d.variables[u->position])) out.push_back(&d.variables[u->position]);
  return out;
}

std::vector<const Variable*> initial_knowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if ((v.is_input() || v.is_parameter()) && scalar_real(v) && !v.alias && !v.start_values.empty() && out.size() < 60)
      out.push_back(&v);
  return out;
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
  const bool claimed = d.has_directional_derivatives();
  const LoadedFmu loaded(fmu);
  const auto references_of_unknowns = references(unknowns);
  Findings bad;
  std::size_t compared = 0;
  for (const auto* p : knowns) {
    const auto [at, h] = stencil(*p, std::get<double>(p->start_values[0]));
    const auto found =
        slopes([&](double x) { return initial_values(loaded, references_of_unknowns, p->reference, x); }, at, h);
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      const auto* dependencies = declared(d, "InitialUnknown", unknowns[i]->reference);
      const bool depends = !dependencies || lists(*dependencies, p->reference);
      if (!depends) {
        bad.require(std::abs(found[i].value) <= 10 * found[i].error, unknowns[i]->name, " changes with ", p->name,
                    " in initialisation (slope ", found[i].value, "), but no such dependency is declared");
        continue;
      }
      if (!claimed) continue;
      const auto instance = loaded.instantiate();
      instance->set_real(p->reference, at);
      if (!good(instance->enter_initialization({fmu.start(), {}, {}}))) continue;
      const double exact = column(*instance, {unknowns[i]->reference}, p->reference)[0];
      const double slack = 10 * found[i].error + relative_slack * std::max(std::abs(exact), std::abs(found[i].value));
      ++compared;
      bad.require(std::abs(exact - found[i].value) <= slack, "in initialisation d ", unknowns[i]->name, " / d ",
                  p->name, " = ", exact, ", differences give ", found[i].value, " +- ", slack);
    }
  }
  remark(text(compared, " derivatives compared, ", unknowns.size() * knowns.size(), " dependencies"));
  bad.expect_none();
}

void linear_and_careful(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!d.has_directional_derivatives()) not_applicable("the FMU does not claim directional derivatives");
  const auto unknowns = running_unknowns(d), knowns = inputs(d);
  if (unknowns.empty() || knowns.empty()) not_applicable("no continuous outputs or no continuous inputs");
  const LoadedFmu loaded(fmu);
  const auto rows = references(unknowns), columns = references(knowns);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 5));
  std::vector<double> seed, sum(rows.size()), together(rows.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    seed.push_back(0.5 + static_cast<double>(j));
    const auto single = column(*instance, rows, columns[j]);
    for (std::size_t i = 0; i < rows.size(); ++i) sum[i] += seed[j] * single[i];
  }
  expect(good(instance->directional_derivative(rows, columns, seed, together)),
         "a derivative along all inputs failed: ", instance->environment().log());
  for (std::size_t i = 0; i < rows.size(); ++i)
    expect(std::abs(sum[i] - together[i]) <= 1e-9 * (1e-9 + std::abs(sum[i])), unknowns[i]->name,
           ": derivative along all inputs ", together[i], ", sum over inputs ", sum[i]);
  const auto wrong = d.unused_reference();
  const double one = 1;
  double result = 0;
  auto status = loaded.start()->directional_derivative({&wrong, 1}, {columns.data(), 1}, {&one, 1}, {&result, 1});
  expect(status == Status::error, "an unknown unknown returned ", name(status), ": expected Error");
  status = loaded.start()->directional_derivative({rows.data(), 1}, {&wrong, 1}, {&one, 1}, {&result, 1});
  expect(status == Status::error, "an unknown known returned ", name(status), ": expected Error");
  if (d.version == 2) return;
  status = loaded.start()->directional_derivative({rows.data(), 1}, {columns.data(), 1}, {&one, 0}, {&result, 1});
  expect(status == Status::error, "a seed of length 0 for one known returned ", name(status), ": expected Error");
}

void adjoint(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!d.flag("providesAdjointDerivatives") || !d.has_directional_derivatives())
    not_applicable("the FMU does not claim both kinds of derivatives");
  const auto unknowns = running_unknowns(d), knowns = inputs(d);
  if (unknowns.empty() || knowns.empty()) not_applicable("no continuous outputs or no continuous inputs");
  const LoadedFmu loaded(fmu);
  const auto rows = references(unknowns), columns = references(knowns);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 5));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double one = 1;
    std::vector<double> row(columns.size());
    const auto status = static_cast<Status>(loaded.fmi3().GetAdjointDerivative(
        instance->handle(), &rows[i], 1, columns.data(), columns.size(), &one, 1, row.data(), row.size()));
    expect(good(status), "the adjoint derivative of ", unknowns[i]->name, " returned ", name(status));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double forward = column(*instance, {rows[i]}, columns[j])[0];
      expect(std::abs(forward - row[j]) <= 1e-9 * (1e-9 + std::abs(forward)), "d ", unknowns[i]->name, " / d ",
             knowns[j]->name, ": adjoint ", row[j], ", forward ", forward);
    }
  }
}

}  // namespace

void add_directional_derivatives(Registry& checks) {
  checks.add("B60", "directional derivatives agree with central differences while running", against_differences);
  checks.add("B61", "outputs react to no input that is not declared as a dependency", declared_dependencies);
  checks.add("B62", "in initialisation, derivatives agree with differences, and dependencies are complete",
             in_initialization);
  checks.add("B63", "directional derivatives are linear in the seed and refuse unknown variables", linear_and_careful);
  checks.add("B64", "adjoint derivatives are the transpose of the directional ones", adjoint);
}

}  // namespace conformance
