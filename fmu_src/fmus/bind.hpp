#pragma once
/// Binds a model (its rooms: models/hybrid.hpp) to the FMI layer. The model knows no FMI, the FMI layer no model.
#include <algorithm>
#include <memory>
#include <utility>

#include "fmi/model.hpp"
#include "fmus/state_variables.hpp"
#include "models/hybrid.hpp"
#include "variables/list.hpp"

namespace reeve::fmus {

/// Stop time of an experiment that lasts as long as the model's duration(values).
inline constexpr double kAsLongAsTheModelSays = 0;

template <class M>
class Bound final : public fmi::Model {
 public:
  static constexpr bool kExchanges =
      requires(M & model, const typename M::template Values<double>& u, variables::States& list) {
    model.states(u, list);
  };
  using Values = typename M::template Values<double>;
  using Duals = typename M::template Values<math::Dual>;
  using DualVector = std::vector<math::Dual>;
  using DualStart = typename M::template Start<math::Dual>;

  Bound(typename M::Structure structure, fmi::Identity identity)
      : model_{std::move(structure)},
        values_{model_.template defaults<double>()},
        moving_{values_},
        duals_{model_.template defaults<math::Dual>()},
        run_{model_},
        identity_{std::move(identity)} {
    model_.fields(values_, list_);
    model_.fields(moving_, moving_list_);
    model_.fields(duals_, dual_list_);
    declare_fields(false);
    table_.finish();
    sealed_ = values_;
  }

  const fmi::VariableTable& table() const override { return table_; }
  const fmi::Identity& identity() const override { return identity_; }
  fmi::Storage storage(std::size_t row) override {
    const std::size_t listed = list_.places.size();
    return row <= listed ? variables::storage_of(list_.places[row - 1]) : exchange_.storage[row - 1 - listed];
  }

  void seal() override {
    sealed_ = values_;
    if constexpr (requires { model_.duration(values_); }) {
      if (double& stop = identity_.experiment.stop; stop == kAsLongAsTheModelSays) stop = model_.duration(values_);
    }
    if constexpr (kExchanges) declare_states();
  }
  void reset() override {
    values_ = sealed_;
    run_.state = {};
    initialised_ = false;
  }
  void hold() override {
    if constexpr (requires { model_.hold(values_); }) model_.hold(values_);
  }
  void check(std::vector<std::string>& findings) const override { model_.check(values_, findings); }
  void plausibility(std::vector<std::string>& warnings) const override {
    if constexpr (requires { model_.plausibility(values_, warnings); }) model_.plausibility(values_, warnings);
  }
  void initialise(double t0) override {
    run_.initialise(t0, values_);
    initialised_ = true;
  }

  double advance(double t, bool inputs_jumped, std::span<const Ramp> ramps, integration::StepHooks& hooks) override {
    bool moves = false;
    for (const Ramp& ramp : ramps) moves = moves || ramp.rate != 0;
    if (!moves) return run_.advance(t, values_, {}, inputs_jumped, hooks);
    variables::copy_settable(list_, moving_list_);
    const struct Course {
      Bound& self;
      double begin;
      std::span<const Ramp> ramps;
    } course{*this, t, ramps};
    return run_.advance(
        t, values_,
        [&course](double at) -> const Values& { return course.self.moved(at - course.begin, course.ramps); },
        inputs_jumped, hooks);
  }

  void outputs(double t) override {
    model_.template outputs<double>(t, run_.state.x, run_.state.modes, run_.state.start, values_);
    show(run_.state.x, exchange_.x);
  }

  // --- model exchange ---
  std::size_t state_count() const override { return exchange_.x.size(); }
  std::size_t indicator_count() const override { return exchange_.z.size(); }
  std::span<const double> nominals() const override { return exchange_.nominal; }
  std::span<double> states() override { return run_.state.x; }
  void derivatives(double t, std::span<double> dx) override {
    model_.derivatives(t, run_.state.x, std::as_const(run_.state.modes), std::as_const(values_), dx);
  }
  void indicators(double t, std::span<double> z) override {
    model_.indicators(t, run_.state.x, std::as_const(run_.state.modes), std::as_const(values_), z);
  }
  void update(double t) override { run_.update(t, values_); }
  double next_event(double t) override { return model_.next_event(t, run_.state.modes, values_); }
  void completed(double t, integration::StepHooks& hooks) override {
    model_.accepted(t, run_.state.x, run_.state.modes, values_, hooks);
  }
  void show_rates(double t) override {
    rate_.resize(run_.state.x.size());
    derivatives(t, rate_);
    show(rate_, exchange_.dx);
    indicators(t, exchange_.z);
  }

