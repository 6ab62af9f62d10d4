#pragma once

/// What a shared library says about itself, read from its ELF file without loading it.

#include <filesystem>
#include <string>
#include <vector>

namespace conformance {

struct ElfSymbol {
  std::string name;
  bool unique = false;  ///< STB_GNU_UNIQUE: merges across libraries and pins this one in memory
};

struct ElfFile {
  std::vector<ElfSymbol> exported;                            ///< defined, visible to others
  std::vector<std::string> needed;                            ///< DT_NEEDED
  std::vector<std::pair<std::string, std::string>> versions;  ///< library and symbol version it needs
  std::string soname, run_path;
  bool text_relocations = false;
  bool has_symbol_table = false;  ///< .symtab: not stripped
};

/// Throws std::runtime_error if the file is not a 64-bit ELF library.
ElfFile read_elf(const std::filesystem::path& file);

}  // namespace conformance
