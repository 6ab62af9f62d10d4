#pragma once
/// A saved state as bytes: little-endian, field by field, no padding and no pointers. One mechanism serves both the FMU
/// state kept in memory and the serialized one; the latter has a header in front that says whose state it is.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

namespace reeve::fmi {

using Bytes = std::vector<std::byte>;

class StateWriter {
 public:
  explicit StateWriter(Bytes& to) : to_{to} {}
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (write(fields), ...);
  }

 private:
  template <class T>
  void write(const T& field) {
    if constexpr (std::is_same_v<T, bool>) {
      word(field ? 1u : 0u);
    } else if constexpr (std::is_same_v<T, double>) {
      word(std::bit_cast<std::uint64_t>(field));
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      word(static_cast<std::uint64_t>(static_cast<std::int64_t>(field)));
    } else {
      for (const auto& element : field) write(element);
    }
  }
  void word(std::uint64_t bits) {
    const std::size_t end = to_.size();
    to_.resize(end + 8);
    for (std::size_t i = 0; i < 8; ++i) to_[end + i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
  }
  Bytes& to_;
};

/// Reads into fields that already have their sizes: the bytes decide no size. Refuses what is cut off or not finite.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> from) : from_{from} {}
  template <class... Fields>
  void operator()(Fields&... fields) {
    (read(fields), ...);
  }
  bool at_end() const { return from_.empty(); }

 private:
  template <class T>
  void read(T& field) {
    if constexpr (std::is_same_v<T, bool>) {
      const std::uint64_t bits = word();
      if (bits > 1) throw std::runtime_error("saved state: a flag is neither 0 nor 1");
      field = bits == 1;
    } else if constexpr (std::is_same_v<T, double>) {
      field = std::bit_cast<double>(word());
      if (!(field - field == 0)) throw std::runtime_error("saved state: a number is not finite");
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      field = static_cast<T>(static_cast<std::int64_t>(word()));
    } else {
      for (auto& element : field) read(element);
    }
  }
  std::uint64_t word() {
    if (from_.size() < 8) throw std::runtime_error("saved state: too short");
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits |= static_cast<std::uint64_t>(from_[i]) << (8 * i);
    from_ = from_.subspan(8);
    return bits;
  }
  std::span<const std::byte> from_;
};

inline constexpr std::size_t kSealSize = 40;  ///< bytes that seal() puts in front

/// Header (magic, format version, token, length, checksum) and payload in one.
Bytes seal(const Bytes& payload, std::string_view token);
/// The payload, or an exception that says what does not fit: never a crash, whatever the bytes.
Bytes unseal(std::span<const std::byte> sealed, std::string_view token);

}  // namespace reeve::fmi
