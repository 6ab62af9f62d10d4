#pragma once
/// The importer may run with another rounding mode or with traps enabled. Inside a call we want round-to-nearest, no
/// traps; behind it everything is as it was, raised flags included.
#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace reeve::fmi {

class FloatingPointGuard {
 public:
#if defined(__SSE2__) || defined(_M_X64)
  FloatingPointGuard() : kept_{_mm_getcsr()} { _mm_setcsr(kDefault); }
  ~FloatingPointGuard() { _mm_setcsr(kept_); }

 private:
  static constexpr unsigned kDefault = 0x1f80;  // all exceptions masked, to nearest, denormals kept
  unsigned kept_;
#else
  FloatingPointGuard() {
    std::fegetenv(&kept_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatingPointGuard() { std::fesetenv(&kept_); }

 private:
  std::fenv_t kept_;
#endif

 public:
  FloatingPointGuard(const FloatingPointGuard&) = delete;
  FloatingPointGuard& operator=(const FloatingPointGuard&) = delete;
};

}  // namespace reeve::fmi
