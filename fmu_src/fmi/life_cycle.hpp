#pragma once
/// The state machines of co-simulation and model exchange in both versions of FMI, as data: which call is legal in which phase.
#include <array>
#include <cstddef>

namespace reeve::fmi {

enum Phase : unsigned {
  kInstantiated = 1,
  kInitialization = 2,
  kStepping = 4,       ///< stepComplete (2.0), StepMode (3.0)
  kStepFailed = 8,     ///< after a discarded step (2.0 only)
  kIntermediate = 16,  ///< inside a step: in the callback for intermediate updates (3.0), or in the logger
  kTerminated = 32,
  kBroken = 64,           ///< after an error: only reset, restore and free help
  kEventMode = 128,       ///< model exchange
  kContinuousTime = 256,  ///< model exchange
};
inline constexpr unsigned kAnyPhase = 511;
inline constexpr unsigned kExchange = kEventMode | kContinuousTime;

enum class Interface { co_simulation, model_exchange };

enum class Call : std::size_t {
  set_debug_logging,
  setup_experiment,
  enter_initialization,
  exit_initialization,
  terminate,
  reset,
  get,
  set,
  get_state,
  set_state,
  free_state,
  serialize,
  deserialize,
  directional_derivative,
  set_input_derivatives,
  get_output_derivatives,
  do_step,
  get_step_status,
  enter_event_mode,
  update_discrete_states,
  enter_continuous_time_mode,
  completed_integrator_step,
  set_time,
  set_continuous_states,
  get_continuous_states,  ///< and their derivatives, and event indicators
  get_nominals,
  get_sizes,
  unsupported,  ///< always fails, but with its own message
  kCount
};

/// Phases in which each call is legal.
class LifeCycle {
 public:
  struct Rule {
    Call call;
    unsigned phases;
  };
  template <std::size_t N>
  constexpr LifeCycle(Interface offered, const Rule (&rules)[N]) : kind{offered} {
    for (const Rule& rule : rules) phases_[static_cast<std::size_t>(rule.call)] = rule.phases;
    phases_[static_cast<std::size_t>(Call::unsupported)] = kAnyPhase;
  }
  /// The same but for these.
  template <std::size_t N>
  constexpr LifeCycle with(const Rule (&rules)[N]) const {
    LifeCycle other = *this;
    for (const Rule& rule : rules) other.phases_[static_cast<std::size_t>(rule.call)] = rule.phases;
    return other;
  }
  constexpr unsigned operator[](Call call) const { return phases_[static_cast<std::size_t>(call)]; }

  Interface kind;

