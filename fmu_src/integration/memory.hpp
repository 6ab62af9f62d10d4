#pragma once
/// What the loop has to remember from one step to the next, so that a restored state goes on with the same bits.
#include <vector>

namespace reeve::integration {

struct Memory {
  double step{};              ///< size to try next [s]; 0 = choose one
  double jump_step{};         ///< what would have been right after the last jump of an input [s]; 0 = unknown
  bool after_jump{};          ///< no step since an input jumped
  bool slope_valid{};         ///< slope = derivatives at the present point, modes and inputs
  std::vector<double> slope;  ///< last stage of the explicit method
  bool motion_valid{};        ///< no event has changed forces since the accelerations were found
  std::vector<double> acceleration, average;  ///< q'' and a of generalized-alpha

  /// An importer that holds its inputs makes them jump at every communication point, each time by about as much.
  void inputs_jumped() {
    slope_valid = false;
    after_jump = true;
    if (jump_step > 0 && step > jump_step) step = jump_step;
  }
  /// Something changed at an event.
  void modes_changed() { slope_valid = motion_valid = false; }
  /// `coordinates`: of a system of second order.
  void clear(std::size_t size, std::size_t coordinates = 0) {
    *this = {};
    slope.assign(size, 0.0);
    acceleration.assign(coordinates, 0.0);
    average.assign(coordinates, 0.0);
  }
  template <class Archive>
  void fields(Archive& archive) {
    archive(step, jump_step, after_jump, slope_valid, slope, motion_valid, acceleration, average);
  }
};

/// All that must survive a restore: true states, what events decide, what the start fixed, what the loop remembers.
template <class Modes, class Start>
struct State {
  std::vector<double> x;
  Modes modes;
  Start start;
  Memory memory;

  template <class Archive>
  void fields(Archive& archive) {
    archive(x);
    modes.fields(archive);
    start.fields(archive);
    memory.fields(archive);
  }
};

}  // namespace reeve::integration
