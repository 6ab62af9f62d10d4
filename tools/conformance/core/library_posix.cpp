#include <dlfcn.h>

#include <stdexcept>

#include "library.hpp"
#include "sanitizer.hpp"

namespace conformance {

const Loading Library::usual{"RTLD_NOW|LOCAL", RTLD_NOW | RTLD_LOCAL};

const std::vector<Loading>& Library::other_ways() {
  static const std::vector<Loading> ways = [] {
    std::vector<Loading> out{{"RTLD_LAZY|LOCAL", RTLD_LAZY | RTLD_LOCAL}, {"RTLD_NOW|GLOBAL", RTLD_NOW | RTLD_GLOBAL}};
    if (!with_sanitizer)  // sanitizers cannot live with it
      out.push_back({"RTLD_NOW|LOCAL|DEEPBIND", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND});
    return out;
  }();
  return ways;
}

Library::Library(const std::filesystem::path& file, Loading loading) : handle_(dlopen(file.c_str(), loading.flags)) {
  if (!handle_) throw std::runtime_error(dlerror());
}

Library::~Library() { dlclose(handle_); }

void* Library::address(const std::string& name) const { return dlsym(handle_, name.c_str()); }

bool Library::is_loaded(const std::filesystem::path& file) {
  void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle) dlclose(handle);
  return handle;
}

}  // namespace conformance
