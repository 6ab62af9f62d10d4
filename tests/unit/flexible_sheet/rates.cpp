/// Rates of the states by dual numbers: the values of derivatives(), and its derivatives along anything that is real.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>

#include "models/flexible_sheet/model.hpp"

namespace {

using namespace reeve;
using namespace reeve::models::flexible_sheet;
using math::Dual;

struct Variant {
  int tree, boundary, joint, element;
  double damping;
  bool nips{};
};

std::string text(const Variant& v) {
  std::ostringstream out;
  out << "tree " << v.tree << ", boundary " << v.boundary << ", joint " << v.joint << ", element " << v.element
      << ", damping " << v.damping << (v.nips ? ", nips" : "");
  return out.str();
}

std::vector<Variant> variants() {
  std::vector<Variant> out;
  for (const int tree : {1, 2, 3, 4}) {
    for (const int joint : {1, 2}) {
      for (const int element : {1, 2}) {
        for (const double damping : {0.0, 1e-3}) {
          out.push_back({tree, kClamped, joint, element, damping});
          out.push_back({tree, kFree, joint, element, damping});
          out.push_back({tree, kFree, joint, element, damping, true});
        }
      }
    }
  }
  return out;
}

/// A sheet bent and thrown at random, with two nips across it that take it at different speeds.
class Thrown {
 public:
  explicit Thrown(const Variant& v)
      : model({.nodes_length = 6, .nodes_width = 5, .nip = v.nips ? Names{"first", "second"} : Names{}}) {
    values.sheet.tree = v.tree;
    values.sheet.boundary = v.boundary;
    values.sheet.joint = v.joint;
    values.sheet.element = v.element;
    values.sheet.damping = v.damping;
    values.clamp_height = 0.01;
    values.clamp_angle = 0.2;
    values.clamp_height_rate = 0.3;
    values.clamp_angle_rate = -0.4;
    for (std::size_t n = 0; n < values.nip.size(); ++n) {
      auto& nip = values.nip[n];
      const auto where = static_cast<double>(n);
      const bool from_centre = v.tree > 2;  // the master is at x = 0
      nip.roller.x = 0.08 + 0.09 * where - (from_centre ? 0.12 : 0.0);
      nip.roller.z = 0.02;
      nip.roller.width = 0.1;
      nip.roller.angle = 0.1 - 0.3 * where;
      nip.roller.opening = 0.2;  // some crossings within half of it, some beyond
      nip.roller.stiffness =
          100;  // 1e4 N/m would make accelerations, and what they lose by rounding, a hundred times larger
      nip.speed = 0.2 + 0.1 * where;
    }
    variables::List list;
    model.fields(values, list);
    model.blank(modes, start);
    model.prepare(values, start);
    throw_about();
  }

  std::vector<double> derivatives() {
    std::vector<double> dx(x.size());
    model.derivatives(0, x, modes, values, dx);
    return dx;
  }
  /// At x + by dx and values + by dvalues, in doubles.
  std::vector<double> derivatives_along(const std::vector<Dual>& at, Values<Dual>& v, double by) {
    std::vector<double> there(x.size()), dx(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) there[k] = at[k].v + by * at[k].d;
    Values<double> moved = values;
    variables::List from, to;
    model.fields(v, from);
    model.fields(moved, to);
    variables::copy_along(from, by, to);
    model.prepare(moved, start);
    model.derivatives(0, there, modes, moved, dx);
    return dx;
  }
  Values<Dual> dual_values() {
    Values<Dual> v = model.defaults<Dual>();
    variables::List from, to;
    model.fields(values, from);
    model.fields(v, to);
    variables::copy_settable(from, to);
    return v;
  }
  std::vector<Dual> rates(const std::vector<Dual>& at, const Values<Dual>& v) {
    std::vector<Dual> dx(x.size());
    model.rates(0.0, at, modes, {}, v, dx);
    return dx;
  }

  using Names = std::vector<std::string>;
  Model model;
  Values<double> values = model.defaults<double>();
  Modes modes;
  models::NothingFixed start;
  std::vector<double> x;
  std::mt19937 random{1};
  std::normal_distribution<double> some;

