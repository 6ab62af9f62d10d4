#include "reeve/catalogue.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "fmus/registry.hpp"
#include "math/text.hpp"
#include "reeve/lines.hpp"
#include "reeve/rope_catalogue.hpp"
#include "variables/ranges.hpp"

namespace reeve::cli {
namespace {

namespace fs = std::filesystem;
using description::Node;

/// A build may hold fewer models than there are descriptions.
bool is_built(const std::string& model) {
  const auto kinds = fmus::all_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const fmi::ModelKind* kind) { return kind->name == model; });
}

const fmi::ModelKind& kind_of(const description::Reader& reader) {
  try {
    return kind_named(reader.text("model"));
  } catch (const std::invalid_argument& unknown) {
    reader.fail("model", unknown.what());
  }
}

constexpr int kSetting = 0;  ///< line of what stands in no file but behind --set

void mark_as_setting(Node& node) {
  node.line = kSetting;
  if (auto* list = std::get_if<description::List>(&node.value)) {
    for (Node& item : *list) mark_as_setting(item);
  }
}

/// Puts `name=value` into the [start] section; the value is written as in TOML.
void apply(Node& root, const std::string& setting) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("--set " + setting + ": expected name=value, for example --set spring.stiffness=50");
  }
  Node value = description::parse("value = " + setting.substr(equals + 1), "--set " + setting);
  auto& table = std::get<description::Table>(root.value);
  auto& start = table.try_emplace("start", Node{description::Table{}, 1}).first->second;
  auto* const values = std::get_if<description::Table>(&start.value);
  if (!values)
    throw std::invalid_argument("--set " + setting + ": start in line " + std::to_string(start.line) +
                                " of the description is no table");
  Node& item = (*values)[setting.substr(0, equals)] = std::get<description::Table>(value.value).at("value");
  mark_as_setting(item);
}

/// What is wrong with a start value from the command line says so, instead of naming a line of the file.
std::unique_ptr<fmi::Model> built(const fmi::ModelKind& kind, const Node& description, const std::string& origin) {
  try {
    return fmi::build_model(kind, description, origin);
  } catch (const description::DescriptionError& error) {
    const std::string message = error.what(), place = origin + ":" + std::to_string(kSetting) + ": start.";
    if (message.compare(0, place.size(), place) != 0) throw;
    throw std::invalid_argument("--set " + message.substr(place.size()));
  }
}

fs::path file_of(const std::string& name_or_file) {
  if (fs::path(name_or_file).extension() == ".toml") return name_or_file;
  std::vector<std::string> names;
  for (const auto& [name, path] : shipped_descriptions()) {
    if (name == name_or_file) return path;
    names.push_back(name);
  }
  const std::string near = description::nearest(name_or_file, names);
  throw std::invalid_argument(
      "\"" + name_or_file + "\" is neither a model nor a .toml file" +
      (near.empty() ? "; `reeve models` lists the models" : "; did you mean \"" + near + "\"?"));
}

}  // namespace

const fmi::ModelKind& kind_named(const std::string& wanted) {
  std::vector<std::string> names;
  for (const fmi::ModelKind* kind : fmus::all_kinds()) {
    if (kind->name == wanted) return *kind;
    names.emplace_back(kind->name);
  }
  const std::string near = description::nearest(wanted, names);
  std::string known;
  for (const auto& name : names) known += (known.empty() ? "" : ", ") + name;
  throw std::invalid_argument("there is no model \"" + wanted + "\"; " +
                              (near.empty() ? "there are " + known : "did you mean \"" + near + "\"?"));
}

fs::path home() { return fs::canonical("/proc/self/exe").parent_path().parent_path(); }

