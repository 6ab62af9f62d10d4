#include <windows.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "library_file.hpp"
#include "text.hpp"

namespace conformance {

namespace {

/// The file's bytes, addressed as the loader will map them.
class Image {
 public:
  explicit Image(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    const auto dos = at_offset<IMAGE_DOS_HEADER>(0);
    if (dos.e_magic != IMAGE_DOS_SIGNATURE) throw std::runtime_error(text(file.filename().string(), " is no PE file"));
    headers_at_ = static_cast<std::size_t>(dos.e_lfanew);
    headers = at_offset<IMAGE_NT_HEADERS64>(headers_at_);
    if (headers.Signature != IMAGE_NT_SIGNATURE || headers.OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR64_MAGIC)
      throw std::runtime_error(text(file.filename().string(), " is no 64-bit PE file"));
  }

  template <class T>
  T at(DWORD address) const {
    return at_offset<T>(offset(address));
  }

  std::string string_at(DWORD address) const {
    const auto from = offset(address);
    return std::string(bytes_.data() + from, strnlen(bytes_.data() + from, bytes_.size() - from));
  }

  IMAGE_DATA_DIRECTORY directory(int index) const { return headers.OptionalHeader.DataDirectory[index]; }

  IMAGE_NT_HEADERS64 headers{};

 private:
  template <class T>
  T at_offset(std::size_t offset) const {
    T value;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) throw std::runtime_error("PE file is cut short");
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  std::size_t offset(DWORD address) const {
    const auto sections = headers_at_ + offsetof(IMAGE_NT_HEADERS64, OptionalHeader) + headers.FileHeader.SizeOfOptionalHeader;
    for (WORD i = 0; i < headers.FileHeader.NumberOfSections; ++i) {
      const auto s = at_offset<IMAGE_SECTION_HEADER>(sections + i * sizeof(IMAGE_SECTION_HEADER));
      if (address < s.VirtualAddress || address - s.VirtualAddress >= s.SizeOfRawData) continue;
      return address - s.VirtualAddress + s.PointerToRawData;
    }
    throw std::runtime_error("PE address outside the file");
  }

  std::vector<char> bytes_;
  std::size_t headers_at_ = 0;
};

}  // namespace

LibraryFile read_library_file(const std::filesystem::path& file) {
  const Image image(file);
  LibraryFile out;
  out.has_symbol_table = image.headers.FileHeader.NumberOfSymbols != 0;
  if (const auto where = image.directory(IMAGE_DIRECTORY_ENTRY_EXPORT); where.Size > 0) {
    const auto exports = image.at<IMAGE_EXPORT_DIRECTORY>(where.VirtualAddress);
    out.soname = image.string_at(exports.Name);
    for (DWORD i = 0, at = exports.AddressOfNames; i < exports.NumberOfNames; ++i, at += sizeof(DWORD))
      out.exported.push_back({image.string_at(image.at<DWORD>(at))});
  }
  if (const auto where = image.directory(IMAGE_DIRECTORY_ENTRY_IMPORT); where.Size > 0) {
    for (DWORD at = where.VirtualAddress;; at += sizeof(IMAGE_IMPORT_DESCRIPTOR)) {
      const auto import = image.at<IMAGE_IMPORT_DESCRIPTOR>(at);
      if (import.Name == 0) break;
      out.needed.push_back(image.string_at(import.Name));
    }
  }
  return out;
}

}  // namespace conformance
