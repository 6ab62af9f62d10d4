/// Directional and adjoint derivatives while running.

#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "finite_differences.hpp"
#include "groups.hpp"
#include "saved_state.hpp"
#include "sensitivity.hpp"

namespace conformance {

namespace {

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
  const auto unknowns = running_unknowns(d), knowns = running_knowns(d);
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
      const auto slopes_with = [&](bool with_steps, double width) {
        std::optional<SavedState> state;
        if (with_steps) state.emplace(*instance);
        const OutputsOfInput f(*instance, outputs, time, 1e-7 * fmu.step(), with_steps);
        auto out = slopes([&](double x) { return f(state ? &*state : nullptr, u->reference, x); }, at, width);
        if (state) state->restore_into(*instance);
        return out;
      };
      auto found = slopes_with(false, h);
      const bool stale = std::all_of(found.begin(), found.end(), [](const Slope& s) { return s.value == 0; }) &&
                         std::any_of(exact.begin(), exact.end(), [](double x) { return x != 0; });
      if (stale && !d.can_copy_state())
        not_applicable("outputs do not follow inputs before the next step, and states cannot be copied");
      if (stale) found = slopes_with(true, h);
      const auto closer = slopes_with(stale, closer_look * h);
      instance->set_real(u->reference, at);
      for (std::size_t i = 0; i < exact.size(); ++i, ++compared) {
        const bool agrees = found[i].agrees(exact[i], relative_slack, rounding(*unknowns[i], h)) ||
                            closer[i].agrees(exact[i], relative_slack, rounding(*unknowns[i], closer_look * h));
        bad.require(agrees, "d ", unknowns[i]->name, " / d ", u->name, " at time ", time, " = ", exact[i],
                    ", differences give ", found[i].value, " (", found[i].left.value, " to the left, ",
                    found[i].right.value, " to the right)");
      }
    }
  }
  remark(text(compared, " derivatives"));
  bad.expect_none();
}

void linear_and_careful(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!d.has_directional_derivatives()) not_applicable("the FMU does not claim directional derivatives");
  const auto unknowns = running_unknowns(d), knowns = running_knowns(d);
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
    expect(std::abs(sum[i] - together[i]) <= 1e-9 * std::abs(sum[i]) + 1e-12 * size_of(*unknowns[i]), unknowns[i]->name,
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
  const auto unknowns = running_unknowns(d), knowns = running_knowns(d);
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
  using enum Severity;
  checks.add("B60", "directional derivatives agree with central differences while running", against_differences, error,
             clause::directional_derivatives);
  checks.add("B63", "directional derivatives are linear in the seed and refuse unknown variables", linear_and_careful,
             error, clause::directional_derivatives);
  checks.add("B64", "adjoint derivatives are the transpose of the directional ones", adjoint, error,
             clause::adjoint_derivatives);
}

}  // namespace conformance
