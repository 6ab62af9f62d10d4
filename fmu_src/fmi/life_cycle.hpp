#pragma once
/// Both state machines of co-simulation as data: which call is legal in which phase.
#include <array>
#include <cstddef>

namespace reeve::fmi {

enum Phase : unsigned {
  kInstantiated = 1,
  kInitialization = 2,
  kStepping = 4,      ///< stepComplete (2.0), StepMode (3.0)
  kStepFailed = 8,    ///< after a discarded step (2.0 only)
  kIntermediate = 16, ///< inside a step: in the callback for intermediate updates (3.0), or in the logger
  kTerminated = 32,
  kBroken = 64,       ///< after an error: only reset, restore and free help
};
inline constexpr unsigned kAnyPhase = 127;

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
  unsupported,  ///< always fails, but with its own message
  kCount
};

using LifeCycle = std::array<unsigned, static_cast<std::size_t>(Call::kCount)>;

namespace detail {
inline constexpr unsigned kSavable = kInstantiated | kInitialization | kStepping | kStepFailed | kTerminated;
}

/// FMI 2.0.5, co-simulation. Reading values is allowed more widely than the standard asks, which hurts nobody.
inline constexpr LifeCycle kFmi2LifeCycle{
    /* set_debug_logging      */ kAnyPhase,
    /* setup_experiment       */ kInstantiated,
    /* enter_initialization   */ kInstantiated,
    /* exit_initialization    */ kInitialization,
    /* terminate              */ kStepping | kStepFailed,
    /* reset                  */ kAnyPhase & ~kIntermediate,
    /* get                    */ kAnyPhase,
    /* set                    */ kInstantiated | kInitialization | kStepping,
    /* get_state              */ detail::kSavable,
    /* set_state              */ detail::kSavable | kBroken,
    /* free_state             */ kAnyPhase,
    /* serialize              */ kAnyPhase,
    /* deserialize            */ detail::kSavable | kBroken,
    /* directional_derivative */ kInitialization | kStepping | kStepFailed | kTerminated,
    /* set_input_derivatives  */ kInstantiated | kInitialization | kStepping,
    /* get_output_derivatives */ kStepping | kStepFailed | kTerminated,
    /* do_step                */ kStepping,
    /* get_step_status        */ kStepping | kStepFailed | kTerminated,
    /* unsupported            */ kAnyPhase,
};

/// FMI 3.0.2, co-simulation without event mode.
inline constexpr LifeCycle kFmi3LifeCycle{
    /* set_debug_logging      */ kAnyPhase & ~kIntermediate,
    /* setup_experiment       */ 0,
    /* enter_initialization   */ kInstantiated,
    /* exit_initialization    */ kInitialization,
    /* terminate              */ kStepping,
    /* reset                  */ kAnyPhase & ~kIntermediate,
    /* get                    */ kAnyPhase,
    /* set                    */ kInstantiated | kInitialization | kStepping | kIntermediate,
    /* get_state              */ detail::kSavable,
    /* set_state              */ detail::kSavable | kBroken,
    /* free_state             */ kAnyPhase & ~kIntermediate,
    /* serialize              */ kAnyPhase & ~kIntermediate,
    /* deserialize            */ detail::kSavable | kBroken,
    /* directional_derivative */ kInitialization | kStepping | kIntermediate | kTerminated,
    /* set_input_derivatives  */ 0,
    /* get_output_derivatives */ kStepping | kIntermediate | kTerminated,
    /* do_step                */ kStepping,
    /* get_step_status        */ 0,
    /* unsupported            */ kAnyPhase,
};

/// For messages.
constexpr const char* phase_name(Phase phase) {
  switch (phase) {
    case kInstantiated: return "instantiated";
    case kInitialization: return "initialization mode";
    case kStepping: return "step mode";
    case kStepFailed: return "step failed";
    case kIntermediate: return "intermediate update";
    case kTerminated: return "terminated";
    case kBroken: return "stopped by an error (reset or restore it)";
  }
  return "unknown";
}

}  // namespace reeve::fmi
