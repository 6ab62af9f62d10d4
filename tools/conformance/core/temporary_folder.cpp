#include "temporary_folder.hpp"

#include <unistd.h>

#include <random>

#include "text.hpp"

namespace conformance {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& name) : owner_(getpid()) {
  std::random_device random;
  do {
    root_ = fs::temp_directory_path() / text("reeve-conformance-", owner_, "-", random());
  } while (!fs::create_directory(root_));
  path_ = root_ / fs::u8path(name);
  fs::create_directory(path_);
}

TemporaryFolder::~TemporaryFolder() {
  if (getpid() != owner_) return;
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

}  // namespace conformance
