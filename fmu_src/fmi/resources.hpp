#pragma once
/// Finding the FMU's `resources/` folder, however the importer spells it.
#include <string>

namespace reeve::fmi {

// Paths are plain strings: std::filesystem::path of g++ 12 crashes when memory runs out.

/// The path a FMI 2.0 resource location names (file:/x, file:///x, file://localhost/x, percent-encoded), or an empty
/// path if it is no file URI.
std::string path_of_uri(const std::string& uri);

/// Text of `resources/description.toml`: from the importer's place if that can be read, else from `../../resources/`
/// beside this library's own file. Throws with every path that was tried.
struct ResourceFile {
  std::string text, path;
};
ResourceFile read_description(const std::string& given);

}  // namespace reeve::fmi
