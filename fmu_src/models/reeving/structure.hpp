#pragma once
/// What a reeving consists of: the plain content of a description, names not yet resolved.
#include <stdexcept>
#include <string>
#include <vector>

namespace reeve::models {

struct Structure {
  /// Moves on the vertical axis. With stiffness it also stands on a spring that is free at `height`.
  struct Body {
    std::string name;
    double mass{};       ///< [kg]
    double height{};     ///< [m]
    double stiffness{};  ///< [N/m], 0 = no support of its own
    bool loadable{};     ///< has a payload input
  };
  struct Sheave {
    std::string name;
    std::string on;     ///< a body; empty = the building
    double height{};    ///< used when on the building [m]
    double radius{};    ///< [m]
    double inertia{};   ///< [kg m2]
  };
  struct Anchor {
    std::string name;
    std::string on;      ///< a body; empty = the building
    double height{};     ///< used when on the building [m]
    double stiffness{};  ///< [N/m], 0 = rigid
  };
  struct Rope {
    std::string name;
    double EA{};       ///< [N]
    double density{};  ///< [kg/m]
    double damping{};  ///< Kelvin-Voigt time [s]
    std::vector<std::string> path;  ///< anchors, sheaves and "drive" in the order of the rope
  };
  struct Chain {
    std::string name;
    std::string between[2];  ///< bodies
    double density{};        ///< [kg/m]
    double length{};         ///< [m]
  };
  struct Drive {
    std::string on;     ///< a body; empty = the building
    double height{};    ///< used when on the building [m]
    double radius{};    ///< [m]
    double inertia{};   ///< [kg m2]
    std::vector<std::string> sides;  ///< one or two bodies; positive torque raises the first
  };

  std::vector<Body> body;
  std::vector<Sheave> sheave;
  std::vector<Anchor> anchor;
  std::vector<Rope> rope;
  std::vector<Chain> chain;
  Drive drive;
};

/// The description contradicts itself. `item` names the entry, such as rope[1].path[3], for a reader who knows its line.
class StructureError : public std::invalid_argument {
 public:
  StructureError(std::string where, const std::string& message)
      : std::invalid_argument(where + ": " + message), item(std::move(where)) {}
  std::string item;
};

}  // namespace reeve::models
