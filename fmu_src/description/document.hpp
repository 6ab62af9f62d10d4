#pragma once
/// A TOML description as plain, checked values.
///
/// A description is input from outside and trusted no more than any other: its size is bounded, every message names key
/// and line, and a key that nobody declared (keys.hpp) is refused instead of silently ignored.
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace reeve::description {

/// The message is complete: origin, line, key, what was expected.
class DescriptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Node;
using List = std::vector<Node>;
using Table = std::map<std::string, Node, std::less<>>;

/// One value and the line it stands on.
struct Node {
  std::variant<std::string, double, std::int64_t, bool, List, Table> value;
  int line{};
};

inline constexpr std::size_t kLargestText = 1 << 20;  ///< bytes

/// Parses TOML text; `origin` (a file name) begins every message.
Node parse(std::string_view text, const std::string& origin);

/// The same for two descriptions that mean the same: keys sorted, numbers in shortest form, no comments, no lines.
std::string canonical(const Node& node);

/// TOML text that parses to the same values (comments are gone).
std::string to_toml(const Node& root);

/// As TOML writes a text.
std::string in_quotes(std::string_view text);

/// The values of one table by their keys. What is missing or of another type is refused with its line.
class Reader {
 public:
  Reader(const Node& table, std::string origin, std::string path = {});

  bool has(std::string_view key) const { return find(key) != nullptr; }
  std::vector<std::string> keys() const;
  std::string text(std::string_view key) const;
  std::string identifier(std::string_view key) const;  ///< a text that may be a part of a variable's name, as in C
  double number(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  bool boolean(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  Reader table(std::string_view key) const;
  std::vector<Reader> tables(std::string_view key) const;  ///< empty if the key is absent
  const Node* find(std::string_view key) const;            ///< null if absent

  [[noreturn]] void fail(std::string_view key, const std::string& reason) const;  ///< at the key's line
  /// The line on which something inside stands, such as rope[1].path[3]; the nearest one above if it is not there.
  int line_of(std::string_view path) const;
  const std::string& origin() const { return origin_; }

 private:
  const Node& require(std::string_view key) const;
  std::string place(std::string_view key) const;  ///< origin, line and dotted key
  std::string below(std::string_view key) const;  ///< dotted key

  const Node* node_;
  std::string origin_, path_;
};

/// The candidate most like `word`, or empty if none is near: for "did you mean".
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace reeve::description
