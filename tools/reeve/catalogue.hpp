#pragma once
/// Finding models and descriptions: by the name of a shipped one, or by the path of a file.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fmi/model.hpp"

namespace reeve::cli {

/// `--set name=value`, later ones win
using Settings = std::vector<std::string>;

/// A description and the model it makes.
struct LoadedModel {
  std::string origin;  ///< file of the description
  description::Node description;
  std::string description_text;  ///< what goes into the FMU
  std::unique_ptr<fmi::Model> model;
  std::string library;  ///< name of its library, as `model` in the description
  std::string picture;  ///< SVG, may be empty
};

/// The folder that holds models/, resources/ and theory/.
std::filesystem::path home();

/// A library by its name, as `model` in a description; throws with a suggestion.
const fmi::ModelKind& kind_named(const std::string& wanted);

/// All shipped descriptions: name and file, sorted by name.
std::vector<std::pair<std::string, std::filesystem::path>> shipped_descriptions();

/// Throws with a suggestion if it is neither the name of a shipped description nor a readable file.
LoadedModel load(const std::string& name_or_file, const Settings& settings, const std::string& rename = {});

/// Checks the parameters, finds the start state and computes outputs; throws with every bad parameter named, and its line.
void initialise(const LoadedModel& loaded);

/// Warnings about values that are allowed but unlikely to be meant, each with its line, on standard error; of an initialised
/// model at rest also about its natural frequencies.
void warn_implausible(const LoadedModel& loaded, bool frequencies);

std::string read_file(const std::filesystem::path& path);  ///< throws if it cannot
void require_folder(const std::filesystem::path& file);    ///< throws if there is none for the file
void write_file(const std::filesystem::path& path, const std::string& content);  ///< makes folders as needed

}  // namespace reeve::cli
