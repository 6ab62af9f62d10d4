#include <cmath>

#include "math/text.hpp"
#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using math::text;
using mechanics::JointKind;
using mechanics::TreeKind;

void Model::check(const Values<double>& u, std::vector<std::string>& findings) const {
  const auto& s = u.sheet;
  const double l = s.length / (structure_.nodes_length - 1);
  const double D = s.E * std::pow(s.thickness, 3) / (12 * (1 - s.nu * s.nu));
  const double weight = s.density * std::abs(u.gravity) * s.thickness;
  const bool papers = s.joint == static_cast<int>(JointKind::paper);
  // The paper's joint lets a segment grow as it turns; on a coarse mesh its weight gains more than bending costs. (T-SHT.22)
  const double runaway = weight * s.length * l * l / (12 * D);
  constexpr double kMostRunaway = 0.15;  // 0.05 (15x11) works, 0.27 (7x5) has no equilibrium
  if (papers && s.boundary == kClamped && runaway > kMostRunaway) {
    findings.push_back("sheet.joint = 1 with " + std::to_string(structure_.nodes_length) +
                       " nodes along the length: weight x length x pitch^2/(12 D) is " + text(runaway) +
                       ", expected at most " + text(kMostRunaway) +
                       ", for the paper's joint stretches without limit on such a mesh and the sheet runs away; set "
                       "sheet.joint = 2, or describe more nodes with sheet.nodes_length");
  }
  const auto tree = static_cast<TreeKind>(s.tree);
  if (papers && (tree == TreeKind::ribs || tree == TreeKind::ribs_centre) && s.loop_stiffness > 0) {
    findings.push_back(
        "sheet.loop_stiffness = " + text(s.loop_stiffness) +
        " with sheet.joint = 1 and sheet.tree = " + std::to_string(s.tree) +
        ": the paper's joint makes the spine longer as it bends, and springs on its neighbours lock that; set "
        "sheet.joint = 2, or sheet.loop_stiffness = 0, or sheet.tree = 1");
  }
  if (s.boundary == kFree && u.start == kEquilibrium) {
    findings.push_back("start = 2 (equilibrium) with sheet.boundary = 2: a free sheet has none, set start = 1");
  }
  if (s.boundary == kClamped && !structure_.nip.empty()) {
    findings.push_back("sheet.boundary = 1 with the nip " + structure_.nip[0] +
                       ": a sheet that is clamped at an edge cannot be fed, set sheet.boundary = 2 (free)");
  }
  if (!(runaway * 12 < 1e6)) {
    findings.push_back("sheet.thickness = " + text(s.thickness) + " m and sheet.E = " + text(s.E) +
                       " Pa make the sheet bend within a small part of its pitch of " + text(l) +
                       " m under its weight; raise one of them, or describe more nodes");
  }
}

/// The matrix ages; what was set without effect is said once.
void Model::accepted(double, Span, Modes& m, const Values<double>& u, integration::StepHooks& hooks) const {
  if (solver_.method == integration::Method::implicit_method) ++m.base.age;
  if (m.warned) return;
  m.warned = true;
  if (u.sheet.loop_stiffness == 0) {
    hooks.warn(
        "sheet.loop_stiffness = 0: nothing but bending holds neighbouring ribs together, so the sheet spreads or "
        "stretches "
        "between them; set it to 1e-3 or more unless the published model is wanted");
  }
  if (u.sheet.boundary == kFree && (u.clamp_height_rate != 0 || u.clamp_angle_rate != 0)) {
    hooks.warn("clamp_height_rate = " + text(u.clamp_height_rate) + " m/s and clamp_angle_rate = " +
               text(u.clamp_angle_rate) + " rad/s have no effect because sheet.boundary = 2 (free)");
  }
}

}  // namespace reeve::models::flexible_sheet
