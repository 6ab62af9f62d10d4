/// reeve export: an FMU of either version from a description, without a compiler.
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "fmi/export/documentation.hpp"
#include "fmi/export/model_description.hpp"
#include "fmi/token.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"
#include "reeve/licenses.hpp"
#include "reeve/markdown.hpp"
#include "reeve/zip_archive.hpp"

namespace reeve::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string model, output, name, libraries;
  Settings settings;
  int fmi{3};
  bool xml_only{false}, strip_comments{false}, quiet{false};
};

struct Platform {
  const char *tuple, *fmi2_name, *extension;  ///< fmi2_name: null if FMI 2.0 has none
};
constexpr Platform kPlatforms[] = {
    {"x86_64-linux", "linux64", ".so"}, {"x86_64-windows", "win64", ".dll"}, {"aarch64-linux", nullptr, ".so"}};

/// Every platform for which a library of the model lies in the folder.
struct Binary {
  std::string folder, extension;
  fs::path file;
};
std::vector<Binary> binaries(const fs::path& libraries, const std::string& library, int fmi) {
  std::vector<Binary> found;
  for (const auto& platform : kPlatforms) {
    const char* folder = fmi == 2 ? platform.fmi2_name : platform.tuple;
    const fs::path file = libraries / platform.tuple / (library + platform.extension);
    if (folder && fs::exists(file)) found.push_back({folder, platform.extension, file});
  }
  if (found.empty())
    throw std::runtime_error("no library of " + library + " in " + libraries.string() + ": build it first");
  return found;
}

std::string optional_file(const fs::path& path) { return fs::exists(path) ? read_file(path) : std::string{}; }

std::string model_description(LoadedModel& loaded, int fmi) {
  const std::string token = fmi::token(*loaded.model, loaded.description);
  return fmi == 2 ? fmi::fmi2_model_description(*loaded.model, token)
                  : fmi::fmi3_model_description(*loaded.model, token);
}

std::vector<ZipEntry> entries(LoadedModel& loaded, const fs::path& folder, int fmi) {
  const fmi::Identity& identity = loaded.model->identity();
  const auto libraries = binaries(folder, loaded.library, fmi);
  fmi::DocumentationParts parts{
      .sketch_svg = loaded.picture,
      .theory_html = html_of_markdown(optional_file(home() / "theory" / (identity.theory + ".md"))),
      .platforms = {},
      .fmi_version = fmi == 2 ? "2.0" : "3.0"};
  for (const auto& library : libraries) parts.platforms.push_back(library.folder);
  const std::string icon = read_file(home() / "resources/icon.png");

  std::vector<ZipEntry> out;
  out.push_back({"modelDescription.xml", model_description(loaded, fmi)});
  if (fmi == 2) out.push_back({"model.png", icon});
  for (const auto& library : libraries) {
    out.push_back(
        {"binaries/" + library.folder + "/" + identity.identifier + library.extension, read_file(library.file), true});
  }
  out.push_back({"documentation/index.html", fmi::documentation_page(*loaded.model, parts)});
  for (auto& entry : license_entries(identity)) out.push_back(std::move(entry));
  out.push_back({"resources/description.toml", loaded.description_text});
  out.push_back({"terminalsAndIcons/icon.png", icon});
  out.push_back({"terminalsAndIcons/terminalsAndIcons.xml", fmi::terminals_and_icons(*loaded.model)});
  return out;
}

void report(const fs::path& file, const LoadedModel& loaded, const Options& options) {
  std::string platforms;
  for (const auto& binary : binaries(options.libraries, loaded.library, options.fmi))
    platforms += (platforms.empty() ? "" : ", ") + binary.folder;
  std::printf("%s: FMI %d.0, %sco-simulation, %s, %ju kB\n", file.string().c_str(), options.fmi,
              loaded.model->state_count() > 0 ? "model exchange and " : "", platforms.c_str(),
              static_cast<std::uintmax_t>((fs::file_size(file) + 999) / 1000));
}

/// The FMU is written all the same: an importer may give other values.
void warn_about_start(const Options& options) {
  const LoadedModel loaded = load(options.model, options.settings);
  try {
    initialise(loaded);
    warn_implausible(loaded, true);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "warning: with the values of the description it does not start: %s\n", failure.what());
  }
}

void run(const Options& options) {
  if (!options.output.empty()) require_folder(options.output);
  LoadedModel loaded = load(options.model, options.settings, options.name);
  if (options.strip_comments) loaded.description_text = description::to_toml(loaded.description);
  const std::string identifier = loaded.model->identity().identifier;
  if (options.xml_only) {
    const std::string xml = model_description(loaded, options.fmi);
    if (options.output.empty())
      std::fputs(xml.c_str(), stdout);
    else
      write_file(options.output, xml);
    return;
  }
  const fs::path output = options.output.empty() ? identifier + ".fmu" : options.output;
  write_zip(output, entries(loaded, options.libraries, options.fmi));
  if (options.quiet) return;
  report(output, loaded, options);
  warn_about_start(options);
}

}  // namespace

void add_export(CLI::App& app) {
  auto* command = app.add_subcommand("export", "Pack a model as an FMU; no compiler is needed");
  auto options = std::make_shared<Options>();
  options->libraries = (home() / "models").string();
  command->add_option("model", options->model, "Name of a model, or a description FILE.toml")->required();
  command->add_option("-o,--output", options->output, "File to write, in a folder that exists; default: <name>.fmu");
  command->add_option("--fmi", options->fmi, "FMI version")->check(CLI::IsMember({2, 3}))->capture_default_str();
  command->add_option("--set", options->settings, "Start value name=value; may be repeated")->take_all();
  command->add_option("--name", options->name, "Another name (modelIdentifier) for the FMU");
  command->add_option("--libraries", options->libraries,
                      "Folder with the models' libraries, in one folder per platform; default: those of this machine");
  command->add_flag("--strip-comments", options->strip_comments,
                    "Pack the description without its comments and layout, which may say more than an FMU should");
  command->add_flag("-q,--quiet", options->quiet, "Say neither what was written nor what is implausible about it");
  command->add_flag("--xml-only", options->xml_only, "Write only the modelDescription.xml");
  command->callback([options] { run(*options); });
}

}  // namespace reeve::cli
