#pragma once
/// Runs a model directly, without FMI: for validation against closed forms.
#include <functional>
#include <string>
#include <vector>

#include "models/hybrid.hpp"
#include "variables/list.hpp"

namespace reeve::test {

/// A model with its values and state, stepped by hand. Inputs may be set between steps, or follow `input` over time.
template <class M>
struct Run {
  using Values = typename M::template Values<double>;
  M model;
  Values values = model.template defaults<double>();
  models::Run<M> run{model};
  decltype(models::Run<M>::state)& state = run.state;
  double t = 0;
  std::function<void(double, Values&)> input;
  std::vector<std::string> warnings;

  explicit Run(typename M::Structure structure = {}) : model(std::move(structure)) { model.fields(values, list_); }

  void initialise() {
    run.initialise(t, values);
    outputs();
    known_.clear();  // as behind FMI, where the first step takes all inputs for new
  }
  void advance(double end) {
    struct Hooks final : integration::StepHooks {
      Hooks(double end_time, std::vector<std::string>& told) : StepHooks(end_time), warnings(told) {}
      void warn(const std::string& message) override { warnings.push_back(message); }
      std::vector<std::string>& warnings;
    } hooks(end, warnings);
    advance(hooks);
  }
  void advance(integration::StepHooks& hooks) {
    const auto at = [this](double time) -> const Values& {
      if (input) input(time, values);
      return values;
    };
    at(t);
    look_at_inputs(now_);
    t = run.advance(t, values, at, now_ != known_, hooks);
    at(t);
    look_at_inputs(known_);
  }
  void step_to(double end) {
    advance(end);
    outputs();
  }
  /// Goes back to a state that was copied at that time.
  template <class State>
  void restore(const State& kept, double time) {
    state = kept;
    t = time;
    if (input) input(t, values);
    look_at_inputs(known_);
  }
  void outputs() { model.template outputs<double>(t, state.x, state.modes, state.start, values); }
  /// Every bad parameter, by ranges and by the model.
  std::vector<std::string> findings() {
    std::vector<std::string> found;
    variables::List list;
    model.fields(values, list);
    variables::check_ranges(list, found);
    if (found.empty()) model.check(values, found);
    return found;
  }

 private:
  void look_at_inputs(std::vector<double>& all) const {
    all.clear();
    for (std::size_t row = 0; row < list_.rows.size(); ++row) {
      if (!list_.rows[row].is_settable()) continue;
      std::visit([&](const auto* first) { all.push_back(static_cast<double>(*first)); },
                 variables::storage_of(list_.places[row]));
    }
  }
  variables::List list_;             ///< of values, whose vectors stay where they are
  std::vector<double> known_, now_;  ///< what can be set: when the last step ended, and as this one begins
};

}  // namespace reeve::test
