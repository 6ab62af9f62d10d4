#include <dlfcn.h>

#include <cstdlib>
#include <memory>

#include "fmi/file_system.hpp"

namespace reeve::fmi {

bool is_absolute(const std::string& path) { return !path.empty() && path[0] == '/'; }

std::string native_path(const std::string& path_of_uri) { return path_of_uri; }

std::string file_of_this_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&file_of_this_library), &info) == 0 || !info.dli_fname) return {};
  const std::unique_ptr<char, void (*)(void*)> file(realpath(info.dli_fname, nullptr), &std::free);
  return file ? file.get() : std::string{};
}

std::FILE* open_for_reading(const std::string& path) { return std::fopen(path.c_str(), "rb"); }

}  // namespace reeve::fmi
