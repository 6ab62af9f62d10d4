#pragma once
/// The states of a sheet by name, as an importer with a solver of its own sees them.
#include "models/flexible_sheet/values.hpp"
#include "variables/states.hpp"

namespace reeve::models::flexible_sheet {

/// Sizes against which errors of the states are measured, so that the tip errs by about the tolerance times the length. Joints
/// lift by such an angle times the pitch.
namespace nominal {
inline constexpr double kAngle = 1, kSpin = 100, kLength = 0.1, kWork = 0.1;  // [rad], [rad/s], [m], [J]
/// Of a free master: rollers shake it as they do the joints.
inline double master_spin(const Structure& structure) { return structure.nip.empty() ? 1 : kSpin; }
}  // namespace nominal

/// Which states place the nodes and move them. All are empty where a sheet offers no model exchange.
struct StateNames {
  using Names = variables::Names;
  StateNames(const Structure& structure, int boundary);

  Names height, turn, joints;  ///< of the root; of the joints that move
  Names shape;                 ///< of the sheet as it hangs on its root: turn and joints
  Names x, y, z;               ///< of a node
  Names rates;                 ///< of all these
  Names motion;                ///< places and rates
  Names roller_work, friction_loss;
};

}  // namespace reeve::models::flexible_sheet
