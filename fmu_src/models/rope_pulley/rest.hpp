#pragma once
/// A rope on its way to rest.
#include <vector>

#include "models/rope_pulley/equations.hpp"
#include "models/rope_pulley/modes.hpp"

namespace reeve::models::rope_pulley {

struct Rest {
  std::vector<double> q0, q, z, tried;  ///< where the bristles stood and their deflection; where the rope is
  double lighter{};                     ///< of the two end masses [kg]
  double friction{};                    ///< what it can hold, mu N of all points where the rope last came to rest [N]
};

/// Is told every stage on that way: the rope has settled at q, with this part of the difference of the weights.
class Follower {
 public:
  virtual ~Follower() = default;
  virtual void stage(const std::vector<double>& /*q*/, double /*part*/, Grip<double>::Kind /*kind*/,
                     const Modes& /*before*/) {}
};

}  // namespace reeve::models::rope_pulley
