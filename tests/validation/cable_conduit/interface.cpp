/// CableConduit as the FMI layer sees it: its structure from the description, and what depends on what.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "description/document.hpp"
#include "fmi/model.hpp"
#include "fmus/registry.hpp"

namespace {

using namespace reeve;

std::unique_ptr<fmi::Model> conduit(const std::string& more = "") {
  const auto node = description::parse("model = \"CableConduit\"\n" + more, "test");
  for (const auto* kind : fmus::all_kinds()) {
    if (kind->name == "CableConduit") return fmi::build_model(*kind, node, "test");
  }
  throw std::runtime_error("no CableConduit");
}

template <class T>
T& value(fmi::Model& model, const char* name) {
  return *std::get<T*>(model.storage(model.table().index_of(name)));
}

std::set<std::string> declared(const fmi::Model& model) {
  std::set<std::string> out;
  for (const auto& v : model.table().rows()) {
    for (const auto& input : v.depends) out.insert(v.name + " of " + input);
  }
  return out;
}

/// What is in one set only, marked by the side.
std::vector<std::string> difference(const std::set<std::string>& found, const std::set<std::string>& declared_ones) {
  std::vector<std::string> out;
  for (const auto& name : found) {
    if (!declared_ones.contains(name)) out.push_back("not declared: " + name);
  }
  for (const auto& name : declared_ones) {
    if (!found.contains(name)) out.push_back("not seen: " + name);
  }
  return out;
}

const char* const kInputs[] = {"proximal_displacement", "proximal_tension", "distal_displacement", "distal_tension"};

/// Adds every output that changes when one input is moved from the present state.
void note_reactions(fmi::Model& model, double t, std::set<std::string>& found) {
  const auto read = [&] {
    std::vector<double> all;
    model.outputs(t);
    for (std::size_t row = 1; row < model.table().rows().size(); ++row) {
      const auto& v = model.table().rows()[row];
      if (v.causality != fmi::Causality::output) continue;
      const double* first = std::get<double*>(model.storage(row));
      all.insert(all.end(), first, first + v.elements);
    }
    return all;
  };
  for (const char* input : kInputs) {
    double& u = value<double>(model, input);
    const double kept = u;
    const auto before = read();
    for (const double change : {1e-4, 10.0}) {
      u = kept + change;
      const auto after = read();
      std::size_t i = 0;
      for (const auto& v : model.table().rows()) {
        for (std::uint32_t e = 0; v.causality == fmi::Causality::output && e < v.elements; ++e, ++i) {
          if (after[i] != before[i]) found.insert(v.name + " of " + input);
        }
      }
    }
    u = kept;
  }
}

}  // namespace

TEST_CASE("conduit: the declared dependencies are exactly those that show in some mode and state") {
  std::set<std::string> found;
  for (const int input_mode : {1, 2}) {
    for (const int load_mode : {1, 2, 3}) {
      for (const bool loose : {false, true}) {
        const auto model = conduit("conduit = {segments = 5}");
        value<int>(*model, "input.mode") = input_mode;
        value<int>(*model, "load.mode") = load_mode;
        model->initialise(0);
        integration::StepHooks first(1.0), second(2.0);
        value<double>(*model, "proximal_tension") = value<double>(*model, "distal_tension") = loose ? 0 : 25;
        model->advance(0, true, {}, first);  // an end without tension leaves slack to the other
        value<double>(*model, "proximal_displacement") = value<double>(*model, "distal_displacement") =
            loose ? -0.01 : 0.002;
        model->advance(1, true, {}, second);
        note_reactions(*model, 2, found);
      }
    }
  }
  const auto wrong = difference(found, declared(*conduit()));
  CAPTURE(wrong);
  CHECK(wrong.empty());
  CHECK(found.size() == 8 * 4);  // eight outputs, four inputs: all of them
}

