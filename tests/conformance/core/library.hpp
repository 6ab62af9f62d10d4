#pragma once

/// A shared library for as long as the object lives.

#include <dlfcn.h>

#include <filesystem>
#include <string>

namespace conformance {

class Library {
 public:
  /// Throws std::runtime_error with the loader's words.
  explicit Library(const std::filesystem::path& file, int mode = RTLD_NOW | RTLD_LOCAL);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Address of a function, nullptr if the library has none of that name.
  template <class Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
  }

  /// Whether the process still has the file mapped, e.g. after the object is gone.
  static bool is_loaded(const std::filesystem::path& file);

 private:
  void* handle_;
};

}  // namespace conformance
