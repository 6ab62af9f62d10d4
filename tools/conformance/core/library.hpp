#pragma once

/// A shared library for as long as the object lives.

#include <filesystem>
#include <string>
#include <vector>

namespace conformance {

/// One of the ways in which importers load a library.
struct Loading {
  const char* name;
  int flags;  ///< of the system's loader
};

class Library {
 public:
  static const Loading usual;
  static const std::vector<Loading>& other_ways();

  /// Throws std::runtime_error with the loader's words.
  explicit Library(const std::filesystem::path& file, Loading loading = usual);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Address of a function, nullptr if the library has none of that name.
  template <class Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(address(name));
  }

  /// Whether the process still has the file mapped, e.g. after the object is gone.
  static bool is_loaded(const std::filesystem::path& file);

 private:
  void* address(const std::string& name) const;
  void* handle_;
};

}  // namespace conformance
