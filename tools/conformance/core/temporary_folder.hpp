#pragma once

#include <filesystem>
#include <string>

namespace conformance {

/// A new folder that disappears with the object. `name` is its last component, e.g. one with a blank in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name = "fmu");
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path root_, path_;
  int owner_;  ///< only the process that made the folder removes it
};

}  // namespace conformance
