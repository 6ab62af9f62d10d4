#pragma once
/// All model libraries of this build; the list is written by CMake from the add_fmu() lines.
#include <span>

#include "fmi/model.hpp"

namespace reeve::fmus {

std::span<const fmi::ModelKind* const> all_kinds();

}  // namespace reeve::fmus