TEST_CASE("conduit: what the start values depend on is exactly what shows in some mode and state") {
  // Everything that can be set, with a second value that is as good as the first.
  const std::map<std::string, double> others{{"proximal_displacement", 1e-4},
                                             {"proximal_tension", 3},
                                             {"distal_displacement", 1e-4},
                                             {"distal_tension", 3},
                                             {"conduit.length", 0.1},
                                             {"conduit.radius", 0.05},
                                             {"conduit.stiffness", 1e5},
                                             {"friction.mu", 0.02},
                                             {"cable.stiffness", 1e3},
                                             {"pretension", 1},
                                             {"load.stiffness", 1e3},
                                             {"load.mass", 1},
                                             {"load.damping", 1},
                                             {"solver.tolerance", 1e-4}};
  const auto start_values = [](fmi::Model& model) {
    model.initialise(0);
    model.outputs(0);
    std::map<std::string, std::vector<double>> out;
    for (std::size_t row = 1; row < model.table().rows().size(); ++row) {
      const auto& v = model.table().rows()[row];
      if (v.causality != fmi::Causality::output) continue;
      const double* first = std::get<double*>(model.storage(row));
      out[v.name].assign(first, first + v.elements);
    }
    return out;
  };
  const auto differ = [](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (std::abs(a[i] - b[i]) > 1e-12 * std::abs(a[i]))
        return true;  // rounding: a mass is put to rest by another path
    }
    return false;
  };
  std::set<std::string> found;
  for (const int input_mode : {1, 2}) {
    for (const int load_mode : {1, 2, 3}) {
      for (const double p : {-0.005, 1e-4, 0.004}) {
        const auto model = conduit("conduit = {segments = 5}");
        value<int>(*model, "input.mode") = input_mode;
        value<int>(*model, "load.mode") = load_mode;
        value<double>(*model, "proximal_displacement") = p;
        value<double>(*model, "proximal_tension") = 20 + 5000 * std::max(p, -0.004);
        value<double>(*model, "distal_tension") = p < 0 ? 0 : 22;
        value<double>(*model, "distal_displacement") = p < 0 ? p : 0;
        const auto before = start_values(*model);
        const auto compare = [&](const std::string& with) {
          for (const auto& [name, after] : start_values(*model)) {
            if (differ(before.at(name), after)) found.insert(name + " of " + with);
          }
        };
        for (const auto& [name, change] : others) {
          double& setting = value<double>(*model, name.c_str());
          const double kept = std::exchange(setting, setting + change);
          compare(name);
          setting = kept;
        }
        for (const char* name : {"conduit.model", "input.mode", "load.mode"}) {
          int& setting = value<int>(*model, name);
          const int kept = std::exchange(setting, setting == 1 ? 2 : 1);
          compare(name);
          setting = kept;
        }
      }
    }
  }
  std::set<std::string> expected;
  const auto model = conduit();
  for (const auto& v : model->table().rows()) {
    for (const auto& known : v.depends_initially) expected.insert(v.name + " of " + known);
  }
  const auto wrong = difference(found, expected);
  CAPTURE(wrong);
  CHECK(wrong.empty());
}

TEST_CASE("conduit: radius and friction are scalars or arrays as the description says, never both") {
  for (const bool radius : {false, true}) {
    for (const bool friction : {false, true}) {
      const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
      const auto model = conduit("conduit = {segments = 7, radius_varies = " + flag(radius) +
                                 ", friction_varies = " + flag(friction) + "}");
      const auto* R = model->table().find("conduit.radius");
      const auto* mu = model->table().find("friction.mu");
      CHECK(R->is_array == radius);
      CHECK(R->elements == (radius ? 7 : 1));
      CHECK(mu->is_array == friction);
      CHECK(mu->elements == (friction ? 7 : 1));
      CHECK(model->table().find("tension")->elements == 8);
    }
  }
}

TEST_CASE("conduit: equal arrays give what the scalar gives") {
  const auto run = [](const std::string& description) {
    const auto model = conduit(description);
    model->initialise(0);
    for (const double p : {0.004, 0.001, 0.003}) {
      value<double>(*model, "proximal_displacement") = p;
      integration::StepHooks hooks(1.0);
      model->advance(0, true, {}, hooks);
    }
    model->outputs(1);
    return std::pair{value<double>(*model, "input_tension"), value<double>(*model, "dissipated_energy")};
  };
  CHECK(run("conduit = {segments = 9}") ==
        run("conduit = {segments = 9, radius_varies = true, friction_varies = true}"));
}

TEST_CASE("conduit: a description that cannot be is refused with key and reason") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      conduit(text);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "accepted";
  };
  CHECK_THAT(message("conduit = {segments = 0}"),
             Catch::Contains("conduit.segments: 0") && Catch::Contains("at least 1 and at most 1000"));
  CHECK_THAT(message("conduit = {segments = 1001}"), Catch::Contains("at most 1000"));
  CHECK_THAT(message("conduit = {segment = 5}"), Catch::Contains("segments"));  // did you mean
  CHECK_THAT(message("conduit = {segments = 3}\n[start]\n\"friction.mu\" = [0.1, 0.2, 0.3]"),
             Catch::Contains("friction.mu"));
}

TEST_CASE("conduit: a state saved in the middle of a swing goes on to the same bits") {
  const auto model = conduit("conduit = {segments = 12}\n[start]\n\"load.mass\" = 1.0");
  model->initialise(0);
  value<double>(*model, "proximal_displacement") = 0.004;
  double t = 0;
  const auto go = [&](double end, bool jumped) {
    integration::StepHooks hooks(end);
    model->advance(t, jumped, {}, hooks);
    t = end;
    model->outputs(t);
  };
  go(0.0137, true);
  fmi::Bytes saved, first, second;
  fmi::StateWriter writer(saved);
  model->save(writer);
  const auto finish = [&](fmi::Bytes& to) {
    t = 0.0137;
    for (const double end : {0.02, 0.0433, 0.1}) go(end, false);
    fmi::StateWriter last(to);
    model->save(last);
  };
  finish(first);
  fmi::StateReader reader(saved);
  model->load(reader);
  finish(second);
  CHECK(first == second);
}
