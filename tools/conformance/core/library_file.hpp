#pragma once

/// What a shared library says about itself, read from its file without loading it: ELF on Linux, PE on Windows.

#include <filesystem>
#include <string>
#include <vector>

namespace conformance {

struct ExportedSymbol {
  std::string name;
  bool unique = false;  ///< STB_GNU_UNIQUE: merges across libraries and pins this one in memory
};

struct LibraryFile {
  std::vector<ExportedSymbol> exported;                       ///< defined, visible to others
  std::vector<std::string> needed;                            ///< other libraries
  std::vector<std::pair<std::string, std::string>> versions;  ///< library and symbol version it needs
  std::string soname, run_path;
  bool text_relocations = false;
  bool has_symbol_table = false;  ///< not stripped
};

/// Throws std::runtime_error if the file is no 64-bit library of this platform.
LibraryFile read_library_file(const std::filesystem::path& file);

}  // namespace conformance
