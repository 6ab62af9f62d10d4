#include <windows.h>

#include <tlhelp32.h>
#include <xmmintrin.h>

#include <cfenv>

#include "process.hpp"

namespace conformance {

std::size_t open_files() {
  DWORD count = 0;
  GetProcessHandleCount(GetCurrentProcess(), &count);
  return count;
}

std::size_t running_threads() {
  const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
  THREADENTRY32 thread{};
  thread.dwSize = sizeof thread;
  std::size_t count = 0;
  for (BOOL more = Thread32First(all, &thread); more; more = Thread32Next(all, &thread))
    count += thread.th32OwnerProcessID == GetCurrentProcessId();
  CloseHandle(all);
  return count;
}

std::vector<void*> signal_handlers() { return {}; }

namespace {
constexpr unsigned kSseMaskShift = 7;  // of the six mask bits in MXCSR, in the order of <cfenv>
}

int floating_point_traps() { return static_cast<int>(~(_mm_getcsr() >> kSseMaskShift) & FE_ALL_EXCEPT); }

void trap_floating_point(bool on) {
  constexpr unsigned traps = (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) << kSseMaskShift;
  constexpr unsigned all = FE_ALL_EXCEPT << kSseMaskShift;
  _mm_setcsr(on ? (_mm_getcsr() & ~traps & ~static_cast<unsigned>(FE_ALL_EXCEPT)) : (_mm_getcsr() | all));
}

}  // namespace conformance
