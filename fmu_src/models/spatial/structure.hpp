#pragma once
/// What a reeving in space consists of: the plain content of a description, names not yet resolved.
#include <string>
#include <vector>

#include "mechanics/bodies/joint.hpp"
#include "models/reeving/structure.hpp"
#include "models/spatial/items.hpp"

namespace reeve::models::spatial {

using reeving::StructureError;

struct Structure {
  struct Body : spatial::Body<double> {
    std::string name, on;  ///< on: another body; empty = the ground, or the building's rails
    mechanics::JointKind moves{mechanics::JointKind::line};
    bool driven{};    ///< a line or hinge with a drive of its own
    bool guided{};    ///< sways with the building at its height
    bool loadable{};  ///< has a payload input
    DrivenAxis<double> driving;
  };
  struct Sheave : spatial::Sheave<double> {
    std::string name, on;  ///< empty = the building
  };
  struct Anchor : spatial::Anchor<double> {
    std::string name, on;
  };
  struct Rope : spatial::Rope<double> {
    std::string name;
    std::vector<std::string> path;  ///< anchors, sheaves and "drive" in the order of the rope
  };
  struct Drive : spatial::Drive<double> {
    std::string on;
    std::vector<std::string> sides;  ///< one or two bodies; positive torque raises the first
    DrivenAxis<double> driving{2, 0.0, 6.0, 2.25, 0.84375};
  };

  std::vector<Body> body;
  std::vector<Sheave> sheave;
  std::vector<Anchor> anchor;
  std::vector<Rope> rope;
  Drive drive;
  bool sways{};  ///< the building does
  BuildingSway<double> sway;
};

}  // namespace reeve::models::spatial
