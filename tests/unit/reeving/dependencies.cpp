// The dependencies that the FMU declares are those that dual numbers find: none missing, none too many.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "catch2/catch.hpp"
#include "fmi/model.hpp"
#include "fmus/registry.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using fmi::Causality;
using test::kTwoRopes;

namespace {

using Names = std::set<std::string>;
using Found = std::map<std::string, Names>;  ///< output -> knowns

const char* const kPresets[] = {"elevator", "elevator-low-rise", "elevator-mid-rise", "elevator-high-rise", "hoist"};

std::string text_of(const std::string& preset) {
  std::ifstream in(std::string(REEVE_SOURCE_DIR "/resources/reevings/") + preset + ".toml");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// One model behind its variable table.
class Plant {
 public:
  explicit Plant(const std::string& text) {
    const auto node = description::parse(text, "test");
    const auto kinds = fmus::all_kinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [](const auto* k) { return k->name == "Reeving"; });
    model = fmi::build_model(**kind, node, "test");
  }
  const std::vector<fmi::Variable>& rows() const { return model->table().rows(); }
  void set(const std::string& name, double value) {
    std::visit([&](auto* at) { *at = static_cast<std::remove_pointer_t<decltype(at)>>(value); },
               model->storage(model->table().index_of(name)));
  }
  double get(std::size_t row, std::size_t element) {
    return std::visit([&](auto* at) { return static_cast<double>(at[element]); }, model->storage(row));
  }
  /// Changes a property of every rope, body or anchor that has it.
  void every(const char* property, const std::function<double(double)>& change) {
    for (std::size_t row = 1; row < rows().size(); ++row) {
      if (rows()[row].name.ends_with(property)) set(rows()[row].name, change(get(row, 0)));
    }
  }
  void start() {
    std::vector<std::string> findings;
    model->check(findings);
    REQUIRE(findings.empty());
    model->initialise(0);
    model->outputs(0);
  }
  void run(double end) {
    integration::StepHooks hooks(end);
    model->advance(0, false, {}, hooks);
    model->outputs(end);
  }

  std::unique_ptr<fmi::Model> model;
};

/// Smaller changes, of output and known in units of their own size, are rounding. Accelerations at the start are what
/// forces of some 1e5 N leave over in equilibrium.
double rounding(const fmi::Variable& v) { return v.name.ends_with("_acceleration") ? 1e-8 : 1e-11; }

/// Effects of second order in the strain, such as that of a rope's stiffness on its own weight, drown in rounding at a
/// strain of 5e-4. Softer ropes and springs show them; dependencies are meant for all values of the parameters.
constexpr double kSoft = 20;

double size(const fmi::Variable& v, double value) { return std::max({std::abs(value), v.nominal, 1e-3}); }

/// Adds what dual numbers find when each known of the given causalities moves.
void seed(Plant& plant, double t, bool initially, Found& found) {
  std::vector<fmi::Model::Scalar> places;
  const auto& rows = plant.rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].causality != Causality::output) continue;
    for (std::size_t e = 0; e < rows[row].elements; ++e) places.push_back({row, e});
  }
  std::vector<double> result(places.size());
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const bool known =
        rows[row].causality == Causality::input || (initially && rows[row].causality == Causality::parameter);
    if (!known || rows[row].type != fmi::Type::real || rows[row].name.starts_with("solver.")) continue;
    const fmi::Model::Seed moves{row, 0, 1.0};
    plant.model->directional(t, initially, {&moves, 1}, places, result);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& output = rows[places[i].row];
      const double relative = std::abs(result[i]) * size(rows[row], plant.get(row, 0)) /
                              size(output, plant.get(places[i].row, places[i].element));
      if (relative > rounding(output)) found[output.name].insert(rows[row].name);
    }
  }
}

/// Adds the knowns without derivatives whose other value gives another start.
void switch_over(const std::function<void(Plant&)>& prepare, const std::string& text, Found& found) {
  Plant plant(text);
  prepare(plant);
  plant.start();
  const auto& rows = plant.rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].causality != Causality::parameter || rows[row].type == fmi::Type::real ||
        rows[row].name.starts_with("solver."))
      continue;
    Plant other(text);
    prepare(other);
    const double now = other.get(row, 0);
    const bool flag = rows[row].type == fmi::Type::boolean;
    other.set(rows[row].name, flag                                         ? 1 - now
                              : rows[row].name.ends_with("axial_modes")    ? (now == 1 ? 3 : 1)
                              : rows[row].name == "drive.mode" && now == 1 ? 2
                                                                           : 3 - now);
    if (rows[row].name.ends_with("formulation")) other.set("sheaves.model", 1);
    std::vector<std::string> findings;
    other.model->check(findings);
    if (!findings.empty()) continue;  // ALE-ANCF has no massless sheaves
    other.start();
    for (std::size_t at = 1; at < rows.size(); ++at) {
      if (rows[at].causality != Causality::output) continue;
      for (std::size_t e = 0; e < rows[at].elements; ++e) {
        const double change = std::abs(other.get(at, e) - plant.get(at, e)) / size(rows[at], plant.get(at, e));
        if (change > rounding(rows[at])) found[rows[at].name].insert(rows[row].name);
      }
    }
  }
}

