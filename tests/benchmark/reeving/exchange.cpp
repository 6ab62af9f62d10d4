/// Cost of model exchange: derivatives of the 19-DOF elevator after new states, through the C functions of its FMU and in process.
/// Prints nanoseconds per evaluation and their ratio; `tools/bench boundary` runs it.
///   build/bin/bench-exchange [repetitions]
#include <dlfcn.h>
#include <fmi2Functions.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "description/document.hpp"
#include "fmus/reeving/structure_reader.hpp"
#include "models/reeving/model.hpp"

namespace {

namespace fs = std::filesystem;
using namespace reeve;
namespace reeving = models::reeving;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void no_log(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...) {}

/// The shipped elevator's library, in continuous-time mode.
class Exchange {
 public:
  explicit Exchange(const fs::path& build) {
    const auto root = fs::temp_directory_path() / "reeve-bench-exchange";
    fs::create_directories(root / "resources");
    fs::copy_file(build / "resources/reevings/elevator.toml", root / "resources/description.toml",
                  fs::copy_options::overwrite_existing);
    library_ = dlopen((build / "models/x86_64-linux/Reeving.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library_) throw std::runtime_error(dlerror());
    std::smatch guid;
    const std::string xml = text_of(REEVE_SOURCE_DIR "/modelDescription/Elevator.fmi2.xml");
    std::regex_search(xml, guid, std::regex("guid=\"([^\"]*)\""));
    component_ = symbol<fmi2InstantiateTYPE>("fmi2Instantiate")("bench", fmi2ModelExchange, guid[1].str().c_str(),
                                                                ("file://" + (root / "resources").string()).c_str(),
                                                                &callbacks_, fmi2False, fmi2False);
    if (!component_) throw std::runtime_error("instantiate failed");
    symbol<fmi2EnterInitializationModeTYPE>("fmi2EnterInitializationMode")(component_);
    symbol<fmi2ExitInitializationModeTYPE>("fmi2ExitInitializationMode")(component_);
    fmi2EventInfo info{};
    symbol<fmi2NewDiscreteStatesTYPE>("fmi2NewDiscreteStates")(component_, &info);
    symbol<fmi2EnterContinuousTimeModeTYPE>("fmi2EnterContinuousTimeMode")(component_);
    set_states_ = symbol<fmi2SetContinuousStatesTYPE>("fmi2SetContinuousStates");
    get_derivatives_ = symbol<fmi2GetDerivativesTYPE>("fmi2GetDerivatives");
  }
  void derivatives(const std::vector<double>& x, std::vector<double>& dx) const {
    set_states_(component_, x.data(), x.size());
    get_derivatives_(component_, dx.data(), dx.size());
  }

 private:
  template <class Function>
  Function* symbol(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library_, name));
  }

  void* library_{};
  fmi2CallbackFunctions callbacks_{&no_log, nullptr, nullptr, nullptr, nullptr};
  fmi2Component component_{};
  fmi2SetContinuousStatesTYPE* set_states_{};
  fmi2GetDerivativesTYPE* get_derivatives_{};
};

/// The best of some rounds, both taken in turn: the machine is shared.
double nanoseconds(int repetitions, const auto& evaluate) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repetitions; ++i) evaluate(i);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  return took.count() / repetitions;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  constexpr int kRounds = 15;
  const auto build = fs::canonical("/proc/self/exe").parent_path().parent_path();
  const auto node = description::parse(text_of(build / "resources/reevings/elevator.toml"), "elevator.toml");
  reeving::Model model(fmus::read_structure(description::Reader(node, "elevator.toml")));
  auto values = model.defaults<double>();
  models::Run<reeving::Model> run(model);
  run.initialise(0, values);
  std::vector<double> x[2] = {run.state.x, run.state.x}, dx(run.state.x.size());
  x[1][0] += 1e-9;  // other states each time: nothing is remembered
  const Exchange exchange(build);
  double inside = 1e300, outside = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    inside =
        std::min(inside, nanoseconds(n, [&](int i) { model.derivatives(0, x[i % 2], run.state.modes, values, dx); }));
    outside = std::min(outside, nanoseconds(n, [&](int i) { exchange.derivatives(x[i % 2], dx); }));
  }
  std::printf("%-58s %9.1f ns\n", "derivatives of the elevator in process", inside);
  std::printf("%-58s %9.1f ns, %.3f times as much\n", "new states and their derivatives by model exchange", outside,
              outside / inside);
}
