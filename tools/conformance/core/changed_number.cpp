#include "changed_number.hpp"

#include <algorithm>

namespace conformance {

namespace {

constexpr std::size_t none = std::string::npos;

/// The end of the comment or string that begins at `at`, or `at` if none does.
std::size_t skipped(const std::string& toml, std::size_t at) {
  if (toml[at] == '#') return std::min(toml.find('\n', at), toml.size());
  if (toml[at] != '"' && toml[at] != '\'') return at;
  const std::string three(3, toml[at]);
  const std::string quote = toml.compare(at, 3, three) == 0 ? three : three.substr(0, 1);
  for (auto i = at + quote.size(); i < toml.size(); ++i) {
    if (toml[i] == '\\' && toml[at] == '"')
      ++i;
    else if (toml.compare(i, quote.size(), quote) == 0)
      return i + quote.size();
  }
  return toml.size();
}

/// Place of a digit in the number at `at` that can be another one without a zero in front; none if it is zero, or no number.
std::size_t digit_to_change(const std::string& toml, std::size_t at) {
  const auto end = std::min(toml.find_first_not_of("+-.0123456789eE_", at), toml.size());
  const auto digit = toml.find_first_of("123456789", at);
  const auto exponent = toml.find_first_of("eE", at);
  return digit < std::min(end, exponent) ? digit : none;
}

}  // namespace

std::optional<std::string> with_a_changed_number(std::string toml) {
  char before = '\n';  // the last character that is no blank
  for (std::size_t at = 0; at < toml.size();) {
    if (const auto end = skipped(toml, at); end != at) {
      if (toml[at] != '#') before = '"';
      at = end;
      continue;
    }
    const bool value = before == '=' || before == ',' || before == '[';
    if (const auto digit = value ? digit_to_change(toml, at) : none; digit != none) {
      toml[digit] = toml[digit] == '9' ? '8' : static_cast<char>(toml[digit] + 1);
      return toml;
    }
    if (toml[at] != ' ' && toml[at] != '\t' && toml[at] != '\n' && toml[at] != '\r') before = toml[at];
    ++at;
  }
  return std::nullopt;
}

}  // namespace conformance
