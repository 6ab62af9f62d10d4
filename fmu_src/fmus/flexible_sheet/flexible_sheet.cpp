/// FlexibleSheet: how it is built from a description.
#include "fmus/bind.hpp"
#include "fmus/header.hpp"
#include "models/flexible_sheet/model.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using description::Keys;
using description::Reader;
using models::flexible_sheet::kMostNips;
using models::flexible_sheet::kMostNodes;
using models::flexible_sheet::Structure;

void nip_keys(std::string& name, Keys& keys) {
  keys.identifier("name", name, "Begins the names of the nip's variables").required();
}

void check_nodes(const Structure& structure, const Reader& sheet) {
  if (structure.nodes_width % 2 == 0) {
    sheet.fail("nodes_width", "found " + std::to_string(structure.nodes_width) +
                                  ": expected an odd number, for the master node and the tip sit in the middle");
  }
  if (structure.nodes_length * structure.nodes_width > kMostNodes)
    sheet.fail("nodes_length", "times nodes_width makes more than " + std::to_string(kMostNodes) + " nodes");
}

void sheet_keys(Structure& structure, Keys& keys) {
  constexpr int kFewest = 3, kMostInLine = 401;
  keys.integer("nodes_length", structure.nodes_length, "Nodes from the clamped edge to the free one")
      .range(kFewest, kMostInLine);
  keys.integer("nodes_width", structure.nodes_width,
               "Nodes along the clamped edge, odd; at most 10000 nodes in all, for model exchange 1000")
      .range(kFewest, kMostInLine);
  keys.then([&structure](const Reader& sheet) { check_nodes(structure, sheet); });
}

void description_keys(Described<Structure>& d, Keys& keys) {
  header_keys(d.header, keys, "FlexibleSheet",
              "A flexible sheet (paper, film, foil) clamped at a moving edge or free: large bending in relative "
              "coordinates, O(n)");
  keys.table("sheet", d.structure, &sheet_keys, "What fixes the size of the interface");
  keys.tables("nip", d.structure.nip, &nip_keys, "Pairs of rollers that feed the sheet, which is then free")
      .entries(0, kMostNips);
  keys.then([&nips = d.structure.nip](const Reader& description) {
    std::vector<std::string> before;
    for (const Reader& item : description.tables("nip")) {
      const std::string& name = nips[before.size()];
      refuse_taken(item, name, {"sheet", "clamp", "solver", "start", "gravity", "time"}, before);
      before.push_back(name);
    }
  });
}

std::unique_ptr<Model> build(const Reader& from) {
  auto [header, structure] = read<Structure>(from, &description_keys);
  const double tolerance = structure.nip.empty() ? 1e-6 : models::flexible_sheet::kNipTolerance;
  Identity identity = identity_of(header, {.stop = 1.0, .step = 1e-3, .tolerance = tolerance});
  identity.terminals = {{"clamp",
                         "The clamped edge: height and angle in with their rates",
                         {"clamp_height", "clamp_angle", "clamp_height_rate", "clamp_angle_rate"}}};
  for (const auto& name : structure.nip) {
    identity.terminals.push_back({name,
                                  "The rollers of " + name + ": their speed in, force and slip of the sheet out",
                                  {name + "_speed", name + "_force", name + "_slip"}});
  }
  identity.theory = "sheet";
  identity.sketch = "flexible-sheet";
  return std::make_unique<Bound<models::flexible_sheet::Model>>(std::move(structure), std::move(identity));
}

description::Schema schema() { return Keys::schema_of(&description_keys); }

}  // namespace

const ModelKind& flexible_sheet() {
  static constexpr ModelKind kind{"FlexibleSheet", &build, &schema};
  return kind;
}

}  // namespace reeve::fmus
