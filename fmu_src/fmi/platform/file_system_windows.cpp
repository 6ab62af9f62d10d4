#include <windows.h>

#include "fmi/platform/file_system.hpp"

namespace reeve::fmi {
namespace {

std::wstring utf16(const std::string& text) {
  const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
  std::wstring out(static_cast<std::size_t>(size), L' ');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), out.data(), size);
  return out;
}

std::string utf8(const std::wstring& text) {
  const int length = static_cast<int>(text.size());
  const int size = WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(size), ' ');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), length, out.data(), size, nullptr, nullptr);
  return out;
}

bool starts_with_drive(const std::string& path, std::size_t at = 0) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return path.size() > at + 2 && is_letter(path[at]) && path[at + 1] == ':' &&
         (path[at + 2] == '/' || path[at + 2] == '\\');
}

}  // namespace

/// With a drive, or on a server: C:\x, C:/x, \\server\x.
bool is_absolute(const std::string& path) { return starts_with_drive(path) || path.starts_with("\\\\"); }

std::string native_path(const std::string& path_of_uri) {
  return path_of_uri.starts_with('/') && starts_with_drive(path_of_uri, 1) ? path_of_uri.substr(1) : path_of_uri;
}

std::string file_of_this_library() {
  HMODULE library = nullptr;
  if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                          reinterpret_cast<LPCWSTR>(&file_of_this_library), &library)) {
    return {};
  }
  std::wstring file(MAX_PATH, L' ');
  DWORD length = 0;
  while ((length = GetModuleFileNameW(library, file.data(), static_cast<DWORD>(file.size()))) == file.size()) {
    file.resize(2 * file.size());  // cut off: longer than the old limit of Windows
  }
  return utf8(file.substr(0, length));
}

std::FILE* open_for_reading(const std::string& path) { return _wfopen(utf16(path).c_str(), L"rb"); }

}  // namespace reeve::fmi
