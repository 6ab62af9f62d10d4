#pragma once
/// A model under way: its state, and its values at any time, as the hybrid system that the loop advances.
///
/// Every model has the same rooms, in this order. u: parameters and inputs, const wherever they are only read.
///
///   structure  struct Structure                                   what fixes its size, from the description
///   values     struct Values<S>, fields(v, list)                  parameters, inputs, outputs; S = double or math::Dual
///              defaults<S>()                                      values as sized by the structure
///              duration(u)                                        of the default experiment where none is given; may be left out
///              hold(u)                                            drives at rest, for statics; may be left out
///              blank(modes, start)                                gives them their sizes; may be left out
///   dynamics   states(u, list)                                    names of x in its order, for model exchange; may be left out
///              prepare(u, start)                                  values or state came from elsewhere: derive from them anew
///              size(), nominals(), solver(u)                      of the states x, for the prepared values
///              derivatives(t, x, m, u, dx)                        pure between events
///              rates(t, x, m, start, u, dx)                       the same for dual numbers, with states()
///              defect(t, x, t1, next, m, u_at)                    a limit of its own on a step; may be left out
///              linearise, factor, solve, error, stage, renewed    for implicit methods; may be left out; where a matrix is kept
///                                                                 over steps, the modes remember where it was taken
///              coordinates, radius, prescribe, forces, residual, tangent, factor, solve, error, take
///                                                                 instead, for M q'' = f(q, v) (integration/second_order.hpp)
///   events     struct Modes                                       what only events change, and memory of accepted steps
///              indicator_count(), indicators(t, x, m, u, z), next_event(t, m, u), update(t, x, m, u)
///   statics    struct Start<S>                                    what the start fixes for good
///              initialise(t0, u, state)                           equilibrium and its modes; throws NoEquilibrium
///              start<S>(u, state, x, start)                       the same for dual numbers, differentiable in the parameters
///              frequencies(u, state)                              natural frequencies [Hz]; may be left out
///   outputs    outputs<S>(t, x, m, start, v)                      output equations
///              figures(v)                                         numbers that are no variables, for statics; may be left out
///   limits     check(u, findings)                                 all bad parameters at once, beyond the ranges in the list
///              plausibility(v, warnings)                          values, with outputs at the start, that no machine has; may be left out
///              accepted(t, x, m, u, hooks)                        where the model ends, warnings, memory
#include <functional>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "integration/loop.hpp"

namespace reeve::models {

/// No equilibrium, or the parameters do not describe a machine; the message says why and what to change.
class NoEquilibrium : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr double kNever = std::numeric_limits<double>::infinity();  ///< time of an event that does not come

/// For models without modes, and for starts that fix nothing.
struct NoModes {
  template <class Archive>
  void fields(Archive&) {}
};
struct NothingFixed {
  template <class Archive>
  void fields(Archive&) {}
};

template <class M>
class Hybrid final : public integration::HybridSystem {
 public:
  using Values = typename M::template Values<double>;
  using State = integration::State<typename M::Modes, typename M::template Start<double>>;
  using Span = std::span<const double>;

  Hybrid(M& model, State& state) : model_{model}, state_{state} {}

  /// Parameters and inputs, and where inputs move, the values at time t.
  using Course = std::function<const Values&(double)>;
  void drive_by(const Values& values, Course course) {
    values_ = &values;
    course_ = std::move(course);
  }

  integration::Solver solver() const override { return model_.solver(*values_); }
  std::size_t size() const override { return model_.size(); }
  Span nominals() const override { return model_.nominals(); }
  void derivatives(double t, Span x, std::span<double> dx) override {
    model_.derivatives(t, x, state_.modes, values_at(t), dx);
  }
  double defect(double t, Span x, double t1, Span next) override {
    if constexpr (requires(const Course& u_at) { model_.defect(t, x, t1, next, state_.modes, u_at); }) {
      return model_.defect(t, x, t1, next, state_.modes, [this](double at) -> const Values& { return values_at(at); });
    } else {
      return 0;
    }
  }

  std::size_t indicator_count() const override { return model_.indicator_count(); }
  void indicators(double t, Span x, std::span<double> z) override {
    model_.indicators(t, x, state_.modes, values_at(t), z);
  }
  double next_event(double t) const override { return model_.next_event(t, state_.modes, values_at(t)); }
  bool update(double t, std::span<double> x) override { return model_.update(t, x, state_.modes, values_at(t)); }
  void accepted(double t, Span x, integration::StepHooks& hooks) override {
    model_.accepted(t, x, state_.modes, values_at(t), hooks);
  }