 private:
  std::array<unsigned, static_cast<std::size_t>(Call::kCount)> phases_{};  ///< a call without a rule is never legal
};

namespace detail {
inline constexpr unsigned kSavable = kInstantiated | kInitialization | kStepping | kStepFailed | kTerminated;
inline constexpr unsigned kExchangeSavable = kInstantiated | kInitialization | kExchange | kTerminated;
}  // namespace detail

/// FMI 2.0.5, co-simulation. Reading values is allowed more widely than the standard asks, which hurts nobody.
inline constexpr LifeCycle kFmi2CoSimulation(
    Interface::co_simulation,
    {
        {Call::set_debug_logging, kAnyPhase},
        {Call::setup_experiment, kInstantiated},
        {Call::enter_initialization, kInstantiated},
        {Call::exit_initialization, kInitialization},
        {Call::terminate, kStepping | kStepFailed},
        {Call::reset, kAnyPhase & ~kIntermediate},
        {Call::get, kAnyPhase},
        {Call::set, kInstantiated | kInitialization | kStepping},
        {Call::get_state, detail::kSavable},
        {Call::set_state, detail::kSavable | kBroken},
        {Call::free_state, kAnyPhase},
        {Call::serialize, kAnyPhase},
        {Call::deserialize, detail::kSavable | kBroken},
        {Call::directional_derivative, kInitialization | kStepping | kStepFailed | kTerminated},
        {Call::set_input_derivatives, kInstantiated | kInitialization | kStepping},
        {Call::get_output_derivatives, kStepping | kStepFailed | kTerminated},
        {Call::do_step, kStepping},
        {Call::get_step_status, kStepping | kStepFailed | kTerminated},
    });

/// FMI 3.0.2, co-simulation without event mode.
inline constexpr LifeCycle kFmi3CoSimulation(
    Interface::co_simulation,
    {
        {Call::set_debug_logging, kAnyPhase & ~kIntermediate},
        {Call::enter_initialization, kInstantiated},
        {Call::exit_initialization, kInitialization},
        {Call::terminate, kStepping},
        {Call::reset, kAnyPhase & ~kIntermediate},
        {Call::get, kAnyPhase},
        {Call::set, kInstantiated | kInitialization | kStepping | kIntermediate},
        {Call::get_state, detail::kSavable},
        {Call::set_state, detail::kSavable | kBroken},
        {Call::free_state, kAnyPhase & ~kIntermediate},
        {Call::serialize, kAnyPhase & ~kIntermediate},
        {Call::deserialize, detail::kSavable | kBroken},
        {Call::directional_derivative, kInitialization | kStepping | kIntermediate | kTerminated},
        {Call::get_output_derivatives, kStepping | kIntermediate | kTerminated},
        {Call::do_step, kStepping},
    });

/// FMI 2.0.5, model exchange. Beyond the standard, because importers do it: time and states are set, and event mode is entered, in
/// event mode (OpenModelica); values are set wherever the variable allows it (Instance::require_settable).
inline constexpr LifeCycle kFmi2ModelExchange(
    Interface::model_exchange, {
                                   {Call::set_debug_logging, kAnyPhase},
                                   {Call::setup_experiment, kInstantiated},
                                   {Call::enter_initialization, kInstantiated},
                                   {Call::exit_initialization, kInitialization},
                                   {Call::terminate, kExchange},
                                   {Call::reset, kAnyPhase},
                                   {Call::get, kAnyPhase},
                                   {Call::set, kInstantiated | kInitialization | kExchange},
                                   {Call::get_state, detail::kExchangeSavable},
                                   {Call::set_state, detail::kExchangeSavable | kBroken},
                                   {Call::free_state, kAnyPhase},
                                   {Call::serialize, kAnyPhase},
                                   {Call::deserialize, detail::kExchangeSavable | kBroken},
                                   {Call::directional_derivative, kInitialization | kExchange | kTerminated},
                                   {Call::enter_event_mode, kExchange},
                                   {Call::update_discrete_states, kEventMode},
                                   {Call::enter_continuous_time_mode, kEventMode},
                                   {Call::completed_integrator_step, kContinuousTime},
                                   {Call::set_time, kExchange},
                                   {Call::set_continuous_states, kExchange},
                                   {Call::get_continuous_states, kInitialization | kExchange | kTerminated},
                                   {Call::get_nominals, kInstantiated | kInitialization | kExchange | kTerminated},
                               });

/// FMI 3.0.2, model exchange, with the same allowances but states only in continuous-time mode.
inline constexpr LifeCycle kFmi3ModelExchange = kFmi2ModelExchange.with({
    {Call::setup_experiment, 0},
    {Call::set_continuous_states, kContinuousTime},
    {Call::get_nominals, kInitialization | kExchange | kTerminated},
    {Call::get_sizes, kInstantiated | kInitialization | kExchange | kTerminated},
});

/// For messages.
constexpr const char* phase_name(Phase phase) {
  switch (phase) {
    case kInstantiated:
      return "instantiated";
    case kInitialization:
      return "initialization mode";
    case kStepping:
      return "step mode";
    case kStepFailed:
      return "step failed";
    case kIntermediate:
      return "intermediate update";
    case kTerminated:
      return "terminated";
    case kBroken:
      return "stopped by an error (reset or restore it)";
    case kEventMode:
      return "event mode";
    case kContinuousTime:
      return "continuous-time mode";
  }
  return "unknown";
}

}  // namespace reeve::fmi
