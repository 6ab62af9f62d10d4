/// run_in_fmi4cpp cs|me FMU STEP COUNT CSV [INPUT=VALUE ...]: Real outputs at the start and after each step in FMI4cpp.
///
/// cs: co-simulation. me: model exchange, of which FMI4cpp has the calls and no solver: forward Euler, as in FMPy.
#include <fmi4cpp/fmi4cpp.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fmi2 = fmi4cpp::fmi2;

void require(bool good, const std::string& what) {
  if (!good) throw std::runtime_error(what + " failed");
}

template <class Instance>
class Table {
 public:
  Table(const std::string& path, Instance& instance) : file_(path), instance_(instance) {
    file_.precision(17);
    file_ << "time";
    for (const auto& variable : *instance.get_model_description()->model_variables) {
      if (variable.causality != fmi2::causality::output || !variable.is_real()) continue;
      references_.push_back(variable.value_reference);
      file_ << ",\"" << variable.name << "\"";  // a name may hold a comma
    }
    file_ << "\n";
  }

  void add_row() {
    std::vector<double> values(references_.size());
    require(instance_.read_real(references_, values), "read_real");
    file_ << instance_.get_simulation_time();
    for (const double value : values) file_ << "," << value;
    file_ << "\n";
  }

 private:
  std::ofstream file_;
  Instance& instance_;
  std::vector<fmi2ValueReference> references_;
};

/// Model exchange of one FMU: takes steps, passes events on without locating them.
class Euler {
 public:
  explicit Euler(fmi2::me_instance& instance)
      : instance_(instance),
        x_(instance.get_model_description()->number_of_continuous_states()),
        dx_(x_.size()),
        z_(instance.get_model_description()->number_of_event_indicators) {
    update();
    require(instance_.get_event_indicators(z_), "get_event_indicators");
  }

  /// Up to the next time event if that comes first.
  void advance(double end) {
    for (double t = instance_.get_simulation_time(); t < end; t = instance_.get_simulation_time()) {
      const double event = instance_.eventInfo_.nextEventTimeDefined ? instance_.eventInfo_.nextEventTime : HUGE_VAL;
      const double next = event < end && !close(event, end) ? event : end;
      const bool time_event = close(event, next);
      const bool state_event = step(t, next);
      fmi2Boolean step_event = fmi2False, terminate = fmi2False;
      require(instance_.completed_integrator_step(fmi2True, step_event, terminate), "completed_integrator_step");
      require(!terminate, "the run: the FMU ended it, which");
      if (!time_event && !state_event && !step_event) continue;
      require(instance_.enter_event_mode(), "enter_event_mode");
      update();
    }
  }

 private:
  /// Within rounding, as FMPy has it: an event there needs no step of its own.
  static bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

  /// Whether an indicator changed its sign.
  bool step(double from, double to) {
    require(instance_.get_continuous_states(x_) && instance_.get_derivatives(dx_), "get_derivatives");
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += (to - from) * dx_[i];
    require(instance_.set_continuous_states(x_), "set_continuous_states");
    const auto before = z_;
    require(instance_.get_event_indicators(z_), "get_event_indicators");
    require(instance_.set_time(to), "set_time");
    return !std::equal(z_.begin(), z_.end(), before.begin(), [](double a, double b) { return (a > 0) == (b > 0); });
  }

  void update() {
    do require(instance_.new_discrete_states(), "new_discrete_states");
    while (instance_.eventInfo_.newDiscreteStatesNeeded);
    require(instance_.enter_continuous_time_mode(), "enter_continuous_time_mode");
  }

  fmi2::me_instance& instance_;
  std::vector<double> x_, dx_, z_;
};

/// Co-simulation behind the same name.
class Slave {
 public:
  Slave(fmi2::cs_slave& slave, double step) : slave_(slave), step_(step) {}
  void advance(double) { require(slave_.step(step_), "step"); }

 private:
  fmi2::cs_slave& slave_;
  double step_;
};

template <class Instance>
void set_inputs(Instance& instance, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    const auto& variable = instance.get_model_description()->get_variable_by_name(setting.substr(0, equals));
    require(instance.write_real(variable.value_reference, std::stod(setting.substr(equals + 1))), setting);
  }
}

/// `stepper(instance, step)` is what advances it once it is initialised.
template <class Instance, class Stepper>
void run(Instance& instance, const std::vector<std::string>& arguments, Stepper stepper) {
  const double step = std::stod(arguments.at(2));
  const int count = std::stoi(arguments.at(3));
  require(instance.setup_experiment(), "setup_experiment");
  set_inputs(instance, {arguments.begin() + 5, arguments.end()});
  require(instance.enter_initialization_mode(), "enter_initialization_mode");
  require(instance.exit_initialization_mode(), "exit_initialization_mode");
  auto solver = stepper(instance, step);
  Table table(arguments.at(4), instance);
  table.add_row();
  for (int n = 0; n < count; ++n) {
    solver.advance((n + 1) * step);
    table.add_row();
  }
  require(instance.terminate(), "terminate");
}

void run(const std::vector<std::string>& arguments) {
  const fmi2::fmu fmu(arguments.at(1));
  if (arguments.at(0) == "me") {
    run(*fmu.as_me_fmu()->new_instance(), arguments,
        [](fmi2::me_instance& instance, double) { return Euler(instance); });
  } else {
    run(*fmu.as_cs_fmu()->new_instance(), arguments,
        [](fmi2::cs_slave& slave, double step) { return Slave(slave, step); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
