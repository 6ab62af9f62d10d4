#pragma once

/// Which sanitizer the driver is linked with, told by CMake: the driver itself is not instrumented, the FMU under test is.

namespace conformance {

#if defined(CONFORMANCE_ADDRESS_SANITIZER)
inline constexpr bool with_address_sanitizer = true;
#else
inline constexpr bool with_address_sanitizer = false;
#endif

#if defined(CONFORMANCE_THREAD_SANITIZER)
inline constexpr bool with_thread_sanitizer = true;
#else
inline constexpr bool with_thread_sanitizer = false;
#endif

inline constexpr bool with_sanitizer = with_address_sanitizer || with_thread_sanitizer;

/// Looks for leaked memory now; returns whether there is some. Always false without the address sanitizer.
bool found_leaks();

}  // namespace conformance
