#pragma once
/// The importer may run with another rounding mode or with traps enabled. Inside a call we want round-to-nearest and no
/// traps; behind it, and inside the importer's callbacks, everything is as the importer had it.
#if defined(__SSE2__) && defined(__GNUC__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace reeve::fmi {

#if defined(__SSE2__) && defined(__GNUC__)

/// The two control words of x86-64: SSE computes, but the C library asks the x87 word for the rounding mode.
struct FloatingPointEnvironment {
  unsigned sse{0x1f80};        // all exceptions masked, to nearest, denormals kept
  unsigned short x87{0x037f};  // likewise, extended precision

  static FloatingPointEnvironment present() {
    FloatingPointEnvironment now;
    now.sse = _mm_getcsr();
    asm volatile("fnstcw %0" : "=m"(now.x87));
    return now;
  }
  /// Loading a control word waits for all arithmetic before it, so only what differs is loaded.
  void apply() const {
    const FloatingPointEnvironment now = present();
    if (now.sse != sse) _mm_setcsr(sse);
    if (now.x87 != x87) asm volatile("fldcw %0" : : "m"(x87));
  }
  /// Computes as we do, whatever the flags say of what has happened so far.
  bool is_ours() const {
    constexpr unsigned kFlags = 0x3f;
    const FloatingPointEnvironment ours;
    return (sse & ~kFlags) == ours.sse && x87 == ours.x87;
  }
};

#else

struct FloatingPointEnvironment {
  FloatingPointEnvironment() {
    std::fenv_t kept;
    std::fegetenv(&kept);
    std::fesetenv(FE_DFL_ENV);
    std::fegetenv(&environment);
    std::fesetenv(&kept);
  }
  static FloatingPointEnvironment present() {
    FloatingPointEnvironment now;
    std::fegetenv(&now.environment);
    return now;
  }
  void apply() const { std::fesetenv(&environment); }
  static bool is_ours() { return false; }  // not worth knowing
  std::fenv_t environment;
};

#endif

/// Our environment from here to the end of the scope, then the host's again.
class FloatingPointGuard {
 public:
  FloatingPointGuard() {
    if (!host_.is_ours()) FloatingPointEnvironment{}.apply();
  }
  ~FloatingPointGuard() { host_.apply(); }
  FloatingPointGuard(const FloatingPointGuard&) = delete;
  FloatingPointGuard& operator=(const FloatingPointGuard&) = delete;

  /// Runs a callback of the host in the host's own environment.
  template <class Callback>
  void in_host(Callback&& callback) const {
    host_.apply();
    callback();
    FloatingPointEnvironment{}.apply();
  }

 private:
  FloatingPointEnvironment host_ = FloatingPointEnvironment::present();
};

}  // namespace reeve::fmi