/// `tolerated` may be declared without being found: where sides mirror each other or all hangs on one spring, what shapes
/// the equilibrium can cancel out of a single output, which the graph of the reeving does not show.
void compare(Plant& plant, const Found& found, bool initially, const Names& tolerated = {}) {
  const std::string who = plant.model->identity().identifier;
  for (const auto& v : plant.rows()) {
    if (v.causality != Causality::output || v.type != fmi::Type::real) continue;
    const auto& list = initially ? v.depends_initially : v.depends;
    Names declared(list.begin(), list.end());
    CHECK(declared.size() == list.size());  // no name twice
    const auto entry = found.find(v.name);
    const Names measured = entry == found.end() ? Names{} : entry->second;
    Names missing, surplus;
    for (const auto& name : tolerated) {
      if (!measured.count(name)) declared.erase(name);
    }
    std::set_difference(measured.begin(), measured.end(), declared.begin(), declared.end(),
                        std::inserter(missing, missing.end()));
    std::set_difference(declared.begin(), declared.end(), measured.begin(), measured.end(),
                        std::inserter(surplus, surplus.end()));
    CAPTURE(who, v.name, initially, missing, surplus);
    CHECK(missing.empty());
    CHECK(surplus.empty());
  }
}

std::vector<std::string> texts() {
  std::vector<std::string> list = {kTwoRopes};
  for (const auto* preset : kPresets) list.push_back(text_of(preset));
  std::string standing =
      text_of("elevator-low-rise");  // the stretch of its ropes lets the counterweight down on a buffer
  standing.insert(standing.find("rated"),
                  "buffer = [{name = \"pit\", under = \"counterweight\", top = 18, stiffness = 1e5, damping = 2}]\n");
  list.push_back(standing);
  return list;
}

/// What the brake does in drive.mode 1.
enum class Drive { free, sliding, held, ride, speed };
constexpr std::array kDrives = {Drive::free, Drive::sliding, Drive::held, Drive::ride, Drive::speed};

/// How ropes hold on to the drive: tied to it, with sheaves of both kinds, or by friction.
struct Grip {
  int contact, sheaves;
  double friction;  ///< low enough to slip from the start, or not
  int law;
};
constexpr Grip kGrips[] = {{1, 1, 0.4, 1}, {1, 2, 0.4, 1}, {3, 1, 1e-4, 1}, {3, 1, 1e-4, 3}};

void choose(Plant& plant, Drive drive, const Grip& grip) {
  plant.set("drive.contact", grip.contact);
  plant.set("drive.friction", grip.friction);
  plant.set("drive.friction_kinetic", 0.9 * grip.friction);
  plant.set("drive.friction_law", grip.law);
  plant.set("drive.mode", drive == Drive::ride ? 2 : drive == Drive::speed ? 3 : 1);
  plant.set("sheaves.model", grip.sheaves);
  plant.set("brake", drive == Drive::sliding ? 0.01 : drive == Drive::held ? 1.0 : 0.0);
  plant.set("brake.torque", drive == Drive::held ? 1e6 : 1e3);
  if (drive == Drive::speed) plant.set("drive_speed", 1);
}

}  // namespace

TEST_CASE("reeving: outputs depend on exactly the declared inputs while stepping", "[unit][reeving]") {
  for (const auto& text : texts()) {
    Found found;
    for (const Drive drive : kDrives) {
      for (const Grip& grip : kGrips) {
        Plant plant(text);
        choose(plant, drive, grip);
        plant.start();
        plant.run(0.05);
        seed(plant, 0.05, false, found);
      }
    }
    Plant plant(text);
    compare(plant, found, false);
  }
}

TEST_CASE("reeving: outputs at the start depend on exactly the declared inputs and parameters", "[unit][reeving]") {
  for (const auto& text : texts()) {
    Found found;
    for (const Drive drive : {Drive::free, Drive::sliding, Drive::ride}) {
      for (const Grip& grip : kGrips) {
        if (grip.contact > 1 && drive == Drive::sliding) continue;  // the same as free, and each takes its time
        for (const double softer : {1.0, kSoft}) {
          if (grip.contact > 1 && softer > 1) continue;
          const auto prepare = [&](Plant& plant) {
            choose(plant, drive, grip);
            if (softer == 1) return;
            plant.every(".strain", [](double) { return 2.0; });
            plant.every(".density", [](double rho) { return 4 * rho; });
            plant.every(".inertia", [](double I) { return 3 * I; });
            plant.every("_payload", [](double) { return 100.0; });
            plant.every(".axial_modes", [](double) { return 1.0; });
            plant.set("start.travel", 1.5);
            plant.set("ride.distance", 1);
            plant.every(".EA", [&](double EA) { return EA / softer; });
            plant.every(".stiffness", [&](double k) { return k / softer; });
          };
          Plant plant(text);
          prepare(plant);
          plant.start();
          seed(plant, 0, true, found);
          if (drive != Drive::sliding) switch_over(prepare, text, found);
        }
      }
    }
    Plant plant(text);
    Names equilibrium;
    const std::string& who = plant.model->identity().identifier;
    if (who != "TwoRopes" && who != "ElevatorLowRise") {  // their sides hang apart, and nothing cancels
      for (const auto& [output, knowns] : found) {
        if (output.ends_with("_position") || output.ends_with("_tension"))
          equilibrium.insert(knowns.begin(), knowns.end());
      }
    }
    compare(plant, found, true, equilibrium);
  }
}
