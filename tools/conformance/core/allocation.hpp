#pragma once

/// Counts the allocations of the calling thread, and refuses some of them. The functions are in malloc_override.cpp,
/// which replaces malloc in the executable that links it; without it (sanitizers bring their own malloc, a library of
/// Windows has its own) the pointer is null and the checks that need it do not apply.

namespace conformance {

struct AllocationProbe {
  /// From now on count, and refuse the k-th allocation (from 0; -1: none), also all later ones if `and_later`.
  void (*begin)(long k, bool and_later);
  /// Stop; returns how many allocations were asked for.
  long (*end)();
  /// While positive, allocations are neither counted nor refused.
  void (*pause)(int change);
};

#if defined(_WIN32)
inline const AllocationProbe* allocation_probe() { return nullptr; }
#else
extern "C" __attribute__((weak)) const AllocationProbe* conformance_allocation_probe();

inline const AllocationProbe* allocation_probe() {
  return conformance_allocation_probe ? conformance_allocation_probe() : nullptr;
}
#endif

/// In callbacks, where it is the importer and not the FMU that allocates.
class AllocationPause {
 public:
  AllocationPause() { change(1); }
  ~AllocationPause() { change(-1); }
  AllocationPause(const AllocationPause&) = delete;
  AllocationPause& operator=(const AllocationPause&) = delete;

 private:
  static void change(int by) {
    if (const auto* probe = allocation_probe()) probe->pause(by);
  }
};

}  // namespace conformance
