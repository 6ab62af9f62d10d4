/// Cost and accuracy of the 12 s elevator ride: in process, and step by step through the FMU, with the rope tied to the sheave as in
/// the paper; then what creep and slip add, and an emergency stop in which the rope slips. tools/bench elevator runs it, adds the
/// reference in Python and judges the figures.
///   bench-elevator FOLDER OUT [REPETITIONS]
/// FOLDER is the unpacked FMI 2.0 Elevator, OUT gets the trajectories of tight runs as CSV; JSON goes to standard output.
#include <dlfcn.h>
#include <fmi2Functions.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
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

constexpr double kEnd = 12.0;                          // [s]
constexpr double kGrid = 1e-3;                         // of the trajectories [s]
constexpr double kTightTolerance = 1e-9;               // 1e-12 m on heights; a tenth of it changes no figure
constexpr double kLongStep = 1e-2, kShortStep = 1e-3;  // between communication points [s]
const char* name_of(double step) { return step == kShortStep ? "1 ms" : "10 ms"; }

struct Variant {
  const char* name;
  int formulation;
};
constexpr Variant kVariants[] = {{"alem", 1}, {"ale-ancf", 2}};
using reeving::ContactKind;

// --- clocks -------------------------------------------------------------------------------------------------------

double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double cpu() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Cost {
  double wall{std::numeric_limits<double>::infinity()}, cpu{std::numeric_limits<double>::infinity()};
};

/// The cheapest of several repetitions: the machine is shared.
template <class Prepare, class Body>
Cost cheapest(int repetitions, Prepare prepare, Body body) {
  Cost best;
  for (int i = 0; i < repetitions; ++i) {
    prepare();
    const double wall0 = wall(), cpu0 = cpu();
    body();
    best.cpu = std::min(best.cpu, cpu() - cpu0);
    best.wall = std::min(best.wall, wall() - wall0);
  }
  return best;
}

