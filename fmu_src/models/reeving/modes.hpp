#pragma once
/// What only events change in a reeving, and which messages were given.
#include <vector>

#include "mechanics/contact/buffer.hpp"
#include "models/axis.hpp"

namespace reeve::models::reeving {

using models::Regime;

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

/// Those of the drive's axis, and the rest.
struct Modes : AxisModes {
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