std::vector<std::pair<std::string, fs::path>> shipped_descriptions() {
  std::vector<std::pair<std::string, fs::path>> found;
  for (const auto& entry : fs::recursive_directory_iterator(home() / "resources")) {
    if (entry.path().extension() != ".toml") continue;
    const Node node = description::parse(read_file(entry.path()), entry.path().string());
    const description::Reader reader(node, entry.path().string());
    if (reader.has("model") && is_built(reader.text("model"))) found.emplace_back(reader.text("name"), entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

LoadedModel load(const std::string& name_or_file, const Settings& settings, const std::string& rename) {
  const fs::path path = file_of(name_or_file);
  LoadedModel loaded;
  loaded.origin = path.string();
  loaded.description_text = read_file(path);
  loaded.description = description::parse(loaded.description_text, path.string());
  for (const auto& setting : settings) apply(loaded.description, setting);
  if (!rename.empty()) std::get<description::Table>(loaded.description.value)["name"] = Node{rename, 1};
  const bool looked_up = resolve_ropes(loaded.description, path.string());
  if (!settings.empty() || !rename.empty() || looked_up)
    loaded.description_text = description::to_toml(loaded.description);
  const fmi::ModelKind& kind = kind_of(description::Reader(loaded.description, path.string()));
  loaded.library = kind.name;
  loaded.model = built(kind, loaded.description, path.string());
  const fs::path sketch = home() / "resources/sketches" / (loaded.model->identity().sketch + ".svg");
  if (kind.draw)
    loaded.picture = kind.draw(description::Reader(loaded.description, path.string()));
  else if (fs::exists(sketch))
    loaded.picture = read_file(sketch);
  return loaded;
}

namespace {

/// What begins with "name = value" gets the line of the variable.
std::string at_its_line(const LoadedModel& loaded, const std::string& finding) {
  const int line = line_of_variable(loaded.description, finding.substr(0, finding.find(" = ")));
  return line > kSetting ? loaded.origin + ":" + std::to_string(line) + ": " + finding : finding;
}

/// The slowest motion of a lift, hoist or crane takes a tenth of a second to some seconds.
std::string doubt_frequency(double lowest) {
  constexpr double kSlowest = 0.05, kFastest = 100;  // [Hz]
  if (lowest >= kSlowest && lowest <= kFastest) return {};
  return "the lowest natural frequency is " + math::text(lowest, 4) +
         " Hz, and machines of ropes have 0.05 to 100 Hz; " +
         (lowest < kSlowest ? "is EA or a stiffness in kN, or a mass in g?" : "is a mass in t, or EA in mN?") +
         " All are in N, N/m and kg";
}

}  // namespace

void warn_implausible(const LoadedModel& loaded, bool frequencies) {
  std::vector<std::string> warnings;
  loaded.model->plausibility(warnings);
  for (auto& warning : warnings) warning = at_its_line(loaded, warning);
  if (const auto all = frequencies ? loaded.model->natural_frequencies() : std::vector<double>{}; !all.empty()) {
    if (auto doubt = doubt_frequency(all.front()); !doubt.empty()) warnings.push_back(std::move(doubt));
  }
  for (const auto& warning : warnings) std::fprintf(stderr, "warning: %s\n", warning.c_str());
}

void initialise(const LoadedModel& loaded) {
  fmi::Model& model = *loaded.model;
  std::vector<std::string> findings;
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].is_settable()) variables::check_range(rows[row], model.storage(row), findings);
  }
  if (findings.empty()) model.check(findings);
  for (auto& finding : findings) finding = at_its_line(loaded, finding);
  if (!findings.empty()) throw std::invalid_argument(variables::joined(findings));
  model.initialise(model.identity().experiment.start);
  model.outputs(model.identity().experiment.start);
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) throw std::invalid_argument("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

void require_folder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  if (!folder.empty() && !fs::is_directory(folder))
    throw std::invalid_argument("-o " + file.string() + ": there is no folder " + folder.string() + "; make it first");
}

void write_file(const fs::path& path, const std::string& content) {
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  if (!(file << content).flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace reeve::cli
