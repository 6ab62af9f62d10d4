/// How the FMU finds its resources, and what it says if it cannot.

#include <fstream>
#include <iterator>

#include "clauses.hpp"
#include "core/changed_number.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace fs = std::filesystem;

namespace {

constexpr const char* awkward = "a b%20\xC3\xBC";  // a blank, a percent sign that looks like an escape, an umlaut

/// Moves the resources of an unpacked FMU to where nothing but the location that the importer passes leads to them: an
/// FMU that also looks beside its library would hide a location that it does not understand.
void move_resources(const fs::path& from, const fs::path& to) {
  if (fs::exists(from / "resources")) fs::rename(from / "resources", to / "resources");
}

void runs_from(const Fmu& fmu, const char* name) {
  const LoadedFmu at_home(fmu);
  const auto expected = usual_run(at_home, 10);
  const TemporaryFolder folder(name), elsewhere(name);
  fmu.copy_to(folder.path());
  move_resources(folder.path(), elsewhere.path());
  const LoadedFmu loaded(fmu, folder.path());
  Arguments arguments;
  arguments.resources = fmu.resources_in(elsewhere.path());
  const auto instance = loaded.start(arguments);
  expect_identical(fmu, simulate(fmu, *instance, usual_points(fmu, 10)), expected,
                   text("in a folder named ", in_quotes(name)));
}

void awkward_folder(const Fmu& fmu) { runs_from(fmu, awkward); }

/// Windows: no code page has both scripts, so only wide characters lead there.
void other_scripts(const Fmu& fmu) {
  runs_from(fmu, "\xD1\x82\xD0\xB5\xD1\x81\xD1\x82 \xE3\x83\xAD\xE3\x83\xBC\xE3\x83\x97");
}

void location_forms(const Fmu& fmu) {
  const TemporaryFolder folder, elsewhere("with blank");
  fmu.copy_to(folder.path());
  move_resources(folder.path(), elsewhere.path());
  const auto path = (elsewhere.path() / "resources").string();
  const auto encoded = path_in_uri(elsewhere.path() / "resources");
  const LoadedFmu loaded(fmu, folder.path());
  std::vector<std::string> forms;
  if (fmu.description().version == 2)
    forms = {"file://" + encoded, "file:" + encoded, "file://localhost" + encoded, "file:////" + encoded.substr(1),
             "file://" + encoded + "/"};
  else
    forms = {path + "/", path};
  for (const auto& form : forms) {
    Arguments arguments;
    arguments.resources = form;
    const auto environment = loaded.environment(arguments);
    const auto instance = loaded.try_instantiate(arguments, environment);
    expect(instance, "resource location ", in_quotes(form), " was refused: ", environment->log());
  }
}

void no_location(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.null_resources = true;
  const auto environment = loaded.environment(arguments);
  const auto instance = loaded.try_instantiate(arguments, environment);
  if (instance) return;
  expect(fs::exists(fmu.folder() / "resources"), "refused although the FMU has no resources: ", environment->log());
  expect(!fmu.house(), "the resources beside the library were not found: ", environment->log());
  expect(!environment->messages.empty(), "refused without a message");
}

void unreadable(const Fmu& fmu) {
  const TemporaryFolder folder;
  fmu.copy_to(folder.path());
  fs::remove_all(folder.path() / "resources");
  const LoadedFmu loaded(fmu, folder.path());
  Arguments arguments;
  arguments.resources = fmu.resources_in(fs::current_path().root_path() / "nonexistent-folder");
  const auto environment = loaded.environment(arguments);
  expect(!loaded.try_instantiate(arguments, environment), "instantiated without resources: expected NULL");
  expect(environment->mentions("nonexistent-folder"),
         "the message does not name the location tried: ", environment->log());
  expect(environment->mentions(folder.path().filename().string()) || environment->mentions("binaries"),
         "the message does not name the place beside the library: ", environment->log());
}

void changed_description(const Fmu& fmu) {
  const auto original = fmu.folder() / "resources" / "description.toml";
  if (!fs::exists(original)) not_applicable("no resources/description.toml");
  std::ifstream in(original, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  const auto changed = with_a_changed_number(content).value_or(content + "\nsurprise = 1\n");
  const TemporaryFolder folder;
  fmu.copy_to(folder.path());
  std::ofstream(folder.path() / "resources" / "description.toml", std::ios::binary) << changed;
  const LoadedFmu loaded(fmu, folder.path());
  const auto environment = loaded.environment();
  expect(!loaded.try_instantiate({}, environment), "a changed number in resources/description.toml was not noticed");
  expect(!environment->messages.empty(), "the changed description was refused without a message");
  remark(environment->log());
}

/// Garbage instead of the description: every prefix of it, and some bytes that are no text.
void hostile_description(const Fmu& fmu) {
  const auto original = fmu.folder() / "resources" / "description.toml";
  if (!fs::exists(original)) not_applicable("no resources/description.toml");
  std::ifstream in(original, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::string> hostile = {"",
                                      "=",
                                      "[[[[[",
                                      std::string("\0\0\0", 3),
                                      "\xFF\xFE",
                                      std::string(100000, '['),
                                      "a=" + std::string(100000, '9'),
                                      content + content,
                                      content + "\nsurprise = 1\n"};
  for (std::size_t n = 1; n < content.size(); n += 1 + content.size() / 60) hostile.push_back(content.substr(0, n));
  const TemporaryFolder folder;
  fmu.copy_to(folder.path());
  const LoadedFmu loaded(fmu, folder.path());
  for (const auto& bytes : hostile) {
    std::ofstream(folder.path() / "resources" / "description.toml", std::ios::binary) << bytes;
    const auto environment = loaded.environment();
    if (loaded.try_instantiate({}, environment)) continue;  // e.g. a cut inside a final comment
    expect(!environment->messages.empty(), "a damaged description (", bytes.size(),
           " bytes) was refused without a message");
  }
}

}  // namespace

void add_resources(Registry& checks) {
  using enum Severity;
  checks.add("P05",
             "the FMU runs from a folder, and with resources in one, that has a blank, a percent sign and an umlaut in "
             "its name",
             awkward_folder, error, clause::instances);
  checks.add("P35", "the FMU runs from a folder with Cyrillic and Japanese letters in its name", other_scripts, error,
             clause::instances);
  checks.add("P06", "every usual form of the resource location is understood", location_forms, error,
             clause::instances);
  checks.add("B06", "without readable resources the message lists the places that were tried", unreadable, house,
             clause::house);
  checks.add("B07", "a description that changed since the export is refused with a message", changed_description, house,
             clause::house);
  checks.add("B56", "resource location NULL works, or is refused with a message if resources are needed", no_location,
             error, clause::instances);
  checks.add("B57", "a damaged description is refused with a message and never a crash", hostile_description, house,
             clause::house);
}

}  // namespace conformance
