/// Cost of the C boundary: an empty step, a get of ten values, a set of one, a saved state. Prints nanoseconds per call.
///   build/bin/bench-boundary [repetitions]
#include <dlfcn.h>
#include <fmi2Functions.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

template <class Function>
Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

template <class Body>
void measure(const char* what, int repetitions, Body body) {
  double best = 1e300;
  for (int round = 0; round < 5; ++round) {  // the best of five: the machine is shared
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) body(i);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / repetitions);
  }
  std::printf("%-58s %9.1f ns\n", what, best);
}

void no_log(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...) {}

std::string token(const std::filesystem::path& xml) {
  std::ifstream file(xml);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::smatch match;
  return std::regex_search(text, match, std::regex("guid=\"([^\"]*)\"")) ? match[1].str() : "";
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  const auto build = std::filesystem::canonical("/proc/self/exe").parent_path().parent_path();
  const auto root = std::filesystem::temp_directory_path() / "reeve-bench-boundary";
  std::filesystem::create_directories(root / "resources");
  std::filesystem::copy_file(build / "resources/friction-block.toml", root / "resources/description.toml",
                             std::filesystem::copy_options::overwrite_existing);
  void* library = dlopen((build / "models/x86_64-linux/FrictionBlock.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  const fmi2CallbackFunctions callbacks{&no_log, nullptr, nullptr, nullptr, nullptr};
  const auto guid =
      token(std::filesystem::canonical(build / "resources").parent_path() / "modelDescription/FrictionBlock.fmi2.xml");
  fmi2Component c = symbol<fmi2InstantiateTYPE>(library, "fmi2Instantiate")(
      "bench", fmi2CoSimulation, guid.c_str(), ("file://" + (root / "resources").string()).c_str(), &callbacks,
      fmi2False, fmi2False);
  if (!c) return std::fprintf(stderr, "instantiate failed\n"), 1;
  symbol<fmi2EnterInitializationModeTYPE>(library, "fmi2EnterInitializationMode")(c);
  symbol<fmi2ExitInitializationModeTYPE>(library, "fmi2ExitInitializationMode")(c);

  auto* get = symbol<fmi2GetRealTYPE>(library, "fmi2GetReal");
  auto* set = symbol<fmi2SetRealTYPE>(library, "fmi2SetReal");
  auto* step = symbol<fmi2DoStepTYPE>(library, "fmi2DoStep");
  auto* save = symbol<fmi2GetFMUstateTYPE>(library, "fmi2GetFMUstate");
  auto* restore = symbol<fmi2SetFMUstateTYPE>(library, "fmi2SetFMUstate");

  const fmi2ValueReference ten[] = {131072, 131073, 131074, 131075, 131076, 65536, 65537, 196608, 196609, 196610};
  double values[10];
  measure("get of ten values", n, [&](int) { get(c, ten, 10, values); });
  const fmi2ValueReference input = 65536;
  measure("set of one input", n, [&](int i) {
    const double v = 1e-9 * i;
    set(c, &input, 1, &v);
  });
  const double rest = 0;
  set(c, &input, 1, &rest);
  double t = 0;
  measure("step of 1 us, block at rest: boundary and one dopri5 step", n, [&](int) {
    step(c, t, 1e-6, fmi2True);
    t += 1e-6;
  });
  measure("step of 1 ms, block at rest", n / 10, [&](int) {
    step(c, t, 1e-3, fmi2True);
    t += 1e-3;
  });
  fmi2FMUstate state = nullptr;
  measure("save a state into an existing one", n, [&](int) { save(c, &state); });
  measure("restore a state", n, [&](int) { restore(c, state); });
  symbol<fmi2FreeFMUstateTYPE>(library, "fmi2FreeFMUstate")(c, &state);
  symbol<fmi2FreeInstanceTYPE>(library, "fmi2FreeInstance")(c);
}
