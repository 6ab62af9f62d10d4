#include "math/text.hpp"
#include "models/friction_block/model.hpp"

namespace reeve::models::friction_block {

using math::text;

void Model::check(const Values<double>& u, std::vector<std::string>& findings) {
  if (u.friction.is_passive()) return;
  findings.push_back(
      "friction.gamma2 = " + text(u.friction.g2) + " s/m is below friction.gamma3 = " + text(u.friction.g3) +
      " s/m: the Stribeck part would push the block and produce energy; choose friction.gamma2 >= friction.gamma3");
}

}  // namespace reeve::models::friction_block
