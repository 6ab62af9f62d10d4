#pragma once
/// What a reeving consists of: the plain content of a description, names not yet resolved.
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/reeving/items.hpp"

namespace reeve::models::reeving {

struct Structure {
  struct Body : reeving::Body<double> {
    std::string name;
    bool loadable{};  ///< has a payload input
  };
  struct Sheave : reeving::Sheave<double> {
    std::string name, on;  ///< on: a body; empty = the building
    bool slip{};           ///< the rope may slip on it
  };
  struct Anchor : reeving::Anchor<double> {
    std::string name, on;
  };
  struct Rope : reeving::Rope<double> {
    std::string name;
    std::vector<std::string> path;                  ///< anchors, sheaves and "drive" in the order of the rope
    int count{1};                                   ///< parallel ropes of the set
    std::string type;                               ///< in the catalogue, for people; empty: none
    std::optional<double> grade;                    ///< of a type [N/mm2]
    std::optional<double> diameter, breaking_load;  ///< of one rope [m]; of the whole set [N]
  };
  struct Chain : reeving::Chain<double> {
    std::string name;
    std::vector<std::string> between;  ///< two bodies
  };
  struct Buffer : reeving::Buffer<double> {
    std::string name;
    std::string under;  ///< a body
  };
  struct Drive : reeving::Drive<double> {
    std::string on;
    std::vector<std::string> sides;  ///< one or two bodies; positive torque raises the first
    std::string grip_key;            ///< a key of the description that speaks of friction on it; empty = none
  };
  /// What the machine is sold for.
  struct Rated {
    double load{}, speed{};                            ///< of the first side [kg] [m/s]
    std::optional<double> acceleration, jerk, travel;  ///< [m/s2] [m/s3] [m]
  };

  std::vector<Body> body;
  std::vector<Sheave> sheave;
  std::vector<Anchor> anchor;
  std::vector<Rope> rope;
  std::vector<Chain> chain;
  std::vector<Buffer> buffer;
  Drive drive;
  std::optional<Rated> rated;
  std::optional<double> brake_torque;  ///< where it is given: then it need not be chosen [N m]
};

/// The description contradicts itself. `item` names the entry, such as rope[1].path[3], for a reader who knows its line.
class StructureError : public std::invalid_argument {
 public:
  StructureError(std::string where, const std::string& message)
      : std::invalid_argument(where + ": " + message), item(std::move(where)) {}
  std::string item;
};

}  // namespace reeve::models::reeving
