#pragma once

/// The zip file that an FMU is: its entries with their attributes, and its content in a private folder.

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace conformance {

struct ZipEntry {
  std::string name;
  std::uint64_t size = 0;
  std::uint16_t method = 0;      ///< 0 stored, 8 deflated
  std::uint16_t encryption = 0;  ///< 0 none
  bool unix_made = false;        ///< the mode is meaningful
  unsigned mode = 0;             ///< file type and permissions as in stat()
  std::time_t time = 0;

  bool is_folder() const { return name.ends_with('/'); }
  bool is_symbolic_link() const { return unix_made && (mode & 0170000) == 0120000; }
};

/// Entries in the order of the central directory. Throws std::runtime_error if the file is no zip file.
std::vector<ZipEntry> list_entries(const std::filesystem::path& zip_file);

/// Writes every entry below `folder`; refuses names that lead out of it.
void unpack(const std::filesystem::path& zip_file, const std::filesystem::path& folder);

}  // namespace conformance
