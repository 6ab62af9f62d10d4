/// Directional and adjoint derivatives of derivatives and outputs by states and inputs.

#include <algorithm>
#include <cmath>
#include <random>

#include "clauses.hpp"
#include "finite_differences.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"
#include "sensitivity.hpp"

namespace conformance {

namespace {

/// Variables with all their elements in a row, as the functions for derivatives take them.
struct Side {
  std::vector<ValueReference> references;
  std::vector<const Variable*> elements;  ///< the variable of each number
  std::vector<std::string> names;

  void add(const Variable& v) {
    if (std::find(references.begin(), references.end(), v.reference) != references.end()) return;
    references.push_back(v.reference);
    for (std::size_t i = 0; i < v.elements; ++i) {
      elements.push_back(&v);
      names.push_back(v.is_array() ? text(v.name, '[', i + 1, ']') : v.name);
    }
  }
  std::size_t size() const { return elements.size(); }
};

class Jacobian {
 public:
  Jacobian(const LoadedFmu& loaded, Findings& bad) : loaded_(loaded), bad_(bad) {
    const auto& d = loaded.description();
    const auto part = continuous_part(d);
    for (const auto* v : part.derivative_variables()) unknowns_.add(*v);
    for (const auto* v : part.state_variables()) knowns_.add(*v);
    states_ = knowns_.size();
    for (const auto* u : d.unknowns_in("Output"))
      if (u->resolved && d.variables[u->position].type == Type::float64 && !d.variables[u->position].clocked &&
          d.variables[u->position].continuous_float())
        unknowns_.add(d.variables[u->position]);
    for (const auto* v : running_knowns(d)) knowns_.add(*v);
  }

  bool empty() const { return knowns_.size() == 0 || unknowns_.size() == 0; }
  std::size_t compared() const { return compared_; }

  /// At the present point, in the present mode.
  void compare(Model& model, const std::string& where) {
    const auto x = model.states(), nominals = model.nominals();
    const std::size_t stride = knowns_.size() / 60 + 1;  // of very many knowns some are enough
    std::vector<std::vector<double>> columns(knowns_.size());
    for (std::size_t j = random_() % stride; j < knowns_.size(); j += stride) {
      columns[j] = compare_column(model, where, j, x, nominals);
    }
    compare_adjoint(model, where, columns);
  }

 private:
  std::vector<double> exact(Model& model, std::size_t j) {
    std::vector<double> seed(knowns_.size()), column(unknowns_.size());
    seed[j] = 1;
    const auto status = model.instance().directional_derivative(unknowns_.references, knowns_.references, seed, column);
    expect(good(status), "the directional derivative by ", knowns_.names[j], " returned ", name(status), ": ",
           model.instance().environment().log());
    return column;
  }

  std::vector<double> compare_column(Model& model, const std::string& where, std::size_t j, const Vector& x,
                                     const Vector& nominals) {
    double value = 0, h = 0;
    if (j < states_) {
      value = x[j];
      h = 1e-5 * std::max(nominals[j], 1e-3 * std::abs(value));
    } else {
      Values now;
      model.instance().read(*knowns_.elements[j], now);
      const auto s = stencil(*knowns_.elements[j], std::get<double>(now[0]));
      value = s.at;
      h = 0.1 * s.h;
    }
    set(model, j, value, x);  // an input at its limit has moved inside
    const auto found = exact(model, j);
    const auto f = [&](double number) {
      set(model, j, number, x);
      std::vector<double> out(unknowns_.size());
      expect(good(model.instance().get_reals(unknowns_.references, out)), "reading derivatives and outputs failed");
      return out;
    };
    const auto wide = slopes(f, value, h), near = slopes(f, value, 0.1 * h);
    set(model, j, value, x);
    for (std::size_t i = 0; i < found.size(); ++i, ++compared_) {
      // no equilibrium is iterated here, so the rounding is that of one evaluation
      const auto rough = [&](double step) { return 1e-12 * size_of(*unknowns_.elements[i]) / step; };
      const bool agrees = wide[i].agrees(found[i], relative_slack, rough(h)) ||
                          near[i].agrees(found[i], relative_slack, rough(0.1 * h));
      bad_.require(agrees, "d ", unknowns_.names[i], " / d ", knowns_.names[j], ' ', where, " = ", found[i],
                   ", differences give ", wide[i].value, " and ", near[i].value);
      if (found[i] != 0)
        bad_.require(declared(i, j), "d ", unknowns_.names[i], " / d ", knowns_.names[j], ' ', where, " = ", found[i],
                     ", but no such dependency is declared");
    }
    return found;
  }

