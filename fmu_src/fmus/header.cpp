#include "fmus/header.hpp"

#include <algorithm>

namespace reeve::fmus {
namespace {

void experiment_keys(Header& header, description::Keys& keys) {
  keys.number("stop", header.stop, "s", "When the default experiment ends").positive();
}

}  // namespace

void header_keys(Header& header, description::Keys& keys, const std::string& model, const std::string& usual) {
  keys.text("model", header.model, "Which library makes the FMU").choices({model}).required();
  header.name = model;
  keys.identifier("name", header.name, "Name of the FMU (modelIdentifier), a C identifier");
  header.description = usual;
  keys.text("description", header.description, "One sentence about the FMU");
  keys.text("author", header.owner.author, "Who made the FMU");
  keys.text("copyright", header.owner.copyright, "Whose the FMU is, such as Copyright (c) 2026 Example Lifts");
  keys.text("license", header.owner.license, "Terms under which the FMU may be used");
  keys.text("version", header.owner.version, "Version of the FMU, such as 1.2.0");
  keys.table("experiment", header, &experiment_keys, "The run that importers suggest");
  keys.start_values("start", "Start values of parameters and inputs by name, also as nested tables");
}

fmi::Identity identity_of(const Header& header, fmi::Experiment usual) {
  usual.stop = header.stop.value_or(usual.stop);
  return {.identifier = header.name,
          .description = header.description,
          .owner = header.owner,
          .experiment = usual,
          .terminals = {},
          .theory = {},
          .sketch = {}};
}

void refuse_taken(const description::Reader& item, const std::string& name, const std::vector<std::string>& reserved,
                  const std::vector<std::string>& before) {
  const auto has = [&](const auto& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
  if (has(reserved)) item.fail("name", "\"" + name + "\" means something else in this model: choose another name");
  if (has(before)) item.fail("name", "\"" + name + "\" is taken: choose another name");
}

}  // namespace reeve::fmus
