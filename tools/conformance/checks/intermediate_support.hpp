#pragma once

/// What checks of intermediate updates share.

#include "core/fmu.hpp"
#include "core/outcome.hpp"

namespace conformance {

inline void need_updates(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 has no intermediate update");
  if (!fmu.description().flag("providesIntermediateUpdate"))
    not_applicable("the FMU does not claim intermediate updates");
}

/// A step long enough that the FMU has something to report inside of it.
inline double long_step(const Fmu& fmu) { return 10 * fmu.step(); }

}  // namespace conformance
