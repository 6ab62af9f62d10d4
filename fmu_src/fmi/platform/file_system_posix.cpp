#include "fmi/platform/file_system.hpp"

#include <cstdlib>
#include <memory>

#include "fmi/platform/loaded_object.hpp"

namespace reeve::fmi {

bool is_absolute(const std::string& path) { return !path.empty() && path[0] == '/'; }

std::string native_path(const std::string& path_of_uri) { return path_of_uri; }

std::string file_of_this_library() {
  const auto object = loaded_object_at(reinterpret_cast<const void*>(&file_of_this_library));
  if (!object) return {};
  const bool in_executable = *object->dlpi_name == '\0';  // which has no name there
  const std::unique_ptr<char, void (*)(void*)> file(
      realpath(in_executable ? "/proc/self/exe" : object->dlpi_name, nullptr), &std::free);
  return file ? file.get() : std::string{};
}

std::FILE* open_for_reading(const std::string& path) { return std::fopen(path.c_str(), "rb"); }

}  // namespace reeve::fmi