 private:
  void throw_about() {
    const auto& at = model.places();
    const double pitch = values.sheet.length / 5;
    x.assign(model.size(), 0.0);
    std::vector<int> nodes = at.moving();
    std::sort(nodes.begin(), nodes.end());  // the pose does not depend on how states are ordered
    std::vector<double> q(3 * model.structure().nodes()), rates(q);
    for (const int node : nodes) {
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t k = 3 * static_cast<std::size_t>(node) + c;
        const double size = c == 0 ? pitch : 1;
        q[k] = 0.1 * size * some(random);
        rates[k] = size * some(random);
      }
    }
    at.gather<double>(q, std::span(x).subspan(at.q(), at.joints()));
    at.gather<double>(rates, std::span(x).subspan(at.rates(), at.joints()));
    if (at.clamped()) {
      x[Places::kHeight] = 0.02, x[Places::kAngle] = 0.3, x[Places::kHeightRate] = 0.1, x[Places::kAngleRate] = -0.5;
    } else {
      const double free[Places::kFreeStates] = {0.01, -0.01, 0.005, 0.9, 0.1, 0.05, 0.1,  // no unit quaternion
                                                0.1,  -0.2,  0.3,   1.0, -2,  3};
      std::copy(std::begin(free), std::end(free), x.begin());
    }
  }
};

std::vector<Dual> still(const std::vector<double>& x) { return {x.begin(), x.end()}; }

/// Real parameters and inputs that the motion may depend on, as places in values of dual numbers.
std::vector<std::pair<std::string, Dual*>> knowns(Thrown& sheet, Values<Dual>& v) {
  std::vector<std::pair<std::string, Dual*>> out;
  variables::List list;
  sheet.model.fields(v, list);
  for (std::size_t row = 0; row < list.rows.size(); ++row) {
    const auto* place = std::get_if<Dual*>(&list.places[row]);
    if (place && list.rows[row].is_settable()) out.emplace_back(list.rows[row].name, *place);
  }
  return out;
}

double largest_of(std::span<const double> a) {
  double largest = 0;
  for (const double v : a) largest = std::max(largest, std::abs(v));
  return largest;
}

/// Derivatives by dual numbers against differences, block by block: root, joints, their rates, works.
void check_along(Thrown& sheet, const std::vector<Dual>& at, Values<Dual>& v, double step) {
  const auto rates = sheet.rates(at, v);
  const auto central = [&](double h) {
    auto ahead = sheet.derivatives_along(at, v, h);
    const auto behind = sheet.derivatives_along(at, v, -h);
    for (std::size_t k = 0; k < ahead.size(); ++k) ahead[k] = (ahead[k] - behind[k]) / (2 * h);
    return ahead;
  };
  const auto wide = central(2 * step), narrow = central(step);
  // Differences err by step^4 over the fourth power of some 1e-2, the part of a direction's unit in which a nip lets go, and by
  // the rounding of accelerations, some tens of 1e-16 of the largest, over the step.
  const double rounding = 1e-14 * largest_of(sheet.derivatives_along(at, v, 0)) / step;
  const auto& places = sheet.model.places();
  std::size_t begin = 0;
  for (const std::size_t end : {places.q(), places.rates(), places.works(), places.size()}) {
    double worst = 0, largest = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const double expected = (4 * narrow[k] - wide[k]) / 3;  // takes off the error of order step^2
      worst = std::max(worst, std::abs(rates[k].d - expected));
      largest = std::max(largest, std::abs(expected));
    }
    CAPTURE(begin, worst, largest, rounding);
    CHECK(worst <= 1e-6 * largest + rounding);
    begin = end;
  }
}

/// In units of 1 rad, pitch, 1 m.
std::vector<Dual> along_states(Thrown& sheet, bool places, bool speeds) {
  auto at = still(sheet.x);
  const auto& where = sheet.model.places();
  std::size_t first_speed = Places::kVelocity;
  if (where.clamped()) first_speed = Places::kHeightRate;
  for (std::size_t k = 0; k < where.works(); ++k) {
    const bool of_root = k < where.q(), is_speed = of_root ? k >= first_speed : k >= where.rates();
    const bool is_lift = !of_root && (k - where.q()) % where.joints() < where.coordinate(0, 1);
    const double size = is_lift ? 0.06 : of_root ? 0.1 : 1;
    if (is_speed ? speeds : places) at[k].d = size * sheet.some(sheet.random);
  }
  return at;
}

