/// FlexibleSheet as the FMI layer sees it: its structure from the description, its states, and what outputs and derivatives depend on.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "description/document.hpp"
#include "fmi/model.hpp"
#include "fmus/registry.hpp"

namespace {

using namespace reeve;

std::unique_ptr<fmi::Model> sheet(const std::string& more = "") {
  const auto node = description::parse("model = \"FlexibleSheet\"\n" + more, "test");
  for (const auto* kind : fmus::all_kinds()) {
    if (kind->name == "FlexibleSheet") return fmi::build_model(*kind, node, "test");
  }
  throw std::runtime_error("no FlexibleSheet");
}

template <class T>
T& value(fmi::Model& model, const std::string& name) {
  return *std::get<T*>(model.storage(model.table().index_of(name)));
}

TEST_CASE("The description sets the number of nodes, and refuses what cannot be", "[validation]") {
  const auto model = sheet("sheet = {nodes_length = 9, nodes_width = 7}");
  const auto& node_x = model->table().rows()[model->table().index_of("node_x")];
  CHECK(node_x.causality == fmi::Causality::output);
  CHECK(node_x.shape == std::vector<std::uint32_t>{9, 7});
  CHECK(variables::scalar_name(node_x, 7 * 8 + 3) == "node_x[9,4]");
  CHECK_THROWS_WITH(sheet("sheet = {nodes_width = 6}"), Catch::Contains("odd"));
  CHECK_THROWS_WITH(sheet("sheet = {nodes_length = 2}"), Catch::Contains("nodes_length"));
  CHECK_THROWS_WITH(sheet("sheet = {nodes_length = 400, nodes_width = 101}"), Catch::Contains("10000"));
  CHECK_THROWS_WITH(sheet("sheet = {nodes = 5}"), Catch::Contains("nodes"));
}

TEST_CASE("Nips are named by the description, and what is wrong with one is said with its line", "[validation]") {
  const auto model = sheet("nip = [{name = \"feed\"}, {name = \"exit\"}]");
  for (const char* name : {"feed_speed", "exit.x", "exit_force", "feed_slip", "roller_work"})
    CHECK(model->table().find(name));
  const auto plain = sheet();
  CHECK(!plain->table().find("roller_work"));
  for (const char* name :
       {"sheet.boundary", "start"}) {  // a clamped sheet cannot be fed, and a free one has no equilibrium
    CHECK(plain->table().find(name));
    CHECK(!model->table().find(name));
  }
  CHECK_THROWS_WITH(sheet("nip = [{name = \"feed\"}, {name = \"feed\"}]"),
                    Catch::Contains("test:2: nip[2].name: \"feed\" is taken"));
  CHECK_THROWS_WITH(sheet("nip = [{name = \"sheet\"}]"), Catch::Contains("choose another name"));
  CHECK_THROWS_WITH(sheet("nip = [{name = \"1st\"}]"), Catch::Contains("not beginning with a digit"));
  CHECK_THROWS_WITH(sheet("nip = [{name = \"feed\", radius = 1}]"), Catch::Contains("radius"));
  CHECK_THROWS_WITH(sheet("nip = [{}]"), Catch::Contains("name"));
  std::string many = "nip = [";
  for (int i = 0; i < 9; ++i) many += "{name = \"n" + std::to_string(i) + "\"},";
  CHECK_THROWS_WITH(sheet(many + "]"), Catch::Contains("at most 8"));
}

TEST_CASE("Force and slip of a nip follow the speed of its own rollers at once, and nothing else does",
          "[validation]") {
  const auto model = sheet(
      "sheet = {nodes_length = 7, nodes_width = 5}\nnip = [{name = \"feed\"}, {name = \"exit\"}]\n"
      "[start]\n\"feed.x\" = 0.1\n\"exit.x\" = 0.2\nfeed_speed = 0.1\nexit_speed = 0.2\n\"feed.angle\" = 0.1\n");
  model->initialise(0);
  model->outputs(0);
  std::set<std::string> followed, declared;
  for (const char* input : {"feed_speed", "exit_speed", "clamp_height"}) {
    const fmi::Model::Seed seed{model->table().index_of(input), 0, 1.0};
    double& u = value<double>(*model, input);
    const double kept = u, h = 1e-6;
    for (std::size_t row = 1; row < model->table().rows().size(); ++row) {
      const auto& v = model->table().rows()[row];
      if (v.causality != fmi::Causality::output || v.is_array) continue;
      const fmi::Model::Scalar place{row, 0};
      double exact = 0;
      model->directional(0, false, {&seed, 1}, {&place, 1}, {&exact, 1});
      const auto at = [&](double speed) {
        u = speed;
        model->outputs(0);
        return *std::get<double*>(model->storage(row));
      };
      const double difference = (at(kept + h) - at(kept - h)) / (2 * h);
      u = kept;
      CHECK(exact == Approx(difference).margin(1e-6));  // h^2
      if (exact != 0) followed.insert(v.name + " of " + input);
      for (const auto& name : v.depends) {
        if (name == input) declared.insert(v.name + " of " + input);
      }
    }
  }
  CHECK(followed == declared);
  CHECK(followed == std::set<std::string>{"feed_force of feed_speed", "feed_slip of feed_speed",
                                          "exit_force of exit_speed", "exit_slip of exit_speed"});
}

TEST_CASE("Nodes are named by their place along and across, and FMI 2.0 lists the outline and the centre line",
          "[validation]") {
  const auto model = sheet("sheet = {nodes_length = 7, nodes_width = 5}\n[start]\nstart = 2\n");
  model->initialise(0);
  model->outputs(0);
  const auto at = [&](const char* array, int i, int k) { return (&value<double>(*model, array))[(i - 1) * 5 + k - 1]; };
  CHECK(at("node_x", 7, 3) == value<double>(*model, "tip_x"));
  CHECK(at("node_y", 7, 3) == value<double>(*model, "tip_y"));
  for (const int k : {1, 2, 3, 4, 5}) CHECK(std::abs(at("node_z", 1, k) - 0.21 * (k - 3) / 4) < 1e-15);  // rounding
  std::set<std::string> named;
  const auto& node_y = model->table().rows()[model->table().index_of("node_y")];
  for (const auto e : variables::listed_elements(node_y)) named.insert(variables::scalar_name(node_y, e));
  CHECK(named.size() == 3 * 7 + 2);
  for (const char* name : {"node_y[1,1]", "node_y[4,1]", "node_y[4,3]", "node_y[4,5]", "node_y[7,2]"})
    CHECK(named.count(name) == 1);
  CHECK(named.count("node_y[4,2]") == 0);
}

TEST_CASE("No output follows an input at once: the clamp moves first", "[validation]") {
  const auto model = sheet("sheet = {nodes_length = 7, nodes_width = 5}");
  model->initialise(0);
  const auto read = [&] {
    std::vector<double> out;
    model->outputs(0);
    for (std::size_t row = 1; row < model->table().rows().size(); ++row) {
      const auto& v = model->table().rows()[row];
      if (!v.is_computed() || v.is_rate()) continue;
      CHECK(v.depends.empty());
      const double* first = std::get<double*>(model->storage(row));
      out.insert(out.end(), first, first + v.elements);
    }
    return out;
  };
  const auto before = read();
  for (const char* input : {"clamp_height", "clamp_angle", "clamp_height_rate", "clamp_angle_rate"})
    value<double>(*model, input) += 0.1;
  CHECK(read() == before);
}

const char* const kClampedSheet = "sheet = {nodes_length = 5, nodes_width = 3}\n";
const char* const kFreeSheet = "sheet = {nodes_length = 5, nodes_width = 3}\n[start]\n\"sheet.boundary\" = 2\n";
const char* const kFedSheet =
    "sheet = {nodes_length = 5, nodes_width = 3}\nnip = [{name = \"feed\"}, {name = \"exit\"}]\n"
    "[start]\n\"feed.x\" = 0.1\n\"exit.x\" = 0.2\nfeed_speed = 0.1\nexit_speed = 0.2\n\"feed.angle\" = 0.1\n";

TEST_CASE("A sheet has six states per node that moves, and those of its clamp, its master and its nips",
          "[validation]") {
  CHECK(sheet(kClampedSheet)->state_count() == 6 * 4 * 3 + 4);
  CHECK(sheet(kFreeSheet)->state_count() == 6 * (5 * 3 - 1) + 13);
  CHECK(sheet(kFedSheet)->state_count() == 6 * (5 * 3 - 1) + 13 + 2);
  CHECK(sheet("sheet = {nodes_length = 40, nodes_width = 25}")->state_count() == 6 * 39 * 25 + 4);
  CHECK(sheet("sheet = {nodes_length = 41, nodes_width = 25}")->state_count() == 0);  // for co-simulation only
}

TEST_CASE("Derivatives and outputs of a sheet follow exactly the states and inputs that the table lists",
          "[validation]") {
  using Seed = fmi::Model::Seed;
  using Scalar = fmi::Model::Scalar;
  for (const char* description : {kClampedSheet, kFreeSheet, kFedSheet}) {
    INFO(description);
    const auto model = sheet(description);
    const auto& rows = model->table().rows();
    std::mt19937 random{1};
    std::normal_distribution<double> some;
    model->initialise(0);
    const auto x = model->states();
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += 0.01 * model->nominals()[i] * some(random);  // any pose and motion
    model->outputs(0);
    std::vector<Scalar> unknowns;
    std::set<std::string> found, declared;
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (!rows[row].is_rate() && rows[row].causality != fmi::Causality::output) continue;
      for (std::uint32_t e = 0; e < rows[row].elements; ++e) unknowns.push_back({row, e});
      for (const auto* names : {&rows[row].depends, &rows[row].follows}) {
        for (const auto& name : *names) declared.insert(rows[row].name + " of " + name);
      }
    }
    std::vector<double> moved(unknowns.size());
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (!rows[row].is_state() && rows[row].causality != fmi::Causality::input) continue;
      std::vector<Seed> seeds;
      for (std::uint32_t e = 0; e < rows[row].elements; ++e) seeds.push_back({row, e, some(random)});
      model->directional(0, false, seeds, unknowns, moved);
      for (std::size_t i = 0; i < unknowns.size(); ++i) {
        if (moved[i] != 0) found.insert(rows[unknowns[i].row].name + " of " + rows[row].name);
      }
    }
    CHECK(found == declared);
  }
}

