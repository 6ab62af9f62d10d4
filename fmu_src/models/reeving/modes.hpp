#pragma once
/// What only events change in a reeving, and which messages were given.
#include <vector>

#include "mechanics/contact/buffer.hpp"

namespace reeve::models::reeving {

enum class Regime : int { released = 0, sliding = 1, held = 2, ride = 3, speed = 4 };

/// A slip that is under way or has ended and is not reported yet.
struct SlipRecord {
  enum class Phase : int { none = 0, running = 1, ended = 2 } phase{Phase::none};
  double begin{}, end{};            ///< [s]
  double begin_path{}, end_path{};  ///< [m]
  double begin_heat{}, end_heat{};  ///< of all contacts [J]

  template <class Archive>
  void fields(Archive& archive) {
    archive(phase, begin, end, begin_path, end_path, begin_heat, end_heat);
  }
};

struct Modes {
  Regime regime{Regime::released};
  double direction{};  ///< in which the drive slides against the brake: +1, -1, 0 = not
  int phase{-1};       ///< of the ride
  std::vector<mechanics::BufferPhase> buffer;
  std::vector<int> slip;  ///< per contact: 0 stick; +1, -1: the wheel runs ahead of the rope, or lags
  std::vector<int> on;    ///< per contact: side on which the rope runs on, 0 or 1
  std::vector<SlipRecord> record;
  int slips_told{};
  bool warned_slack{}, warned_traction{}, warned_ignored{};

  template <class Archive>
  void fields(Archive& archive) {
    archive(regime, direction, phase, slip, on, slips_told, warned_slack, warned_traction, warned_ignored);
    for (auto& one : record) one.fields(archive);
    archive(buffer);
  }
};

}  // namespace reeve::models::reeving
