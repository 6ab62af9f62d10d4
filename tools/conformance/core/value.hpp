#pragma once

/// The values of variables in a form that does not depend on the version of FMI.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace conformance {

/// The type of the function that reads a variable: an enumeration is an int32 in FMI 2.0, an int64 in FMI 3.0.
enum class Type {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  string,
  binary,
  clock
};

constexpr Type all_types[] = {Type::float32, Type::float64, Type::int8,   Type::uint8, Type::int16,
                              Type::uint16,  Type::int32,   Type::uint32, Type::int64, Type::uint64,
                              Type::boolean, Type::string,  Type::binary, Type::clock};

std::string_view name(Type type);
bool is_float(Type type);
bool is_integer(Type type);
inline bool is_number(Type type) { return is_float(type) || is_integer(type) || type == Type::boolean; }

/// One element. Floats are held as double, integers in their widest form, binaries as raw bytes in a string.
using Value = std::variant<double, std::int64_t, std::uint64_t, bool, std::string>;
using Values = std::vector<Value>;

/// Equal bit by bit: NaN equals NaN, 0 differs from -0.
bool same(const Value& a, const Value& b);
bool same(const Values& a, const Values& b);
bool same_bits(double a, double b);

std::string to_text(const Value& value);
std::string to_text(const Values& values);

/// The number a value stands for (false 0, true 1); nothing for text.
std::optional<double> number(const Value& value);

/// Reads the text of a start attribute; nothing if it is not a value of the type.
std::optional<Value> parse_value(Type type, std::string_view written);

/// Another value of the same type, close to the given one.
Value nudged(const Value& value);

}  // namespace conformance