  void linearise(double t, Span x, std::span<double> dx) override {
    if constexpr (kImplicit) model_.linearise(t, x, state_.modes, values_at(t), dx);
  }
  bool factor(double h_gamma) override {
    if constexpr (kImplicit)
      return model_.factor(h_gamma, state_.modes);
    else
      return false;
  }
  void solve(Span F, std::span<double> k) override {
    if constexpr (kImplicit) model_.solve(F, state_.modes, *values_, k);
  }
  void stage(double t, Span x, std::span<double> dx) override {
    if constexpr (requires { model_.stage(t, x, state_.modes, values_at(t), dx); })
      model_.stage(t, x, state_.modes, values_at(t), dx);
    else
      derivatives(t, x, dx);
  }
  double error(Span e, Span x) const override {
    if constexpr (requires { model_.error(e, x, *values_); })
      return model_.error(e, x, *values_);
    else
      return HybridSystem::error(e, x);
  }
  bool renewed() override {
    if constexpr (kKeepsMatrix)
      return model_.renewed(state_.modes);
    else
      return false;
  }
  bool keeps_matrix() const override { return kKeepsMatrix && solver().method == integration::Method::implicit_method; }
  integration::SecondOrder* second_order() override {
    if constexpr (kSecondOrder)
      return &motion_;
    else
      return nullptr;
  }

 private:
  static constexpr bool kSecondOrder = requires(M & m) { m.coordinates(); };
  static constexpr bool kImplicit = requires(M & m, typename M::Modes& modes) { m.factor(0.0, modes); };
  static constexpr bool kKeepsMatrix = requires(M & m, typename M::Modes& modes) { m.renewed(modes); };

  /// The model as M q'' = f(q, v).
  struct SecondOrder final : integration::SecondOrder {
    using Trial = integration::Trial;
    explicit SecondOrder(Hybrid& hybrid) : self{hybrid}, model{hybrid.model_} {}
    const Values& values() const { return self.values_at(end); }
    std::size_t coordinates() const override { return model.coordinates(); }
    double radius() const override { return model.radius(values()); }
    void prescribe(double t, Span x, double h, const Trial& trial) override {
      end = t + h;
      model.prescribe(t, x, h, self.state_.modes, values(), trial);
    }
    void forces(Span x, const Trial& trial, std::span<double> f) override {
      model.forces(x, self.state_.modes, trial, f);
    }
    double residual(Span x, const Trial& trial, std::span<double> r) override {
      return model.residual(x, self.state_.modes, trial, r);
    }
    double linearise(Span x, const Trial& trial, double by_v, std::span<double> r) override {
      return model.tangent(x, self.state_.modes, trial, by_v, r);
    }
    bool factor(double by_a) override { return model.factor(by_a); }
    void solve(std::span<double> r) override { model.solve(r); }
    double error(Span e) const override { return model.error(e, values()); }
    void take(double h, const Trial& trial, bool settled, std::span<double> x) override {
      model.take(h, trial, settled, x, self.state_.modes, values());
    }

    Hybrid& self;
    M& model;
    double end{};  ///< of the step that is tried [s]
  };
  struct FirstOrder {
    explicit FirstOrder(Hybrid&) {}
  };

  const Values& values_at(double t) const { return course_ ? course_(t) : *values_; }

  M& model_;
  State& state_;
  const Values* values_{};
  Course course_;
  std::conditional_t<kSecondOrder, SecondOrder, FirstOrder> motion_{*this};
};

/// A model with its state, ready to be initialised and advanced.
template <class M>
class Run {
 public:
  using Values = typename M::template Values<double>;
  using State = typename Hybrid<M>::State;

  explicit Run(M& model) : model_{model}, hybrid_{model, state} {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// A state of the right sizes and nothing in it.
  void blank(const Values& values) {
    state = {};
    if constexpr (requires { model_.blank(state.modes, state.start); }) model_.blank(state.modes, state.start);
    model_.prepare(values, state.start);
    state.x.assign(model_.size(), 0.0);
    if constexpr (requires { model_.coordinates(); })
      state.memory.clear(model_.size(), model_.coordinates());
    else
      state.memory.clear(model_.size());
  }
  void initialise(double t0, const Values& values) {
    blank(values);
    model_.initialise(t0, values, state);
    ready(values);
  }
  /// An event: decides the modes until nothing changes.
  void update(double t, const Values& values) {
    hybrid_.drive_by(values, {});
    loop_.resolve(hybrid_, t, state.x, state.memory);
  }
  /// The state came from elsewhere.
  void restored(const Values& values) {
    model_.prepare(values, state.start);
    ready(values);
  }
  /// From t to hooks.end; without a course the values do not depend on time. If it throws, the state is as before the call.
  double advance(double t, const Values& values, typename Hybrid<M>::Course course, bool inputs_jumped,
                 integration::StepHooks& hooks) {
    before_ = state;
    hybrid_.drive_by(values, std::move(course));
    try {
      return loop_.advance(hybrid_, t, state.x, state.memory, inputs_jumped, hooks);
    } catch (...) {
      state = before_;
      throw;
    }
  }

  State state;

 private:
  void ready(const Values& values) {
    hybrid_.drive_by(values, {});
    loop_.resize(hybrid_);
    before_ = state;
  }

  M& model_;
  Hybrid<M> hybrid_;
  integration::Loop loop_;
  State before_;
};

}  // namespace reeve::models