TEST_CASE("At the start outputs depend on exactly the real knowns that the table lists", "[validation]") {
  std::set<std::string> found, declared;
  // Variants that bring out everything: hanging askew, lifted; the free sheet and the flat one depend on less.
  const auto build = [] {
    auto model = sheet("sheet = {nodes_length = 7, nodes_width = 5}");
    value<int>(*model, "start") = 2;
    value<int>(*model, "sheet.tree") = 2;
    value<double>(*model, "clamp_height") = 0.1;
    value<double>(*model, "clamp_angle") = 0.2;
    return model;
  };
  const auto names = build();
  const auto& rows = names->table().rows();
  const auto outputs_with = [&](const std::string& known, double factor) {
    const auto model = build();
    value<double>(*model, known) *= factor;
    model->initialise(0);
    model->outputs(0);
    std::map<std::string, std::vector<double>> out;
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (rows[row].causality != fmi::Causality::output) continue;
      const double* first = std::get<double*>(model->storage(row));
      out[rows[row].name].assign(first, first + rows[row].elements);
    }
    return out;
  };
  for (const auto& known : rows) {
    if (known.type != fmi::Type::real || !known.is_settable()) continue;
    const auto usual = outputs_with(known.name, 1), changed = outputs_with(known.name, 1.01);
    for (const auto& v : rows) {
      if (v.causality != fmi::Causality::output) continue;
      for (std::uint32_t e = 0; e < v.elements; ++e) {
        const double difference = std::abs(changed.at(v.name)[e] - usual.at(v.name)[e]);
        if (difference > 1e-10 * v.nominal) found.insert(v.name + " of " + known.name);  // Newton's rounding is below
      }
      for (const auto& name : v.depends_initially) {
        if (name == known.name) declared.insert(v.name + " of " + known.name);
      }
    }
  }
  CHECK(found == declared);
}

