#pragma once
/// Which library or executable an address belongs to, on Linux. Not by dladdr or _dl_find_object, which an old glibc has
/// elsewhere or not at all (see old_glibc.cpp).
#include <link.h>

#include <cstdint>
#include <optional>

namespace reeve::fmi {

/// Its name and parts stay valid while it is loaded.
inline std::optional<dl_phdr_info> loaded_object_at(const void* address) {
  struct Search {
    std::uintptr_t address;
    std::optional<dl_phdr_info> found;
  } search{reinterpret_cast<std::uintptr_t>(address), {}};
  const auto look = [](dl_phdr_info* object, std::size_t, void* data) -> int {
    auto& wanted = *static_cast<Search*>(data);
    for (const auto* part = object->dlpi_phdr; part != object->dlpi_phdr + object->dlpi_phnum; ++part) {
      const bool inside =
          part->p_type == PT_LOAD && wanted.address - (object->dlpi_addr + part->p_vaddr) < part->p_memsz;
      if (inside) wanted.found = *object;
    }
    return wanted.found ? 1 : 0;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

}  // namespace reeve::fmi
