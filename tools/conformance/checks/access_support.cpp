#include "access_support.hpp"

namespace conformance {

std::unique_ptr<Instance> initializing(const LoadedFmu& loaded) {
  auto instance = loaded.instantiate();
  const auto status = instance->enter_initialization({loaded.fmu().start(), {}, {}});
  expect(good(status), "entering initialisation returned ", name(status), ": ", instance->environment().log());
  return instance;
}

const Variable* settable(const Description& d, Type type) {
  for (const auto& v : d.variables)
    if (v.type == type && (v.is_parameter() || v.is_input()) && !v.start_values.empty() && !v.is_array() && !v.clocked)
      return &v;
  return nullptr;
}

namespace {

bool inside(const Variable& v, const Value& value) {
  const auto x = number(value);
  return !x || ((!v.min || *x >= *v.min) && (!v.max || *x <= *v.max));
}

Value other_item(const Variable& v, const Value& start) {
  for (const auto item : v.items)
    if (!same(Value(item), start) && inside(v, item)) return item;
  return start;
}

/// On the side of the start value that has room.
Value smaller(const Variable& v, const Value& start) {
  if (const auto* whole = std::get_if<std::int64_t>(&start)) return *whole - 1;
  const auto* real = std::get_if<double>(&start);
  if (!real) return start;
  if (!v.min || !v.max) return *real * 0.9990234375;
  return 0.999 * *real + 0.001 * (*real == *v.min ? *v.max : *v.min);
}

}  // namespace

Values neighbours(const Variable& v) {
  Values out;
  for (const auto& start : v.start_values) {
    if (v.is_enumeration())
      out.push_back(other_item(v, start));
    else
      out.push_back(inside(v, nudged(start)) ? nudged(start) : smaller(v, start));
  }
  return out;
}

}  // namespace conformance
