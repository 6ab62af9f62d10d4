#pragma once

/// Between Values and the typed arrays of the C functions; for the two instance classes.

#include <memory>
#include <type_traits>

#include "value.hpp"

namespace conformance {

template <class T>
Value to_value(const T& x) {
  if constexpr (std::is_same_v<T, bool>)
    return x;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<double>(x);
  else if constexpr (std::is_same_v<T, const char*>)
    return std::string(x ? x : "(null)");
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<std::uint64_t>(x);
  else
    return static_cast<std::int64_t>(x);
}

template <class T>
T from_value(const Value& value) {
  return std::visit(
      [](const auto& v) -> T {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>)
          return static_cast<T>(v);
        else
          return T{};
      },
      value);
}

template <>
inline const char* from_value<const char*>(const Value& value) {
  const auto* s = std::get_if<std::string>(&value);
  return s ? s->c_str() : "";
}

/// An array for n values; std::vector<bool> would have no data().
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t n) : data_(new T[n + 1]{}), size_(n) {}
  explicit Buffer(const Values& values) : Buffer(values.size()) {
    for (std::size_t i = 0; i < size_; ++i) data_[i] = from_value<T>(values[i]);
  }
  T* data() { return data_.get(); }
  std::size_t size() const { return size_; }
  Values values() const {
    Values out;
    for (std::size_t i = 0; i < size_; ++i) out.push_back(to_value(data_[i]));
    return out;
  }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t size_;
};

}  // namespace conformance