double quantile(const std::vector<double>& sorted, double p) {
  return sorted[static_cast<std::size_t>(std::llround(p * static_cast<double>(sorted.size() - 1)))];
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

// --- in process ---------------------------------------------------------------------------------------------------

struct Sample {
  double t, cabin_position, cabin_acceleration, motor_torque;
  std::vector<double> tensions;  ///< start and end of each span
};

/// One model with its values and state.
class Ride {
 public:
  Ride(const reeving::Structure& structure, const Variant& variant, ContactKind contact = ContactKind::tied)
      : model(structure), values(model.defaults<double>()) {
    for (auto& rope : values.rope) rope.formulation = variant.formulation;
    values.drive.contact = static_cast<int>(contact);
  }
  void initialise() {
    t_ = 0;
    run_.initialise(t_, values);
  }
  void advance(double end) {
    integration::StepHooks hooks(end);
    advance(hooks);
  }
  void advance(integration::StepHooks& hooks) { t_ = run_.advance(t_, values, {}, t_ == 0, hooks); }
  const reeving::Model::State& state() const { return run_.state; }
  void derivatives(double t, const reeving::Model::State& at) {
    rates_.resize(at.x.size());
    model.derivatives(t, at.x, at.modes, values, rates_);
  }
  Sample sample(double t) {
    model.outputs<double>(t, run_.state.x, run_.state.modes, run_.state.start, values);
    Sample s{t, values.body_position[0], values.body_acceleration[0], values.motor_torque, {}};
    for (std::size_t k = 0; k < values.span_tension_start.size(); ++k) {
      s.tensions.push_back(values.span_tension_start[k]);
      s.tensions.push_back(values.span_tension_end[k]);
    }
    return s;
  }

  reeving::Model model;
  reeving::Values<double> values;

 private:
  models::Run<reeving::Model> run_{model};
  std::vector<double> rates_;
  double t_{};
};

/// Looks at the outputs after every internal step.
class Watcher final : public integration::StepHooks {
 public:
  explicit Watcher(Ride& ride) : StepHooks(kEnd), ride_(ride) {}
  integration::Verdict accepted(double t) override {
    states.push_back(ride_.state());
    samples.push_back(ride_.sample(t));
    return {};
  }
  std::vector<reeving::Model::State> states;
  std::vector<Sample> samples;

 private:
  Ride& ride_;
};

struct Errors {
  double acceleration{}, tension{}, position{};
};

/// `exact` has all times of `samples`; both in order.
Errors compare(const std::vector<Sample>& samples, const std::vector<Sample>& exact) {
  Errors worst;
  auto other = exact.begin();
  for (const auto& sample : samples) {
    while (other->t < sample.t) ++other;
    worst.position = std::max(worst.position, std::abs(sample.cabin_position - other->cabin_position));
    worst.acceleration = std::max(worst.acceleration, std::abs(sample.cabin_acceleration - other->cabin_acceleration));
    for (std::size_t k = 0; k < sample.tensions.size(); ++k) {
      worst.tension = std::max(worst.tension, std::abs(sample.tensions[k] - other->tensions[k]));
    }
  }
  return worst;
}

std::vector<Sample> sampled(Ride& ride, const std::set<double>& times) {
  ride.initialise();
  std::vector<Sample> samples;
  for (const double t : times) {
    if (t > 0) ride.advance(t);
    samples.push_back(ride.sample(t));
  }
  return samples;
}

std::set<double> grid(double step) {
  std::set<double> times;
  for (int k = 0, n = static_cast<int>(std::lround(kEnd / step)); k <= n; ++k) times.insert(kEnd * k / n);
  return times;
}

void write_csv(const fs::path& file, const std::vector<Sample>& samples) {
  std::ofstream csv(file);
  csv.precision(17);
  csv << "time,cabin_position,cabin_acceleration,motor_torque";
  for (std::size_t k = 0; k < samples[0].tensions.size(); ++k) {
    csv << (k % 2 == 0 ? ",rope_tension_start[" : ",rope_tension_end[") << k / 2 + 1 << ']';
  }
  csv << '\n';
  for (const auto& s : samples) {
    csv << s.t << ',' << s.cabin_position << ',' << s.cabin_acceleration << ',' << s.motor_torque;
    for (const double T : s.tensions) csv << ',' << T;
    csv << '\n';
  }
}

void print(const char* name, const Errors& e) {
  std::printf("\"%s\": {\"acceleration\": %.6g, \"tension\": %.6g, \"position\": %.6g}", name, e.acceleration,
              e.tension, e.position);
}

/// Mean CPU time over points along the ride [s]. Never the same point twice in a row: the model remembers its last one.
double cost_of_evaluation(Ride& ride, const Watcher& watcher, int repetitions) {
  constexpr std::size_t kStride = 16;  // few enough points to stay in the cache
  constexpr int kRounds = 100;
  int calls = 0;
  const Cost cost = cheapest(
      repetitions, [&] { calls = 0; },
      [&] {
        for (int round = 0; round < kRounds; ++round) {
          for (std::size_t k = 0; k < watcher.states.size(); k += kStride, ++calls) {
            ride.derivatives(watcher.samples[k].t, watcher.states[k]);
          }
        }
      });
  return cost.cpu / calls;
}

void measure_in_process(const reeving::Structure& structure, const Variant& variant, const fs::path& out,
                        int repetitions) {
  Ride ride(structure, variant);
  const Cost cost = cheapest(
      repetitions, [&] { ride.initialise(); }, [&] { ride.advance(kEnd); });
  ride.initialise();
  const long before = ride.model.evaluations();
  Watcher watcher(ride);
  ride.advance(watcher);
  const long evaluations = ride.model.evaluations() - before;

  const double evaluation = cost_of_evaluation(ride, watcher, repetitions);

  Ride tight(structure, variant);
  tight.values.solver_method = static_cast<int>(integration::Method::explicit_method);
  tight.values.solver_tolerance = kTightTolerance;
  const std::set<double> even = grid(kGrid);
  std::set<double> times = even;
  for (const auto& sample : watcher.samples) times.insert(sample.t);
  const auto exact = sampled(tight, times);
  std::vector<Sample> table;  // without own steps: two times that differ by rounding spoil an interpolation
  std::copy_if(exact.begin(), exact.end(), std::back_inserter(table),
               [&](const Sample& s) { return even.contains(s.t); });
  write_csv(out / (std::string(variant.name) + ".csv"), table);

  std::printf("    \"freedoms\": %d, \"wall\": %.6g, \"cpu\": %.6g, \"steps\": %zu, \"evaluations\": %ld,\n",
              ride.model.degrees_of_freedom(), cost.wall, cost.cpu, watcher.samples.size(), evaluations);
  std::printf("    \"evaluation_us\": %.6g,\n    \"errors\": {", 1e6 * evaluation);
  print("own steps", compare(watcher.samples, exact));
  for (const double step : {kLongStep, kShortStep}) {
    std::printf(", ");
    print(name_of(step), compare(sampled(ride, grid(step)), exact));
  }
  std::printf("},\n");
}

/// The ride with the rope tied to the sheave and free to slip on it, in turns: CPU time of the cheapest [s].
void measure_contact(const reeving::Structure& structure, const Variant& variant, int repetitions) {
  Ride tied(structure, variant, ContactKind::tied), slip(structure, variant, ContactKind::slip);
  Cost of_tied, of_slip;
  for (int i = 0; i < repetitions; ++i) {
    for (const auto& [ride, cost] : {std::pair{&tied, &of_tied}, std::pair{&slip, &of_slip}}) {
      cost->cpu = std::min(cost->cpu, cheapest(
                                          1, [&] { ride->initialise(); }, [&] { ride->advance(kEnd); })
                                          .cpu);
    }
  }
  std::printf("    \"contact\": {\"tied\": %.6g, \"slip\": %.6g},\n", of_tied.cpu, of_slip.cpu);
}

// --- through the FMU ----------------------------------------------------------------------------------------------

void no_log(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...) {}

class Fmu {
 public:
  explicit Fmu(const fs::path& folder) : xml_(text_of(folder / "modelDescription.xml")) {
    library_ = dlopen((folder / "binaries/linux64/Elevator.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library_) throw std::runtime_error(dlerror());
    bind(set_real, "fmi2SetReal"), bind(get_real, "fmi2GetReal"), bind(set_integer, "fmi2SetInteger");
    bind(do_step, "fmi2DoStep"), bind(reset, "fmi2Reset"), bind(setup, "fmi2SetupExperiment");
    bind(enter, "fmi2EnterInitializationMode"), bind(exit, "fmi2ExitInitializationMode");
    fmi2InstantiateTYPE* instantiate;
    bind(instantiate, "fmi2Instantiate");
    const std::string uri = "file://" + fs::absolute(folder / "resources").string();
    instance = instantiate("bench", fmi2CoSimulation, attribute("fmiModelDescription", "guid").c_str(), uri.c_str(),
                           &callbacks_, fmi2False, fmi2False);
    if (!instance) throw std::runtime_error("fmi2Instantiate failed");
  }

  fmi2ValueReference reference(const std::string& name) const {
    return static_cast<fmi2ValueReference>(std::stoul(attribute("name=\"" + name + "\"", "valueReference")));
  }
  void start(const Variant& variant, reeving::DriveMode mode, ContactKind contact = ContactKind::tied) {
    require(reset(instance));
    set("rope.formulation", variant.formulation);
    set("drive.mode", static_cast<int>(mode));
    set("drive.contact", static_cast<int>(contact));
    require(setup(instance, fmi2False, 0, 0, fmi2True, kEnd));
    require(enter(instance));
    require(exit(instance));
  }
  static void require(fmi2Status status) {
    if (status != fmi2OK) throw std::runtime_error("a call to the FMU failed");
  }

  fmi2Component instance{};
  fmi2SetRealTYPE* set_real{};
  fmi2GetRealTYPE* get_real{};
  fmi2DoStepTYPE* do_step{};

 private:
  template <class Function>
  void bind(Function*& to, const char* name) {
    to = reinterpret_cast<Function*>(dlsym(library_, name));
    if (!to) throw std::runtime_error(dlerror());
  }
  void set(const char* name, int value) {
    const fmi2ValueReference where = reference(name);
    require(set_integer(instance, &where, 1, &value));
  }
  /// The value of an attribute that comes after `mark`.
  std::string attribute(const std::string& mark, const std::string& name) const {
    const auto at = xml_.find(mark);
    const auto begin = at == std::string::npos ? at : xml_.find(name + "=\"", at);
    if (begin == std::string::npos) throw std::runtime_error("no " + mark + " in modelDescription.xml");
    const auto first = begin + name.size() + 2;
    return xml_.substr(first, xml_.find('"', first) - first);
  }

  std::string xml_;
  void* library_{};
  fmi2CallbackFunctions callbacks_{&no_log, nullptr, nullptr, nullptr, nullptr};
  fmi2SetIntegerTYPE* set_integer{};
  fmi2ResetTYPE* reset{};
  fmi2SetupExperimentTYPE* setup{};
  fmi2EnterInitializationModeTYPE* enter{};
  fmi2ExitInitializationModeTYPE* exit{};
};

struct Recorded {
  std::vector<double> torque;  ///< at the beginning of each step [N m]
  double cabin_position{};     ///< at the end [m]
};

Recorded record_ride(Fmu& fmu, const Variant& variant, double step, ContactKind contact = ContactKind::tied) {
  const fmi2ValueReference watched[] = {fmu.reference("motor_torque"), fmu.reference("cabin_position")};
  Recorded ride;
  fmu.start(variant, reeving::DriveMode::ride, contact);
  for (int k = 0, n = static_cast<int>(std::lround(kEnd / step)); k < n; ++k) {
    double seen[2];
    Fmu::require(fmu.get_real(fmu.instance, watched, 2, seen));
    ride.torque.push_back(seen[0]);
    Fmu::require(fmu.do_step(fmu.instance, k * step, step, fmi2True));
  }
  Fmu::require(fmu.get_real(fmu.instance, watched + 1, 1, &ride.cabin_position));
  return ride;
}

/// What an importer does in each step, timed as one: set the torque, step, get what it couples.
void measure_steps(Fmu& fmu, const Variant& variant, double step, int repetitions) {
  const Recorded ride = record_ride(fmu, variant, step);
  const std::size_t n = ride.torque.size();
  const fmi2ValueReference torque = fmu.reference("drive_torque");
  const fmi2ValueReference watched[] = {fmu.reference("cabin_position"), fmu.reference("cabin_acceleration"),
                                        fmu.reference("sheave_angle"), fmu.reference("sheave_speed")};
  double seen[4]{};
  std::vector<double> least(n, std::numeric_limits<double>::infinity()), all;
  all.reserve(n * static_cast<std::size_t>(repetitions));
  const Cost cost = cheapest(
      repetitions, [&] { fmu.start(variant, reeving::DriveMode::torque); },
      [&] {
        for (std::size_t k = 0; k < n; ++k) {
          const double begin = wall();
          Fmu::require(fmu.set_real(fmu.instance, &torque, 1, &ride.torque[k]));
          Fmu::require(fmu.do_step(fmu.instance, static_cast<double>(k) * step, step, fmi2True));
          Fmu::require(fmu.get_real(fmu.instance, watched, 4, seen));
          all.push_back(wall() - begin);
          least[k] = std::min(least[k], all.back());
        }
      });
  std::sort(least.begin(), least.end());
  std::sort(all.begin(), all.end());
  std::printf("\"%s\": {\"wall\": %.6g, \"cpu\": %.6g, \"drift\": %.6g", name_of(step), cost.wall, cost.cpu,
              seen[0] - ride.cabin_position);
  const std::pair<const char*, const std::vector<double>*> kinds[] = {{"step_us", &least}, {"step_us_as_seen", &all}};
  for (const auto& [name, times] : kinds) {
    std::printf(", \"%s\": {\"50\": %.6g, \"99\": %.6g, \"99.9\": %.6g, \"max\": %.6g}", name,
                1e6 * quantile(*times, 0.5), 1e6 * quantile(*times, 0.99), 1e6 * quantile(*times, 0.999),
                1e6 * times->back());
  }
  std::printf("}");
}

/// The ride's torque up to full speed, then no torque and a brake that stops the sheave faster than the rope can: it slips.
void measure_stop(Fmu& fmu, const Variant& variant, int repetitions) {
  constexpr double kStop = 6.0, kStood = 9.0, kBrake = 1e4, kClosed = 1.0, kNone = 0.0;  // [s], [N m], [1], [N m]
  const Recorded ride = record_ride(fmu, variant, kLongStep, ContactKind::slip);
  const fmi2ValueReference torque = fmu.reference("drive_torque"), brake = fmu.reference("brake"),
                           capacity = fmu.reference("brake.torque"),
                           watched[] = {fmu.reference("slip_path"), fmu.reference("sheave_speed")};
  const auto step = [&](int k) { Fmu::require(fmu.do_step(fmu.instance, k * kLongStep, kLongStep, fmi2True)); };
  const int stop = static_cast<int>(std::lround(kStop / kLongStep)),
            stood = static_cast<int>(std::lround(kStood / kLongStep));
  double seen[2]{};
  const Cost cost = cheapest(
      repetitions,
      [&] {
        fmu.start(variant, reeving::DriveMode::torque, ContactKind::slip);
        Fmu::require(fmu.set_real(fmu.instance, &capacity, 1, &kBrake));
        for (int k = 0; k < stop; ++k) {
          Fmu::require(fmu.set_real(fmu.instance, &torque, 1, &ride.torque[k]));
          step(k);
        }
        Fmu::require(fmu.set_real(fmu.instance, &torque, 1, &kNone));
        Fmu::require(fmu.set_real(fmu.instance, &brake, 1, &kClosed));
      },
      [&] {
        for (int k = stop; k < stood; ++k) {
          step(k);
          Fmu::require(fmu.get_real(fmu.instance, watched, 2, seen));
        }
      });
  std::printf("    \"stop\": {\"seconds\": %.6g, \"cpu\": %.6g, \"slip\": %.6g, \"speed\": %.6g},\n", kStood - kStop,
              cost.cpu, seen[0], seen[1]);
}

int run(const fs::path& folder, const fs::path& out, int repetitions) {
  const fs::path file = folder / "resources/description.toml";
  const auto node = description::parse(text_of(file), "description.toml");
  const auto structure = fmus::read_structure(description::Reader(node, "description.toml"));
  Fmu fmu(folder);
  std::printf("{\n");
  for (const auto& variant : kVariants) {
    std::printf("  \"%s\": {\n", variant.name);
    measure_in_process(structure, variant, out, repetitions);
    measure_contact(structure, variant, repetitions);
    measure_stop(fmu, variant, repetitions);
    std::printf("    \"torque mode\": {");
    measure_steps(fmu, variant, kLongStep, repetitions);
    std::printf(",\n      ");
    measure_steps(fmu, variant, kShortStep, repetitions);
    std::printf("}\n  }%s\n", &variant == std::end(kVariants) - 1 ? "" : ",");
  }
  std::printf("}\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: bench-elevator FOLDER OUT [REPETITIONS]\n"), 2;
  try {
    return run(argv[1], argv[2], argc > 3 ? std::max(1, std::atoi(argv[3])) : 7);
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "bench-elevator: %s\n", error.what()), 1;
  }
}
