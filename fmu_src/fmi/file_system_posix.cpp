#include <link.h>

#include <cstdlib>
#include <memory>

#include "fmi/file_system.hpp"

namespace reeve::fmi {

bool is_absolute(const std::string& path) { return !path.empty() && path[0] == '/'; }

std::string native_path(const std::string& path_of_uri) { return path_of_uri; }

/// Not by dladdr, which moved from one library of glibc to another (see old_glibc.cpp).
std::string file_of_this_library() {
  struct Search {
    ElfW(Addr) address;
    const char* file;
  } search{reinterpret_cast<ElfW(Addr)>(&file_of_this_library), nullptr};
  const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    for (const auto* part = object->dlpi_phdr; part != object->dlpi_phdr + object->dlpi_phnum; ++part) {
      const bool contains = part->p_type == PT_LOAD && wanted.address - (object->dlpi_addr + part->p_vaddr) < part->p_memsz;
      if (contains) wanted.file = object->dlpi_name;
    }
    return wanted.file ? 1 : 0;
  };
  dl_iterate_phdr(look, &search);
  if (!search.file) return {};
  const bool in_executable = *search.file == '\0';  // which has no name there
  const std::unique_ptr<char, void (*)(void*)> file(realpath(in_executable ? "/proc/self/exe" : search.file, nullptr), &std::free);
  return file ? file.get() : std::string{};
}

std::FILE* open_for_reading(const std::string& path) { return std::fopen(path.c_str(), "rb"); }

}  // namespace reeve::fmi
