#include "value.hpp"

#include <bit>
#include <charconv>
#include <cmath>

#include "text.hpp"

namespace conformance {

std::string_view name(Type type) {
  constexpr std::string_view names[] = {"Float32", "Float64", "Int8",   "UInt8",   "Int16",  "UInt16", "Int32",
                                        "UInt32",  "Int64",   "UInt64", "Boolean", "String", "Binary", "Clock"};
  return names[static_cast<int>(type)];
}

bool is_float(Type type) { return type == Type::float32 || type == Type::float64; }

bool is_integer(Type type) { return type >= Type::int8 && type <= Type::uint64; }

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool same(const Value& a, const Value& b) {
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  return x && y ? same_bits(*x, *y) : a == b;
}

bool same(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

std::string to_text(const Value& value) {
  return std::visit([](const auto& v) { return text(v); }, value);
}

std::string to_text(const Values& values) {
  std::string out;
  for (const auto& value : values) out += (out.empty() ? "" : " ") + to_text(value);
  return out;
}

std::optional<double> number(const Value& value) {
  return std::visit(
      [](const auto& v) -> std::optional<double> {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>) return static_cast<double>(v);
        return std::nullopt;
      },
      value);
}

namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view s) {
  if (s.starts_with('+')) s.remove_prefix(1);
  Number x{};
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), x);
  if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return x;
}

std::optional<Value> parse_bytes(std::string_view hex) {
  if (hex.size() % 2) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    unsigned byte = 0;
    const auto [end, error] = std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    if (error != std::errc{} || end != hex.data() + i + 2) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace

std::optional<Value> parse_value(Type type, std::string_view s) {
  switch (type) {
    case Type::float64:
      if (const auto x = parse_number<double>(s)) return *x;
      return std::nullopt;
    case Type::float32:
      if (const auto x = parse_number<float>(s)) return static_cast<double>(*x);
      return std::nullopt;
    case Type::uint8:
    case Type::uint16:
    case Type::uint32:
    case Type::uint64:
      if (const auto x = parse_number<std::uint64_t>(s)) return *x;
      return std::nullopt;
    case Type::boolean:
    case Type::clock:
      if (s == "true" || s == "1") return true;
      if (s == "false" || s == "0") return false;
      return std::nullopt;
    case Type::string:
      return std::string(s);
    case Type::binary:
      return parse_bytes(s);
    default:
      if (const auto x = parse_number<std::int64_t>(s)) return *x;
      return std::nullopt;
  }
}

Value nudged(const Value& value) {
  struct Nudge {
    Value operator()(double x) const { return x == 0 ? 0.0009765625 : x * 1.0009765625; }  // exact in float32 as well
    Value operator()(std::int64_t i) const { return i + 1; }
    Value operator()(std::uint64_t i) const { return i + 1; }
    Value operator()(bool b) const { return !b; }
    Value operator()(const std::string& s) const { return s + "x"; }
  };
  return std::visit(Nudge{}, value);
}

}  // namespace conformance
