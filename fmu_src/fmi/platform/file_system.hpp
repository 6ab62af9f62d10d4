#pragma once
/// The few things about files that differ between operating systems. Paths are UTF-8 everywhere.
#include <cstdio>
#include <string>

namespace reeve::fmi {

#if defined(_WIN32)
inline constexpr const char* kPathSeparators = "/\\";
#else
inline constexpr const char* kPathSeparators = "/";
#endif

bool is_absolute(const std::string& path);

/// The path that a file URI means by its path part: on Windows /C:/x is C:/x.
std::string native_path(const std::string& path_of_uri);

/// The shared library that this code is part of, or empty if the system does not tell.
std::string file_of_this_library();

/// nullptr if the file cannot be opened.
std::FILE* open_for_reading(const std::string& path);

}  // namespace reeve::fmi
