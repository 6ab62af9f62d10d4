/// Lets a library that was linked on a new Linux load on an old one, down to glibc 2.28 (RHEL 8; Ubuntu 20.04 has 2.31).
///
/// What g++ and its static runtime ask of a newer glibc is defined here instead, hidden in the library, or asked for by
/// its older version. tools/check_binary tells if anything newer slips in.
#include <features.h>

#if defined(__GLIBC__)

#include <dlfcn.h>

#include <atomic>
#include <cerrno>

#include "fmi/platform/loaded_object.hpp"

#if defined(__x86_64__)
#define OLDEST_GLIBC "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define OLDEST_GLIBC "GLIBC_2.17"
#endif

extern "C" {

// --- functions of libm that got new versions without the old error handling; the numbers are the same ---

double old_exp(double);
double old_log(double);
double old_pow(double, double);
double old_hypot(double, double);
__asm__(".symver old_exp, exp@" OLDEST_GLIBC);
__asm__(".symver old_log, log@" OLDEST_GLIBC);
__asm__(".symver old_pow, pow@" OLDEST_GLIBC);
__asm__(".symver old_hypot, hypot@" OLDEST_GLIBC);

// The linker sends calls of exp to __wrap_exp (--wrap in ReevePlatform.cmake).
double __wrap_exp(double x) { return old_exp(x); }
double __wrap_log(double x) { return old_log(x); }
double __wrap_pow(double x, double y) { return old_pow(x, y); }
double __wrap_hypot(double x, double y) { return old_hypot(x, y); }

// --- what the C++ runtime uses ---

/// glibc 2.32 tells by it that there is only one thread; nobody tells here, so the runtime is always careful.
char __libc_single_threaded = 0;

/// Moved from libpthread into libc with 2.34. The runtime initialises its locale by it.
int pthread_once(int* control, void (*initialise)()) {
  enum { untouched, running, done };
  std::atomic_ref<int> state(*control);
  int expected = untouched;
  if (state.compare_exchange_strong(expected, running)) {
    initialise();
    state.store(done);
    state.notify_all();
    return 0;
  }
  while (expected != done) {
    if (expected == running) state.wait(running);
    expected = state.load();
  }
  return 0;
}

/// Moved likewise. The runtime only asks whether it exists: its thread-local data needs no key.
int __pthread_key_create(unsigned*, void (*)(void*)) { return ENOSYS; }

/// glibc 2.35 finds the unwinding table of the code at an address by it; here the loaded objects are searched.
int _dl_find_object(void* address, dl_find_object* result) {
  const auto object = reeve::fmi::loaded_object_at(address);
  if (!object) return -1;
  for (const auto* part = object->dlpi_phdr; part != object->dlpi_phdr + object->dlpi_phnum; ++part) {
    if (part->p_type != PT_GNU_EH_FRAME) continue;
    result->dlfo_eh_frame = reinterpret_cast<void*>(object->dlpi_addr + part->p_vaddr);
    return 0;
  }
  return -1;
}

}  // extern "C"

#endif
