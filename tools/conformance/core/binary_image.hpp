#pragma once

/// The bytes of a file, read as the structures that a system's headers declare.

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace conformance {

class BinaryImage {
 public:
  explicit BinaryImage(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
  }

  template <class T>
  T at(std::size_t offset) const {
    T value;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T))
      throw std::runtime_error("the library's file is cut short");
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  /// Up to the next zero.
  std::string string_at(std::size_t offset) const {
    if (offset >= bytes_.size()) throw std::runtime_error("the library's file has a string outside");
    return std::string(bytes_.data() + offset, strnlen(bytes_.data() + offset, bytes_.size() - offset));
  }

 private:
  std::vector<char> bytes_;
};

}  // namespace conformance
