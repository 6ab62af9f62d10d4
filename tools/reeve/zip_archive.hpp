#pragma once
/// A reproducible zip: entries in the order they are added, fixed time stamps and modes, deflated.
#include <filesystem>
#include <string>
#include <vector>

namespace reeve::cli {

struct ZipEntry {
  std::string name;  ///< forward slashes
  std::string content;
  bool executable{false};
};

/// Throws if the archive cannot be read or has no such entry.
std::string read_zip_entry(const std::filesystem::path& path, const std::string& name);

void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries);

}  // namespace reeve::cli
