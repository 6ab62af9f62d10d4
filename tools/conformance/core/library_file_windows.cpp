#include <windows.h>

#include "binary_image.hpp"
#include "library_file.hpp"
#include "text.hpp"

namespace conformance {

namespace {

/// Addressed as the loader will map the file.
class MappedImage {
 public:
  explicit MappedImage(const std::filesystem::path& file) : file_(file) {
    const auto dos = file_.at<IMAGE_DOS_HEADER>(0);
    if (dos.e_magic != IMAGE_DOS_SIGNATURE) throw std::runtime_error(text(file.filename().string(), " is no PE file"));
    headers_at_ = static_cast<std::size_t>(dos.e_lfanew);
    headers = file_.at<IMAGE_NT_HEADERS64>(headers_at_);
    if (headers.Signature != IMAGE_NT_SIGNATURE || headers.OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR64_MAGIC)
      throw std::runtime_error(text(file.filename().string(), " is no 64-bit PE file"));
  }

  template <class T>
  T at(DWORD address) const {
    return file_.at<T>(offset(address));
  }

  std::string string_at(DWORD address) const { return file_.string_at(offset(address)); }

  IMAGE_DATA_DIRECTORY directory(int index) const { return headers.OptionalHeader.DataDirectory[index]; }

  IMAGE_NT_HEADERS64 headers{};

 private:
  std::size_t offset(DWORD address) const {
    const auto sections =
        headers_at_ + offsetof(IMAGE_NT_HEADERS64, OptionalHeader) + headers.FileHeader.SizeOfOptionalHeader;
    for (WORD i = 0; i < headers.FileHeader.NumberOfSections; ++i) {
      const auto s = file_.at<IMAGE_SECTION_HEADER>(sections + i * sizeof(IMAGE_SECTION_HEADER));
      if (address < s.VirtualAddress || address - s.VirtualAddress >= s.SizeOfRawData) continue;
      return address - s.VirtualAddress + s.PointerToRawData;
    }
    throw std::runtime_error("PE address outside the file");
  }

  BinaryImage file_;
  std::size_t headers_at_ = 0;
};

}  // namespace

LibraryFile read_library_file(const std::filesystem::path& file) {
  const MappedImage image(file);
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
