#pragma once
/// Runs a model class directly, without FMI: for validation against closed forms.
#include <vector>

#include "integration/step_hooks.hpp"

namespace reeve::test {

/// A model with its values and state, stepped by hand.
template <class M>
struct Run {
  M model;
  typename M::template Values<double> values = model.template defaults<double>();
  typename M::State state = model.blank_state();
  double t = 0;

  explicit Run(typename M::Structure structure = {}) : model(structure) {}

  void initialise() {
    model.initialise(t, values, state);
    outputs();
  }
  void step_to(double end) {
    integration::StepHooks hooks(end);
    t = model.advance(t, values, state, hooks);
    outputs();
  }
  void outputs() { model.template outputs<double>(t, state.x, state, values); }
};

}  // namespace reeve::test
