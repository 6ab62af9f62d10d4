#pragma once
/// A model for testing the FMI layer itself: its hooks can be told to throw, and it has arrays and every type.
///   x' = rate,  y = x + u,  positions[i] = i x,  grid[i,k] = 10 i + k
#include <array>
#include <new>
#include <stdexcept>

#include "fmi/model.hpp"

namespace reeve::test {

enum class Hook { none, reset, check, initialise, advance, outputs, directional, rates, save, load };
enum class Throw { runtime_error, bad_alloc, step_failure, something_else };

class ScriptedModel final : public fmi::Model {
 public:
  Hook throws_in{Hook::none};
  Throw what{Throw::runtime_error};

  double rate{1}, tolerance{1e-6}, u{0}, x{0}, y{0};
  std::array<double, 3> positions{};
  std::array<double, 6> grid{11, 12, 13, 21, 22, 23};
  int mode{1};
  bool flag{false};

  ScriptedModel() {
    using fmi::Causality, fmi::Variability, fmi::Type;
    const auto add = [this](std::uint32_t reference, const char* name, Type type, Causality causality,
                            Variability variability) {
      fmi::Variable v;
      v.reference = reference;
      v.name = name;
      v.description = "of the scripted model";
      v.type = type;
      v.causality = causality;
      v.variability = variability;
      return table_.add(std::move(v));
    };
    add(10, "rate", Type::real, Causality::parameter, Variability::fixed).range(-10, 10);
    add(11, "tolerance", Type::real, Causality::parameter, Variability::fixed).range(1e-12, 1e-3).takes_tolerance();
    add(12, "mode", Type::integer, Causality::parameter, Variability::fixed).range(1, 2);
    add(13, "flag", Type::boolean, Causality::input, Variability::discrete);
    add(20, "u", Type::real, Causality::input, Variability::continuous).range(-100, 100);
    add(30, "y", Type::real, Causality::output, Variability::continuous).depends({"u"}).initially({"u"});
    fmi::Variable array;
    array.reference = 40;
    array.name = "positions";
    array.description = "an array";
    array.causality = Causality::output;
    array.is_array = true;
    array.elements = 3;
    table_.add(std::move(array));
    fmi::Variable matrix;
    matrix.reference = 50;
    matrix.name = "grid";
    matrix.description = "an array of two dimensions";
    matrix.is_array = true;
    matrix.elements = 6;
    table_.add(std::move(matrix)).shape({2, 3}).listed({0, 4});
    table_.finish();
  }

  const fmi::VariableTable& table() const override { return table_; }
  const fmi::Identity& identity() const override { return identity_; }
  fmi::Storage storage(std::size_t row) override {
    const fmi::Storage places[] = {&rate, &tolerance, &mode, &flag, &u, &y, positions.data(), grid.data()};
    return places[row - 1];
  }

  void seal() override {}
  void reset() override {
    act(Hook::reset);
    rate = 1, tolerance = 1e-6, u = x = y = 0, mode = 1, flag = false, positions = {};
  }
  void check(std::vector<std::string>& findings) const override {
    act(Hook::check);
    if (rate == 7) findings.emplace_back("rate = 7 is no good");
  }
  void initialise(double) override {
    act(Hook::initialise);
    x = 0;
  }
  double advance(double t, bool, std::span<const Ramp>, integration::StepHooks& hooks) override {
    const double before = x;
    try {
      while (t < hooks.end) {
        const double next = std::min(t + 0.25, hooks.end);
        x += rate * (next - t);
        t = next;
        act(Hook::advance);
        if (hooks.accepted(t).stop) break;
      }
    } catch (...) {
      x = before;
      throw;
    }
    return t;
  }
  void outputs(double) override {
    act(Hook::outputs);
    y = x + u;
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<double>(i) * x;
  }
  void directional(double, bool, std::span<const Seed> knowns, std::span<const Scalar> unknowns,
                   std::span<double> result) override {
    act(Hook::directional);
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      result[i] = 0;
      for (const auto& seed : knowns) result[i] += unknowns[i].row == 6 && seed.row == 5 ? seed.value : 0;
    }
  }
  void output_rates(double, std::span<const Seed> inputs, std::span<const Scalar> unknowns,
                    std::span<double> result) override {
    act(Hook::rates);
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      result[i] = unknowns[i].row == 6 ? rate : static_cast<double>(unknowns[i].element) * rate;
      if (unknowns[i].row == 6 && !inputs.empty()) result[i] += inputs[0].value;
    }
  }
  void save(fmi::StateWriter& writer) override {
    act(Hook::save);
    writer(x);
  }
  void load(fmi::StateReader& reader) override {
    act(Hook::load);
    reader(x);
  }

 private:
  void act(Hook here) const {
    if (here != throws_in) return;
    switch (what) {
      case Throw::runtime_error:
        throw std::runtime_error("scripted failure %n%s");
      case Throw::bad_alloc:
        throw std::bad_alloc();
      case Throw::step_failure:
        throw integration::StepFailure("scripted step failure");
      case Throw::something_else:
        throw 42;
    }
  }

  fmi::VariableTable table_;
  fmi::Identity identity_{.identifier = "Scripted", .description = "scripted"};
};

}  // namespace reeve::test
