#include "record.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "csv/cells.hpp"
#include "text.hpp"
#include "trajectory.hpp"

namespace conformance {

namespace {

std::string all_digits(double number) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

}  // namespace

void record(const Fmu& fmu, const std::filesystem::path& csv) {
  std::ofstream out(csv, std::ios::binary);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const Excitation excitation(fmu);
  const double start = fmu.start(), step = fmu.step(), stop = fmu.description().experiment.stop.value_or(start + 1);
  const auto steps = static_cast<std::size_t>(std::lround((stop - start) / step));
  out << "time";
  for (std::size_t i = 0; i < observer.size(); ++i) out << ',' << csv::cell(observer.name(i));
  const auto write = [&](double time, const std::vector<double>& row) {
    out << '\n' << all_digits(time);
    for (const double number : row) out << ',' << all_digits(number);
  };
  const auto instance = loaded.start();
  write(start, observer.read(*instance));
  const auto points = uniform_points(start, step, steps);
  for (std::size_t i = 0; i < steps; ++i) {
    excitation.apply(*instance, points[i]);
    if (!advance(*instance, points[i], points[i + 1])) break;
    write(points[i + 1], observer.read(*instance));
  }
  out << '\n';
  if (!out.flush()) throw std::runtime_error(text("cannot write ", csv.string()));
}

}  // namespace conformance
