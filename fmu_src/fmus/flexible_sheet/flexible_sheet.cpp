/// FlexibleSheet: how it is built from a description.
#include <algorithm>

#include "fmus/bind.hpp"
#include "fmus/read_description.hpp"
#include "models/flexible_sheet/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::flexible_sheet::kMostNips;
using models::flexible_sheet::kMostNodes;
using models::flexible_sheet::Structure;

/// nip = [{name = "feed"}, ...]; empty if the description has none.
std::vector<std::string> nips_of(const description::Reader& description) {
  std::vector<std::string> names;
  for (const auto& item : description.tables("nip")) {
    const std::string name = item.identifier("name");
    for (const char* reserved : {"sheet", "clamp", "solver", "start", "gravity", "time"}) {
      if (name == reserved)
        item.fail("name", "\"" + name + "\" means something else in this model: choose another name");
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) item.fail("name", "\"" + name + "\" is taken");
    item.refuse_unknown();
    names.push_back(name);
  }
  if (names.size() > kMostNips) {
    description.fail("nip", std::to_string(names.size()) + " nips: expected at most " + std::to_string(kMostNips));
  }
  return names;
}

Structure structure_of(const description::Reader& description) {
  constexpr int kFewest = 3, kMostInLine = 401;
  Structure structure;
  structure.nip = nips_of(description);
  if (!description.has("sheet")) return structure;
  const auto sheet = description.table("sheet");
  structure.nodes_length = bounded_integer(sheet, "nodes_length", structure.nodes_length, kFewest, kMostInLine);
  structure.nodes_width = bounded_integer(sheet, "nodes_width", structure.nodes_width, kFewest, kMostInLine);
  if (structure.nodes_width % 2 == 0) {
    sheet.fail("nodes_width", "found " + std::to_string(structure.nodes_width) +
                                  ": expected an odd number, for the master node and the tip sit in the middle");
  }
  if (structure.nodes_length * structure.nodes_width > kMostNodes) {
    sheet.fail("nodes_length", "times nodes_width makes more than " + std::to_string(kMostNodes) + " nodes");
  }
  sheet.refuse_unknown();
  return structure;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  auto structure = structure_of(description);
  const double tolerance = structure.nip.empty() ? 1e-6 : models::flexible_sheet::kNipTolerance;
  Identity identity{
      .identifier = description.text("name", "FlexibleSheet"),
      .description = description.text("description",
                                      "A flexible sheet (paper, film, foil) clamped at a moving edge or free: "
                                      "large bending in relative coordinates, O(n)"),
      .experiment = read_experiment(description, {.stop = 1.0, .step = 1e-3, .tolerance = tolerance}),
      .terminals = {{"clamp",
                     "The clamped edge: height and angle in with their rates",
                     {"clamp_height", "clamp_angle", "clamp_height_rate", "clamp_angle_rate"}}},
      .theory = "sheet",
      .sketch = "flexible-sheet"};
  for (const auto& name : structure.nip) {
    identity.terminals.push_back({name,
                                  "The rollers of " + name + ": their speed in, force and slip of the sheet out",
                                  {name + "_speed", name + "_force", name + "_slip"}});
  }
  return std::make_unique<Bound<models::flexible_sheet::Model>>(std::move(structure), std::move(identity));
}

}  // namespace

const ModelKind& flexible_sheet() {
  static constexpr ModelKind kind{"FlexibleSheet", &build};
  return kind;
}

}  // namespace reeve::fmus
