/// run_in_fmi4cpp FMU STEP COUNT CSV [INPUT=VALUE ...]: Real outputs at the start and after each step in FMI4cpp.
#include <fmi4cpp/fmi4cpp.hpp>

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

class Table {
 public:
  Table(const std::string& path, fmi2::cs_slave& slave) : file_(path), slave_(slave) {
    file_.precision(17);
    file_ << "time";
    for (const auto& variable : *slave.get_model_description()->model_variables) {
      if (variable.causality != fmi2::causality::output || !variable.is_real()) continue;
      references_.push_back(variable.value_reference);
      file_ << "," << variable.name;
    }
    file_ << "\n";
  }

  void add_row() {
    std::vector<double> values(references_.size());
    require(slave_.read_real(references_, values), "read_real");
    file_ << slave_.get_simulation_time();
    for (const double value : values) file_ << "," << value;
    file_ << "\n";
  }

 private:
  std::ofstream file_;
  fmi2::cs_slave& slave_;
  std::vector<fmi2ValueReference> references_;
};

void set_inputs(fmi2::cs_slave& slave, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    const auto& variable = slave.get_model_description()->get_variable_by_name(setting.substr(0, equals));
    require(slave.write_real(variable.value_reference, std::stod(setting.substr(equals + 1))), setting);
  }
}

void run(const std::vector<std::string>& arguments) {
  const double step = std::stod(arguments.at(1));
  const int count = std::stoi(arguments.at(2));
  const auto slave = fmi2::fmu(arguments.at(0)).as_cs_fmu()->new_instance();
  require(slave->setup_experiment(), "setup_experiment");
  set_inputs(*slave, {arguments.begin() + 4, arguments.end()});
  require(slave->enter_initialization_mode(), "enter_initialization_mode");
  require(slave->exit_initialization_mode(), "exit_initialization_mode");
  Table table(arguments.at(3), *slave);
  table.add_row();
  for (int n = 0; n < count; ++n) {
    require(slave->step(step), "step");
    table.add_row();
  }
  require(slave->terminate(), "terminate");
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
