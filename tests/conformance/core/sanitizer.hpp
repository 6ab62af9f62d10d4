#pragma once

/// Which sanitizer the driver was compiled with. The FMU under test has to be compiled with the same.

namespace conformance {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool with_address_sanitizer = true;
#else
inline constexpr bool with_address_sanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool with_thread_sanitizer = true;
#else
inline constexpr bool with_thread_sanitizer = false;
#endif

inline constexpr bool with_sanitizer = with_address_sanitizer || with_thread_sanitizer;

/// Looks for leaked memory now; returns whether there is some. Always false without the address sanitizer.
bool found_leaks();

}  // namespace conformance
