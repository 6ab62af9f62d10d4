#include "trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "continuous_part.hpp"
#include "outcome.hpp"

namespace conformance {

Observer::Observer(const Description& description) {
  std::vector<const Variable*> reals;
  auto computed = derivative_references(description);
  computed.merge(indicator_references(description));
  for (const auto& v : description.variables) {
    const bool tells = v.causality == "output" || v.causality == "local";
    if (!tells || v.alias || v.clocked || !is_number(v.type) || v.elements == 0) continue;
    (v.type == Type::float64 ? reals : others_).push_back(&v);
  }
  const auto note = [&](const Variable& v) {
    for (std::size_t i = 0; i < v.elements; ++i) {
      names_.push_back(v.is_array() ? text(v.name, '[', i + 1, ']') : v.name);
      continuous_.push_back(v.continuous_float());
      judged_.push_back(v.continuous_float() && !computed.contains(v.reference));
      scales_.push_back(std::abs(v.nominal.value_or(0)));
    }
  };
  for (const auto* v : reals) {
    reals_.push_back(v->reference);
    real_count_ += v->elements;
    note(*v);
  }
  for (const auto* v : others_) note(*v);
}

std::vector<double> Observer::read(Instance& instance) const {
  std::vector<double> row(real_count_);
  const auto expect_good = [&](Status s) {
    if (!good(s))
      fail("reading outputs and locals returned ", conformance::name(s), ": ", instance.environment().log());
  };
  if (!reals_.empty()) expect_good(instance.get_reals(reals_, row));
  Values values;
  for (const auto* v : others_) {
    expect_good(instance.read(*v, values));
    for (const auto& value : values) row.push_back(number(value).value_or(0));
  }
  return row;
}

Excitation::Excitation(const Fmu& fmu, double amplitude) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double frequency = 3 / (fmu.horizon() - fmu.start());
  for (const auto& v : fmu.description().variables) {
    const bool fits = v.is_input() && v.type == Type::float64 && v.continuous_float() && !v.is_array() && !v.alias;
    if (!fits || v.start_values.empty()) continue;
    const double start = std::get<double>(v.start_values[0]);
    double scale = v.nominal && *v.nominal != 0 ? std::abs(*v.nominal) : start != 0 ? std::abs(start) : 1;
    if (!v.nominal && v.min && v.max) scale = std::min(scale, *v.max - *v.min);
    inputs_.push_back(
        {v.reference, start, amplitude * scale, v.min.value_or(-infinity), v.max.value_or(infinity), frequency});
    frequency *= 1.15;
  }
}

void Excitation::apply(Instance& instance, double time) const {
  for (const auto& u : inputs_) {
    const double wave =
        static_cast<float>(std::sin(2 * std::numbers::pi * u.frequency * time));  // the same on every platform
    const double wanted = u.start + u.amplitude * wave;
    const auto status = instance.set_real(u.reference, std::clamp(wanted, u.min, u.max));
    if (!good(status))
      fail("setting an input inside its limits returned ", name(status), ": ", instance.environment().log());
  }
}

Points uniform_points(double start, double step, std::size_t count) {
  Points points;
  for (std::size_t i = 0; i <= count; ++i) points.push_back(start + static_cast<double>(i) * step);
  return points;
}

Points random_points(double start, double step, double stop, unsigned seed) {
  std::mt19937 generator(seed);
  Points points{start};
  while (points.back() < stop) {
    const double fraction = static_cast<double>(generator()) / 4294967296.0;  // distributions differ between libraries
    points.push_back(std::min(stop, points.back() + step * (0.2 + 1.6 * fraction)));
  }
  return points;
}

bool advance(Instance& instance, double from, double to) {
  const auto result = instance.step(from, to - from);
  if (result.terminate) return false;
  if (!good(result.status))
    fail("step from ", from, " to ", to, " returned ", name(result.status), ": ", instance.environment().log());
  return true;
}

Trajectory simulate(const Fmu& fmu, Instance& instance, const Points& points, Inputs inputs) {
  const Observer observer(fmu.description());
  const Excitation excitation(fmu);
  Trajectory out;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (inputs == Inputs::moving) excitation.apply(instance, points[i]);
    if (!advance(instance, points[i], points[i + 1])) break;
    out.times.push_back(points[i + 1]);
    out.values.push_back(observer.read(instance));
  }
  return out;
}

void expect_identical(const Fmu& fmu, const Trajectory& found, const Trajectory& expected, const std::string& what) {
  const Observer observer(fmu.description());
  expect(found.times.size() == expected.times.size(), what, ": ", found.times.size(), " steps, expected ",
         expected.times.size());
  for (std::size_t row = 0; row < found.values.size(); ++row)
    for (std::size_t i = 0; i < found.values[row].size(); ++i)
      expect(same_bits(found.values[row][i], expected.values[row][i]), what, ": ", observer.name(i), " = ",
             found.values[row][i], " at time ", found.times[row], ", expected the same bits as ",
             expected.values[row][i]);
}

Points usual_points(const Fmu& fmu, std::size_t steps) { return uniform_points(fmu.start(), fmu.step(), steps); }

Trajectory usual_run(const LoadedFmu& loaded, std::size_t steps) {
  const auto instance = loaded.start();
  return simulate(loaded.fmu(), *instance, usual_points(loaded.fmu(), steps));
}

}  // namespace conformance
