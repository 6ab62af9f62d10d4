#pragma once
/// `solver.method`, the same in every model that offers the choice: the numbers of integration::Method.
#include "integration/hybrid_system.hpp"
#include "variables/variable.hpp"

namespace reeve::models {

inline constexpr int kAutomatic = static_cast<int>(integration::Method::automatic);
inline constexpr int kExplicit = static_cast<int>(integration::Method::explicit_method);
inline constexpr int kImplicit = static_cast<int>(integration::Method::implicit_method);

inline const variables::Enumeration kSolverMethod{"SolverMethod",
                                                  {{"automatic", "what measures fastest for these values"},
                                                   {"explicit", "for what is not stiff"},
                                                   {"implicit", "for what is"}}};

}  // namespace reeve::models
