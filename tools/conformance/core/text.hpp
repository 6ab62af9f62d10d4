#pragma once

/// Joins anything into one line of text, with numbers as short as they round-trip and free of the locale.

#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

namespace conformance {

namespace detail {

inline void append(std::string& out, std::string_view s) { out += s; }
inline void append(std::string& out, const std::string& s) { out += s; }
inline void append(std::string& out, const char* s) { out += s ? s : "(null)"; }
inline void append(std::string& out, char c) { out += c; }
inline void append(std::string& out, bool b) { out += b ? "true" : "false"; }

template <class Number>
requires std::is_arithmetic_v<Number>
void append(std::string& out, Number x) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, x).ptr;
  out.append(digits, end);
}

}  // namespace detail

template <class... Parts>
std::string text(const Parts&... parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

inline std::string in_quotes(std::string_view s) { return text('"', s, '"'); }

}  // namespace conformance