  void set(Model& model, std::size_t j, double number, const Vector& x) {
    if (j >= states_) {
      expect(good(model.instance().set_real(knowns_.elements[j]->reference, number)), "setting ", knowns_.names[j],
             " failed");
      return;
    }
    auto moved = x;
    moved[j] = number;
    model.set_states(moved);
  }

  bool declared(std::size_t i, std::size_t j) const {
    for (const auto& u : loaded_.description().unknowns) {
      if ((u.list != "Derivative" && u.list != "Output") || u.reference != unknowns_.elements[i]->reference) continue;
      if (!u.dependencies) return true;
      const auto reference = knowns_.elements[j]->reference;
      return std::find(u.dependencies->begin(), u.dependencies->end(), reference) != u.dependencies->end();
    }
    return true;
  }

  /// A few rows against the columns that are there.
  void compare_adjoint(Model& model, const std::string& where, const std::vector<std::vector<double>>& columns) {
    if (loaded_.description().version == 2 || !loaded_.description().model_exchange_flag("providesAdjointDerivatives"))
      return;
    for (int k = 0; k < 8; ++k) {
      const std::size_t i = random_() % unknowns_.size();
      std::vector<double> seed(unknowns_.size()), row(knowns_.size());
      seed[i] = 1;
      const auto status = static_cast<Status>(loaded_.fmi3().GetAdjointDerivative(
          model.instance().handle(), unknowns_.references.data(), unknowns_.references.size(),
          knowns_.references.data(), knowns_.references.size(), seed.data(), seed.size(), row.data(), row.size()));
      expect(good(status), "the adjoint derivative of ", unknowns_.names[i], " returned ", name(status), ": ",
             model.instance().environment().log());
      double largest = 0;
      for (const double entry : row) largest = std::max(largest, std::abs(entry));
      for (std::size_t j = 0; j < row.size(); ++j)
        if (!columns[j].empty())
          bad_.require(std::abs(row[j] - columns[j][i]) <= 1e-9 * std::abs(row[j]) + 1e-13 * largest, "d ",
                       unknowns_.names[i], " / d ", knowns_.names[j], ' ', where, ": adjoint ", row[j], ", forward ",
                       columns[j][i]);
    }
  }

  const LoadedFmu& loaded_;
  Findings& bad_;
  Side unknowns_, knowns_;
  std::size_t states_ = 0, compared_ = 0;
  std::mt19937 random_{25};
};

void jacobian(const Fmu& fmu) {
  need_model_exchange(fmu);
  const auto& d = fmu.description();
  if (!d.model_exchange_flag(d.version == 2 ? "providesDirectionalDerivative" : "providesDirectionalDerivatives"))
    not_applicable("the FMU does not claim directional derivatives");
  const LoadedFmu loaded(fmu);
  Findings bad;
  Jacobian all(loaded, bad);
  if (all.empty()) not_applicable("no unknowns or no knowns");
  Model model(loaded);
  auto plan = plan_with_state_events(loaded, usual_plan(fmu));
  plan.patience = 4;
  std::size_t after_events = 0, state_events = 0;
  plan.after_event = [&](Model& m, const Event& e) {
    if (e.by_state ? ++state_events > 3 : ++after_events > 4) return;
    all.compare(m, text("after the event at time ", e.time));
  };
  plan.before_event = [&](Model& m, const Event& e) {
    if (e.by_state && state_events < 2) all.compare(m, text("right before the state event at time ", e.time));
  };
  integrate(model, plan);
  remark(text(all.compared(), " derivatives, ", state_events, " state events"));
  bad.expect_none();
}

}  // namespace

void add_model_exchange_jacobian(Registry& checks) {
  using enum Severity;
  checks.add(
      "M25",
      "directional derivatives by states and inputs agree with differences in every mode, with the adjoint ones, and "
      "with the declared dependencies",
      jacobian, error, clause::directional_derivatives);
}

}  // namespace conformance