TEST_CASE("Directional derivatives through the equilibrium are those of a new equilibrium", "[validation]") {
  const auto at = [](double thickness) {
    auto model = sheet("sheet = {nodes_length = 9, nodes_width = 5}");
    value<int>(*model, "start") = 2;
    value<double>(*model, "sheet.thickness") = thickness;
    model->initialise(0);
    model->outputs(0);
    return model;
  };
  const double t = 1e-4, h = 1e-9;
  const auto model = at(t), more = at(t + h), less = at(t - h);
  const std::size_t known = model->table().index_of("sheet.thickness");
  const std::uint32_t tip_corner = 9 * 5 - 1;
  for (const auto& [name, element] : {std::pair{"tip_x", 0u},
                                      {"tip_y", 0u},
                                      {"max_drop", 0u},
                                      {"total_energy", 0u},
                                      {"node_x", tip_corner},
                                      {"node_y", tip_corner},
                                      {"node_z", tip_corner}}) {
    const fmi::Model::Seed seed{known, 0, 1.0};
    const fmi::Model::Scalar place{model->table().index_of(name), element};
    double exact = 0;
    model->directional(0, true, {&seed, 1}, {&place, 1}, {&exact, 1});
    const double difference =
        ((&value<double>(*more, name))[element] - (&value<double>(*less, name))[element]) / (2 * h);
    CHECK(exact == Approx(difference).epsilon(1e-6));  // differences: (h/t)^2 and rounding 1e-14/h
  }
}

}  // namespace
