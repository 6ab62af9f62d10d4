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

void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries);

}  // namespace reeve::cli
