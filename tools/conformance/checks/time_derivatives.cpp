/// Derivatives with respect to time: of inputs (FMI 2.0) and of outputs.

#include <array>
#include <cmath>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"
#include "sensitivity.hpp"

namespace conformance {

namespace {

const Variable* continuous(const Description& d, const char* causality) {
  for (const auto& v : d.variables)
    if (v.causality == causality && v.type == Type::float64 && v.continuous_float() && !v.is_array() &&
        (causality[0] == 'o' || !v.start_values.empty()))
      return &v;
  return nullptr;
}

Status set_slope(const LoadedFmu& loaded, Instance& instance, ValueReference input, int order, double slope) {
  return static_cast<Status>(loaded.fmi2().SetRealInputDerivatives(instance.handle(), &input, 1, &order, &slope));
}

std::vector<const Variable*> continuous_inputs(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if (v.is_input() && v.type == Type::float64 && v.continuous_float() && !v.start_values.empty() && !v.alias)
      out.push_back(&v);
  return out;
}

void need_interpolation(const Fmu& fmu) {
  if (fmu.description().version == 3) not_applicable("FMI 3.0 has intermediate update instead of input derivatives");
  if (!fmu.description().flag("canInterpolateInputs")) not_applicable("the FMU does not claim to interpolate inputs");
  if (!continuous(fmu.description(), "input")) not_applicable("no continuous inputs");
}

/// A ramp given as a derivative in one step, the same ramp as a staircase of many steps, and no ramp at all: the first
/// two have to agree much better than the first and the last.
void ramp(const Fmu& fmu) {
  need_interpolation(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  constexpr int pieces = 200;
  const double start = fmu.start(), length = 5 * fmu.step();
  const double tolerance = fmu.description().experiment.tolerance.value_or(1e-4);
  Findings bad;
  for (const auto* u : continuous_inputs(fmu.description())) {
    const double from = std::get<double>(u->start_values[0]);
    double rise = 0.1 * (u->nominal ? std::abs(*u->nominal) : from != 0 ? std::abs(from) : 1);
    if (u->max && from + rise > *u->max) rise = -rise;
    if (u->min && from + rise < *u->min) continue;
    const auto ramped = loaded.start(), stairs = loaded.start(), held = loaded.start();
    ramped->set_real(u->reference, from);
    const auto status = set_slope(loaded, *ramped, u->reference, 1, rise / length);
    expect(good(status), "setting the derivative of ", u->name, " returned ", name(status), ": ",
           ramped->environment().log());
    advance(*ramped, start, start + length);
    for (int i = 0; i < pieces; ++i) {
      stairs->set_real(u->reference, from + rise * (i + 0.5) / pieces);
      advance(*stairs, start + length * i / pieces, start + length * (i + 1) / pieces);
    }
    held->set_real(u->reference, from);
    advance(*held, start, start + length);
    const auto a = observer.read(*ramped), b = observer.read(*stairs), c = observer.read(*held);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!observer.judged(i)) continue;
      // Small and large steps differ by what the solver may: its tolerance, and for accelerations that times a frequency.
      const double solver = 100 * tolerance * (observer.scale(i) > 0 ? observer.scale(i) : 0.01);
      const double slack = 0.1 * std::abs(a[i] - c[i]) + 1e-5 * (std::abs(a[i]) + std::abs(b[i])) + solver;
      bad.require(std::abs(a[i] - b[i]) <= slack, observer.name(i), " = ", a[i], " after a ramp of ", u->name, ", ",
                  b[i], " with many small steps, ", c[i], " without ramp");
    }
  }
  bad.expect_none();
}

void other_orders(const Fmu& fmu) {
  need_interpolation(fmu);
  const LoadedFmu loaded(fmu);
  const auto* u = continuous(fmu.description(), "input");
  Findings bad;
  for (const int order : {0, 2, 3, -1}) {
    const auto status = set_slope(loaded, *loaded.start(), u->reference, order, 1);
    const bool optional = order == 2 || order == 3;  // the standard leaves higher orders to the FMU
    bad.require(status == Status::error || (optional && !fmu.house()), "an input derivative of order ", order,
                " returned ", name(status), ": expected Error");
  }
  const auto wrong = set_slope(loaded, *loaded.start(), fmu.description().unused_reference(), 1, 1);
  bad.require(wrong == Status::error, "the derivative of an unknown value reference returned ", name(wrong),
              ": expected Error");
  if (const auto* y = continuous(fmu.description(), "output")) {
    const auto status = set_slope(loaded, *loaded.start(), y->reference, 1, 1);
    bad.require(status == Status::error, "setting the derivative of the output ", y->name, " returned ", name(status),
                ": expected Error");
  }
  bad.expect_none();
}

/// A new value of an input starts a new, constant input.
void slope_forgotten(const Fmu& fmu) {
  need_interpolation(fmu);
  const LoadedFmu loaded(fmu);
  const auto* u = continuous(fmu.description(), "input");
  const double value = std::get<double>(u->start_values[0]), start = fmu.start(), h = fmu.step();
  const Observer observer(fmu.description());
  const auto plain = loaded.start(), other = loaded.start();
  plain->set_real(u->reference, value);
  other->set_real(u->reference, value);
  set_slope(loaded, *other, u->reference, 1, 1);
  other->set_real(u->reference, value);
  advance(*plain, start, start + h);
  advance(*other, start, start + h);
  const auto a = observer.read(*plain), b = observer.read(*other);
  for (std::size_t i = 0; i < a.size(); ++i)
    expect(same_bits(a[i], b[i]), observer.name(i), ": a derivative of ", u->name, " survives a new Set of its value");
}

void outputs_against_differences(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (d.number_flag("maxOutputDerivativeOrder") < 1) not_applicable("the FMU claims no output derivatives");
  if (!fmu.any_step_size()) not_applicable("the FMU does not take small steps");
  std::vector<const Variable*> unknowns;
  for (const auto& v : d.variables)
    if (v.is_output() && v.type == Type::float64 && v.continuous_float() && !v.is_array() && !v.alias)
      unknowns.push_back(&v);
  if (unknowns.empty()) not_applicable("no continuous outputs");
  const auto outputs = references(unknowns);
  const LoadedFmu loaded(fmu);
  const double h = 0.5 * fmu.step();
  const double tolerance = d.experiment.tolerance.value_or(1e-4);
  const std::vector<int> orders(outputs.size(), 1);
  const Excitation excitation(fmu);  // else a model that rests by itself would agree with any derivative of zero
  bool moves = false;
  Findings bad;
  for (const int run : {0, 1, 2, 3, 4, 5}) {
    const bool excited = run >= 3;
    const int steps = std::array{10, 100, 333}[run % 3];
    const double error = excited ? 0.05 : 1e-3;  // solvers damp the fast motion that each new value of an input starts
    const auto instance = loaded.start();
    double t = fmu.start();
    for (int i = 0; i < steps; ++i, t += fmu.step()) {
      if (excited) excitation.apply(*instance, t);  // held from the last step on
      if (!advance(*instance, t, t + fmu.step())) return;
    }
    std::vector<double> y[5], slope(outputs.size());
    for (int k = 0; k < 5; ++k) {
      y[k].resize(outputs.size());
      expect(good(instance->get_reals(outputs, y[k])), "reading outputs failed");
      if (k == 2) {
        const auto status = instance->output_derivatives(outputs, orders, slope);
        expect(good(status), "output derivatives of order 1 returned ", name(status), ": ",
               instance->environment().log());
      }
      if (k < 4) advance(*instance, t + k * h, t + (k + 1) * h);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const double near = (y[3][i] - y[1][i]) / (2 * h), far = (y[4][i] - y[0][i]) / (4 * h);
      // Each value carries the error of the solver, and rounding, which is all that a symmetric model has on its axis.
      const double noise = tolerance * std::abs(y[2][i]) / h + rounding(*unknowns[i], h);
      const double slack = 3 * std::abs(near - far) + error * std::max(std::abs(near), std::abs(slope[i])) + noise;
      moves = moves || std::abs(near) > slack;
      bad.require(std::abs(slope[i] - near) <= slack, "d ", unknowns[i]->name, " / dt at ", t + 2 * h, " = ", slope[i],
                  ", differences give ", near, " +- ", slack);
    }
  }
  bad.expect_none();
  if (!moves) not_applicable("no output moves by more than the differences can tell");
}

void output_orders(const Fmu& fmu) {
  const auto& d = fmu.description();
  const auto claimed = static_cast<int>(d.number_flag("maxOutputDerivativeOrder"));
  const auto* y = continuous(d, "output");
  if (claimed < 1 || !y) not_applicable("the FMU claims no output derivatives");
  const LoadedFmu loaded(fmu);
  Findings bad;
  for (const int order : {-1, 0, claimed + 1}) {
    const auto instance = loaded.start();
    advance(*instance, fmu.start(), fmu.start() + fmu.step());
    double value = 0;
    const auto status = instance->output_derivatives({&y->reference, 1}, {&order, 1}, {&value, 1});
    bad.require(status == Status::error, "an output derivative of order ", order, " returned ", name(status),
                ": expected Error");
  }
  for (int order = 1; order <= claimed; ++order) {
    const auto instance = loaded.start();
    advance(*instance, fmu.start(), fmu.start() + fmu.step());
    double value = 0;
    const auto status = instance->output_derivatives({&y->reference, 1}, {&order, 1}, {&value, 1});
    bad.require(good(status), "an output derivative of the claimed order ", order, " returned ", name(status));
  }
  const auto wrong = d.unused_reference();
  const int one = 1;
  double value = 0;
  const auto status = loaded.start()->output_derivatives({&wrong, 1}, {&one, 1}, {&value, 1});
  bad.require(status == Status::error, "the derivative of an unknown value reference returned ", name(status),
              ": expected Error");
  bad.expect_none();
}

}  // namespace

void add_time_derivatives(Registry& checks) {
  using enum Severity;
  checks.add("B65", "an input derivative acts like the ramp it stands for (FMI 2.0)", ramp, error,
             clause::input_derivatives);
  checks.add("B66", "input derivatives of other orders, of outputs and of unknown variables are an Error (FMI 2.0)",
             other_orders, error, clause::input_derivatives);
  checks.add("B67", "a new value of an input ends its ramp (FMI 2.0)", slope_forgotten, error,
             clause::input_derivatives);
  checks.add("B68", "output derivatives agree with differences of small steps, also while inputs move",
             outputs_against_differences, error, clause::output_derivatives);
  checks.add("B69", "output derivatives of claimed orders are given; other orders and unknown variables are an Error",
             output_orders, error, clause::output_derivatives);
}

}  // namespace conformance
