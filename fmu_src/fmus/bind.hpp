#pragma once
/// Binds a model class M to the FMI layer. M knows no FMI; it has
///
///   struct Structure                       what fixes its size, from the description
///   template <class S> struct Values       parameters, inputs, outputs; S = double or math::Dual
///   struct State                           all that must survive a restore; fields(archive) lists it, std::vector<double> x
///                                          is the continuous part
///   M(Structure), blank_state()            sizes do not change afterwards
///   defaults<S>()                          values as sized by the structure
///   check(values, findings)                all bad parameters at once
///   initialise(t0, values, state)          equilibrium
///   inputs_jumped(state)                   an input was set: what is kept of the past inputs is void
///   restored(values, state)                values and state were loaded from elsewhere: what was derived from them is void
///   advance(t, values, state, hooks)       to hooks.end; returns the time reached
///   rate(t, state, values)                 time derivative of state.x
///   outputs<S>(t, span x, state, values)   output equations; state only for what is not continuous
///   start<S>(values, state)                continuous start state as a std::vector, differentiable in the parameters
#include <memory>
#include <utility>

#include "fmi/model.hpp"
#include "fmus/declaration.hpp"

namespace reeve::fmus {

template <class M>
class Bound final : public fmi::Model {
 public:
  using Values = typename M::template Values<double>;
  using Duals = typename M::template Values<math::Dual>;
  using State = typename M::State;
  using DualVector = std::vector<math::Dual>;
  using Declare = void (*)(Declaration<M>&, const M&);

  Bound(typename M::Structure structure, fmi::Identity identity, Declare declare)
      : model_{std::move(structure)},
        values_{model_.template defaults<double>()},
        state_{model_.blank_state()},
        blank_{state_},
        before_{state_},
        declaration_{values_},
        identity_{std::move(identity)} {
    declare(declaration_, std::as_const(model_));
    declaration_.table.finish();
    sealed_ = values_;
  }

  const fmi::VariableTable& table() const override { return declaration_.table; }
  const fmi::Identity& identity() const override { return identity_; }
  fmi::Storage storage(std::size_t row) override { return declaration_.access[row].value(values_); }

  void seal() override { sealed_ = values_; }
  void reset() override {
    values_ = sealed_;
    state_ = blank_;
  }
  void check(std::vector<std::string>& findings) const override { model_.check(values_, findings); }
  void initialise(double t0) override {
    state_ = blank_;
    model_.initialise(t0, values_, state_);
  }

  double advance(double t, bool inputs_jumped, integration::StepHooks& hooks) override {
    before_ = state_;
    if (inputs_jumped) model_.inputs_jumped(state_);
    try {
      return model_.advance(t, values_, state_, hooks);
    } catch (...) {
      state_ = before_;
      throw;
    }
  }

  void outputs(double t) override {
    model_.template outputs<double>(t, state_.x, state_, values_);
  }

  void directional(double t, bool initially, std::span<const Seed> knowns, std::span<const Place> unknowns,
                   std::span<double> result) override {
    Duals duals = seeded(knowns);
    const DualVector x = initially ? model_.template start<math::Dual>(duals, state_) : DualVector(state_.x.begin(), state_.x.end());
    model_.template outputs<math::Dual>(t, x, state_, duals);
    read(duals, unknowns, result);
  }

  void output_rates(double t, std::span<const Seed> input_rates, std::span<const Place> unknowns,
                    std::span<double> result) override {
    Duals duals = seeded(input_rates);
    const std::vector<double> rate = model_.rate(t, state_, values_);
    DualVector x(state_.x.begin(), state_.x.end());
    for (std::size_t i = 0; i < x.size(); ++i) x[i].d = rate[i];
    model_.template outputs<math::Dual>(math::Dual(t, 1.0), x, state_, duals);
    read(duals, unknowns, result);
  }

  void save(fmi::StateWriter& writer) const override { const_cast<State&>(state_).fields(writer); }
  void load(fmi::StateReader& reader) override {
    state_.fields(reader);
    model_.restored(values_, state_);
  }

 private:
  /// The values as dual numbers, moving along the given knowns.
  Duals seeded(std::span<const Seed> knowns) {
    Duals duals = model_.template defaults<math::Dual>();
    const auto& rows = table().rows();
    for (std::size_t row = 1; row < rows.size(); ++row) {
      std::visit(
          [&]<class From, class To>(const From* from, To* to) {
            if constexpr (std::is_same_v<From, To> || (std::is_same_v<From, double> && std::is_same_v<To, math::Dual>)) {
              for (std::uint32_t e = 0; e < rows[row].elements; ++e) to[e] = from[e];
            }
          },
          storage(row), declaration_.access[row].dual(duals));
    }
    for (const Seed& seed : knowns) {
      auto storage = declaration_.access[seed.row].dual(duals);
      if (auto* const* first = std::get_if<math::Dual*>(&storage)) (*first)[seed.element].d += seed.value;
    }
    return duals;
  }

  void read(Duals& duals, std::span<const Place> unknowns, std::span<double> result) const {
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      auto storage = declaration_.access[unknowns[i].row].dual(duals);
      auto* const* first = std::get_if<math::Dual*>(&storage);
      result[i] = first ? (*first)[unknowns[i].element].d : 0.0;
    }
  }

  M model_;
  Values values_, sealed_;
  State state_, blank_, before_;
  Declaration<M> declaration_;
  fmi::Identity identity_;
};

}  // namespace reeve::fmus