  void directional(double t, bool initially, std::span<const Seed> knowns, std::span<const Scalar> unknowns,
                   std::span<double> result) override {
    const auto& state = run_.state;
    DualVector x(state.x.begin(), state.x.end());
    DualStart start(state.start);
    math::Dual time(t);
    variables::copy_settable(list_, dual_list_);
    for (const Seed& seed : knowns) moving(seed, time, x).d += seed.value;
    if (initially) model_.template start<math::Dual>(duals_, state, x, start);
    model_.template outputs<math::Dual>(time, x, state.modes, start, duals_);
    DualVector dx(x.size());
    if constexpr (kExchanges) {
      const auto is_rate = [this](const Scalar& unknown) { return table_.rows()[unknown.row].is_rate(); };
      if (std::any_of(unknowns.begin(), unknowns.end(), is_rate))
        model_.rates(time, x, state.modes, start, std::as_const(duals_), dx);
    }
    for (std::size_t i = 0; i < unknowns.size(); ++i) result[i] = derivative(unknowns[i], x, dx);
  }

  void output_rates(double t, std::span<const Seed> input_rates, std::span<const Scalar> unknowns,
                    std::span<double> result) override {
    const auto& state = run_.state;
    rate_.resize(state.x.size());
    derivatives(t, rate_);
    DualVector x(state.x.begin(), state.x.end());
    for (std::size_t i = 0; i < x.size(); ++i) x[i].d = rate_[i];
    math::Dual time(t, 1.0);
    variables::copy_settable(list_, dual_list_);
    for (const Seed& seed : input_rates) moving(seed, time, x).d += seed.value;
    model_.template outputs<math::Dual>(time, x, state.modes, DualStart(state.start), duals_);
    for (std::size_t i = 0; i < unknowns.size(); ++i) result[i] = derivative(unknowns[i], x, x);
  }

  std::vector<Figure> figures() const override {
    std::vector<Figure> out;
    if constexpr (requires { model_.figures(values_); }) {
      for (const auto& [name, value, unit] : model_.figures(values_)) out.push_back({name, value, unit});
    }
    return out;
  }

  std::vector<double> natural_frequencies() override {
    if constexpr (requires { model_.frequencies(values_, run_.state); })
      return model_.frequencies(values_, run_.state);
    else
      return {};
  }

  void save(fmi::StateWriter& writer) override {
    writer(initialised_);
    if (initialised_) run_.state.fields(writer);
  }
  void load(fmi::StateReader& reader) override {
    reader(initialised_);
    run_.state = {};
    if (!initialised_) return;
    run_.blank(values_);
    run_.state.fields(reader);
    run_.restored(values_);
  }

 private:
  /// The values at a time since the step began: inputs that have a rate move.
  const Values& moved(double since, std::span<const Ramp> ramps) {
    for (const Ramp& ramp : ramps) {
      *std::get<double*>(moving_list_.places[ramp.row - 1]) =
          ramp.rate != 0 ? ramp.at(since) : *std::get<double*>(list_.places[ramp.row - 1]);
    }
    return moving_;
  }

  /// The dual number that a known is: time, an element of x, or one of the values.
  math::Dual& moving(const Seed& seed, math::Dual& time, DualVector& x) {
    if (seed.row == 0) return time;
    const fmi::Variable& v = table_.rows()[seed.row];
    if (v.is_state()) return x[v.place + seed.element];
    auto* const* first = std::get_if<math::Dual*>(&dual_list_.places[seed.row - 1]);
    return first ? (*first)[seed.element] : without_effect_;
  }
  double derivative(const Scalar& unknown, const DualVector& x, const DualVector& dx) const {
    if (unknown.row <= list_.places.size()) {
      auto* const* first = std::get_if<math::Dual*>(&dual_list_.places[unknown.row - 1]);
      return first ? (*first)[unknown.element].d : 0.0;
    }
    if (x.size() != exchange_.x.size()) return 0.0;  // a parameter has changed their number: nothing to show
    const fmi::Variable& v = table_.rows()[unknown.row];
    return (v.is_state() ? x : dx)[v.place + unknown.element].d;
  }

  // --- declaration ---
  /// `with_states`: dependencies on states are known as well.
  void declare_fields(bool with_states) {
    table_ = {};
    for (auto row : list_.rows) {
      if (!with_states) row.follows.clear();
      table_.add(std::move(row));
    }
  }
  /// The table once more, with the states that the present values have.
  void declare_states() requires kExchanges {
    variables::States states;
    model_.states(values_, states);
    list_ = {};
    model_.fields(values_, list_);
    exchange_ = StateVariables(states, list_.rows, model_.indicator_count());
    declare_fields(true);
    exchange_.declare(table_);
    table_.finish();
  }
  /// What an importer reads of x or its rates. A parameter that changes their number leaves nothing to show.
  static void show(const std::vector<double>& from, std::vector<double>& to) {
    if (from.size() == to.size())
      std::copy(from.begin(), from.end(), to.begin());
    else
      std::fill(to.begin(), to.end(), 0.0);
  }

  M model_;
  Values values_, sealed_, moving_;
  Duals duals_;
  variables::List list_, moving_list_, dual_list_;
  models::Run<M> run_;
  bool initialised_{};  ///< run_ has a state
  std::vector<double> rate_;
  math::Dual without_effect_;  ///< of knowns that are no real numbers
  fmi::VariableTable table_;
  StateVariables exchange_;
  fmi::Identity identity_;
};

}  // namespace reeve::fmus
