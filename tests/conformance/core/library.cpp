#include "library.hpp"

#include <stdexcept>

namespace conformance {

Library::Library(const std::filesystem::path& file, int mode) : handle_(dlopen(file.c_str(), mode)) {
  if (!handle_) throw std::runtime_error(dlerror());
}

Library::~Library() { dlclose(handle_); }

bool Library::is_loaded(const std::filesystem::path& file) {
  void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle) dlclose(handle);
  return handle;
}

}  // namespace conformance