TEST_CASE("Rates of a sheet by dual numbers have the values of its derivatives", "[unit]") {
  for (const auto& variant : variants()) {
    INFO(text(variant));
    Thrown sheet(variant);
    const auto expected = sheet.derivatives();
    const auto rates = sheet.rates(still(sheet.x), sheet.dual_values());
    if (variant.nips) REQUIRE(expected[sheet.model.places().works()] != 0);
    const double rounding = 1e-13 * largest_of(expected);
    double worst = 0, slope = 0;
    for (std::size_t k = 0; k < expected.size(); ++k) {
      worst = std::max(worst, std::abs(rates[k].v - expected[k]));
      slope = std::max(slope, std::abs(rates[k].d));
    }
    CHECK(worst <= rounding);
    CHECK(slope == 0);
  }
}

TEST_CASE("Rates of a sheet change along its states as differences of its derivatives do, in every variant", "[unit]") {
  for (const auto& variant : variants()) {
    INFO(text(variant));
    Thrown sheet(variant);
    auto v = sheet.dual_values();
    check_along(sheet, along_states(sheet, true, false), v, 1e-4);
    check_along(sheet, along_states(sheet, false, true), v, 1e-4);
    check_along(sheet, along_states(sheet, true, true), v, 1e-4);
  }
}

TEST_CASE("Rates of a sheet change along every parameter and input as differences of its derivatives do", "[unit]") {
  for (const auto& variant : variants()) {
    INFO(text(variant));
    Thrown sheet(variant);
    auto v = sheet.dual_values();
    const auto at = still(sheet.x);
    for (const auto& [name, known] : knowns(sheet, v)) {
      if (name == "sheet.damping" && known->v == 0) continue;  // no difference there: a sheet has none below 0
      INFO(name);
      known->d = known->v != 0 ? known->v : 0.1;
      check_along(sheet, at, v, 1e-4);
      known->d = 0;
    }
  }
}

TEST_CASE("Rates of an undamped sheet know what damping would do", "[unit]") {
  for (const auto& variant : variants()) {
    if (variant.damping != 0) continue;
    INFO(text(variant));
    Thrown sheet(variant);
    auto v = sheet.dual_values();
    v.sheet.damping.d = 1;
    const auto at = still(sheet.x);
    const auto rates = sheet.rates(at, v);
    constexpr double kBeta = 1e-3;  // [s]; rates are linear in it
    const auto with = sheet.derivatives_along(at, v, kBeta), without = sheet.derivatives_along(at, v, 0);
    double worst = 0, largest = 0;
    for (std::size_t k = 0; k < with.size(); ++k) {
      worst = std::max(worst, std::abs(rates[k].d - (with[k] - without[k]) / kBeta));
      largest = std::max(largest, std::abs(rates[k].d));
    }
    const double rounding = 1e-13 * largest_of(with) / kBeta;
    CHECK(worst <= rounding);
    CHECK(largest > 1e6 * rounding);  // damping does something
  }
}

TEST_CASE("Rates of a sheet that stands upright in a nip are differentiated as they are computed", "[unit]") {
  Thrown sheet({1, kFree, 2, 1, 1e-3, true});
  constexpr double kLean = 1.55;  // [rad]: steeper than the least advance of a line in the nip
  std::fill(sheet.x.begin(), sheet.x.end(), 0.0);
  sheet.x[Places::kTurn] = std::cos(0.5 * kLean);
  sheet.x[Places::kTurn + 3] = std::sin(0.5 * kLean);
  for (std::size_t k = 0; k < 3; ++k) sheet.x[Places::kVelocity + k] = 0.01 * static_cast<double>(k + 1);
  auto& roller = sheet.values.nip[0].roller;
  roller.x = 3e-3;  // the sheet is 6 mm long there
  roller.height = 0.15;
  roller.angle = 0;
  sheet.values.nip[1].roller.x = 1;
  sheet.model.prepare(sheet.values, sheet.start);
  REQUIRE(sheet.derivatives()[sheet.model.places().works()] != 0);
  auto v = sheet.dual_values();
  check_along(sheet, along_states(sheet, true, true), v, 1e-6);  // a step moves a node by 0.1 um
}

}  // namespace
