#include <cfenv>
#include <csignal>
#include <filesystem>
#include <iterator>

#include "process.hpp"

namespace conformance {

namespace {

std::size_t entries_of(const char* folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

std::size_t open_files() { return entries_of("/proc/self/fd"); }
std::size_t running_threads() { return entries_of("/proc/self/task"); }

std::vector<void*> signal_handlers() {
  std::vector<void*> out;
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    out.push_back(reinterpret_cast<void*>(action.sa_handler));
  }
  return out;
}

int floating_point_traps() { return fegetexcept(); }

void trap_floating_point(bool on) {
  if (on)
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
  else
    fedisableexcept(FE_ALL_EXCEPT);
}

}  // namespace conformance
