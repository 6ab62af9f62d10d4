#pragma once

/// What can be seen of the process that hosts the FMU.

#include <cstddef>
#include <vector>

namespace conformance {

inline constexpr const char* null_device =
#if defined(_WIN32)
    "NUL";
#else
    "/dev/null";
#endif

std::size_t open_files();
std::size_t running_threads();
std::vector<void*> signal_handlers();  ///< empty where the system has no signals

/// Floating-point exceptions that trap, as a bit mask of <cfenv>; and making them trap.
int floating_point_traps();
void trap_floating_point(bool on);

}  // namespace conformance
