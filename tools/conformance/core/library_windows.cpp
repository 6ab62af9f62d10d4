#include <windows.h>

#include <stdexcept>

#include "library.hpp"
#include "text.hpp"

namespace conformance {

const Loading Library::usual{"LoadLibraryEx, searching beside the library", LOAD_WITH_ALTERED_SEARCH_PATH};

const std::vector<Loading>& Library::other_ways() {
  static const std::vector<Loading> ways = {
      {"LoadLibrary", 0},
      {"LoadLibraryEx, safe search", LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS}};
  return ways;
}

Library::Library(const std::filesystem::path& file, Loading loading)
    : handle_(LoadLibraryExW(file.c_str(), nullptr, static_cast<DWORD>(loading.flags))) {
  if (!handle_) throw std::runtime_error(text("LoadLibrary failed with error ", GetLastError()));
}

Library::~Library() { FreeLibrary(static_cast<HMODULE>(handle_)); }

void* Library::address(const std::string& name) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name.c_str()));
}

bool Library::is_loaded(const std::filesystem::path& file) { return GetModuleHandleW(file.c_str()); }

}  // namespace conformance
