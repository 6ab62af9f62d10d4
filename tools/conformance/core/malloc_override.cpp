/// Replaces malloc and its family in the executable, and with it in every library that the executable loads. The work
/// is done by glibc's own functions; see allocation.hpp for what is gained.

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "allocation.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace {

struct Probe {
  bool active = false;
  int paused = 0;
  long count = 0;
  long refuse_at = -1;
  bool and_later = false;
};

thread_local constinit Probe probe;

bool refused() {
  if (!probe.active || probe.paused > 0) return false;
  const long k = probe.count++;
  return probe.refuse_at >= 0 && (k == probe.refuse_at || (probe.and_later && k > probe.refuse_at));
}

void* out_of_memory() {
  errno = ENOMEM;
  return nullptr;
}

void begin(long k, bool and_later) { probe = {true, 0, 0, k, and_later}; }

long end() {
  probe.active = false;
  return probe.count;
}

void pause(int change) { probe.paused += change; }

constexpr conformance::AllocationProbe functions{begin, end, pause};

}  // namespace

#define REPLACES_GLIBC __attribute__((visibility("default")))

extern "C" {

REPLACES_GLIBC void* malloc(std::size_t size) { return refused() ? out_of_memory() : __libc_malloc(size); }

REPLACES_GLIBC void* calloc(std::size_t count, std::size_t size) {
  return refused() ? out_of_memory() : __libc_calloc(count, size);
}

REPLACES_GLIBC void* realloc(void* block, std::size_t size) {
  return refused() ? out_of_memory() : __libc_realloc(block, size);
}

REPLACES_GLIBC void free(void* block) { __libc_free(block); }

REPLACES_GLIBC void* memalign(std::size_t alignment, std::size_t size) {
  return refused() ? out_of_memory() : __libc_memalign(alignment, size);
}

REPLACES_GLIBC void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return refused() ? out_of_memory() : __libc_memalign(alignment, size);
}

REPLACES_GLIBC int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (refused()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

REPLACES_GLIBC const conformance::AllocationProbe* conformance_allocation_probe() { return &functions; }
}
