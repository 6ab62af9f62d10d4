#include "description/document.hpp"

// Text such as "[[[" reaches an assertion of the parser, which then reports it properly. So no assertion may abort, and
// none may become an assumption for the optimiser, which happens where NDEBUG is defined.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "math/text.hpp"

namespace reeve::description {
namespace {

Node convert(const toml::node& from, const std::string& origin) {
  const int line = static_cast<int>(from.source().begin.line);
  Node to{{}, line};
  if (const auto* text = from.as_string())
    to.value = text->get();
  else if (const auto* real = from.as_floating_point())
    to.value = real->get();
  else if (const auto* whole = from.as_integer())
    to.value = whole->get();
  else if (const auto* flag = from.as_boolean())
    to.value = flag->get();
  else if (const auto* array = from.as_array()) {
    List list;
    for (const auto& item : *array) list.push_back(convert(item, origin));
    to.value = std::move(list);
  } else if (const auto* entries = from.as_table()) {
    Table table;
    for (const auto& [key, item] : *entries) table.emplace(std::string(key.str()), convert(item, origin));
    to.value = std::move(table);
  } else {
    throw DescriptionError(origin + ":" + std::to_string(line) + ": dates and times have no meaning here");
  }
  return to;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {  // TOML wants control characters escaped
      out += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15];
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

Node parse(std::string_view text, const std::string& origin) {
  if (text.size() > kLargestText) {
    throw DescriptionError(origin + ": longer than " + std::to_string(kLargestText) +
                           " bytes, which no description needs");
  }
  try {
    Node root = convert(toml::parse(text), origin);
    root.line = 1;
    return root;
  } catch (const toml::parse_error& error) {
    throw DescriptionError(origin + ":" + std::to_string(error.source().begin.line) +
                           ": not valid TOML: " + std::string(error.description()));
  }
}

std::string canonical(const Node& node) {
  struct Writer {
    std::string operator()(const std::string& text) const { return in_quotes(text); }
    std::string operator()(double number) const { return math::text(number); }
    std::string operator()(std::int64_t number) const { return math::text(static_cast<double>(number)); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const List& list) const {
      std::string out = "[";
      for (const auto& item : list) out += canonical(item) + ",";
      return out + "]";
    }
    std::string operator()(const Table& table) const {
      std::string out = "{";
      for (const auto& [key, item] : table) out += in_quotes(key) + "=" + canonical(item) + ",";
      return out + "}";
    }
  };
  return std::visit(Writer{}, node.value);
}

namespace {

/// A value on one line; tables as { "key" = value, ... }.
std::string inline_toml(const Node& node) {
  struct Writer {
    std::string operator()(const std::string& text) const { return in_quotes(text); }
    std::string operator()(double number) const {
      const std::string digits = math::text(number);
      return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
    }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const List& list) const {
      std::string out;
      for (const auto& item : list) out += (out.empty() ? "" : ", ") + inline_toml(item);
      return "[" + out + "]";
    }
    std::string operator()(const Table& table) const {
      std::string out;
      for (const auto& [key, item] : table)
        out += (out.empty() ? "" : ", ") + in_quotes(key) + " = " + inline_toml(item);
      return "{" + out + "}";
    }
  };
  return std::visit(Writer{}, node.value);
}

}  // namespace

std::string to_toml(const Node& root) {
  std::string plain, sections;
  for (const auto& [key, node] : std::get<Table>(root.value)) {
    if (const auto* table = std::get_if<Table>(&node.value)) {
      sections += "\n[" + in_quotes(key) + "]\n";
      for (const auto& [name, item] : *table) sections += in_quotes(name) + " = " + inline_toml(item) + "\n";
    } else {
      plain += in_quotes(key) + " = " + inline_toml(node) + "\n";
    }
  }
  return plain + sections;
}

Reader::Reader(const Node& table, std::string origin, std::string path)
    : node_{&table}, origin_{std::move(origin)}, path_{std::move(path)} {
  if (!std::holds_alternative<Table>(table.value)) {
    const auto* list = std::get_if<List>(&table.value);
    throw DescriptionError(
        origin_ + ":" + std::to_string(table.line) + ": " + path_ + ": expected one table, {key = value, ...}" +
        (list ? ", found a list of " + std::to_string(list->size()) + ": there can be only one" : ""));
  }
}

const Node* Reader::find(std::string_view key) const {
  const auto& table = std::get<Table>(node_->value);
  const auto entry = table.find(key);
  return entry == table.end() ? nullptr : &entry->second;
}

std::vector<std::string> Reader::keys() const {
  std::vector<std::string> out;
  for (const auto& [key, node] : std::get<Table>(node_->value)) out.push_back(key);
  return out;
}

std::string Reader::place(std::string_view key) const {
  const auto& table = std::get<Table>(node_->value);
  const auto entry = table.find(key);
  const int line = entry == table.end() ? node_->line : entry->second.line;
  return origin_ + ":" + std::to_string(line) + ": " + below(key);
}

std::string Reader::below(std::string_view key) const { return (path_.empty() ? "" : path_ + ".") + std::string(key); }

void Reader::fail(std::string_view key, const std::string& reason) const {
  throw DescriptionError(place(key) + ": " + reason);
}

int Reader::line_of(std::string_view path) const {
  const Node* node = node_;
  while (!path.empty()) {
    const auto end = path.find_first_of(".[");
    const std::string_view key = path.substr(0, end);
    path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    const Node* next = nullptr;
    if (const auto* table = std::get_if<Table>(&node->value)) {
      if (const auto entry = table->find(key); entry != table->end()) next = &entry->second;
    } else if (const auto* list = std::get_if<List>(&node->value)) {
      const auto index = static_cast<std::size_t>(std::strtoul(std::string(key).c_str(), nullptr, 10));
      if (key.ends_with(']') && index >= 1 && index <= list->size()) next = &(*list)[index - 1];
    }
    if (next)
      node = next;
    else if (!key.empty())
      break;
  }
  return node->line;
}

const Node& Reader::require(std::string_view key) const {
  const Node* node = find(key);
  if (!node) fail(key, "missing");
  return *node;
}

std::string Reader::text(std::string_view key) const {
  const auto* text = std::get_if<std::string>(&require(key).value);
  if (!text) fail(key, "expected a text in quotes");
  return *text;
}

std::string Reader::identifier(std::string_view key) const {
  const std::string name = text(key);
  // Letters are those of C: the host's locale may know more.
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool good = !name.empty() && name.size() <= 64 && letter(name[0]) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  if (!good) fail(key, "\"" + name + "\": expected a C identifier: letters, digits and _, not beginning with a digit");
  return name;
}

double Reader::number(std::string_view key) const {
  const Node& node = require(key);
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&node.value);
  if (!real || !std::isfinite(*real)) fail(key, "expected a finite number");
  return *real;
}

std::int64_t Reader::integer(std::string_view key) const {
  const auto* whole = std::get_if<std::int64_t>(&require(key).value);
  if (!whole) fail(key, "expected a whole number");
  return *whole;
}

bool Reader::boolean(std::string_view key) const {
  const auto* flag = std::get_if<bool>(&require(key).value);
  if (!flag) fail(key, "expected true or false");
  return *flag;
}

std::vector<std::string> Reader::texts(std::string_view key) const {
  const auto* list = std::get_if<List>(&require(key).value);
  if (!list) fail(key, "expected a list of texts, [\"...\", \"...\"]");
  std::vector<std::string> out;
  for (const auto& item : *list) {
    const auto* text = std::get_if<std::string>(&item.value);
    if (!text) fail(key, "expected a list of texts, [\"...\", \"...\"]");
    out.push_back(*text);
  }
  return out;
}

Reader Reader::table(std::string_view key) const { return {require(key), origin_, below(key)}; }

std::vector<Reader> Reader::tables(std::string_view key) const {
  const Node* node = find(key);
  if (!node) return {};
  const auto* list = std::get_if<List>(&node->value);
  if (!list) fail(key, "expected a list of tables, [{...}, {...}]");
  std::vector<Reader> out;
  for (std::size_t i = 0; i < list->size(); ++i) {
    out.emplace_back((*list)[i], origin_, below(key) + "[" + std::to_string(i + 1) + "]");
  }
  return out;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const auto distance = [word](std::string_view other) {  // Levenshtein, one row
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= other.size(); ++j) {
        const std::size_t replaced = diagonal + (word[i - 1] != other[j - 1]);
        diagonal = row[j];
        row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      }
    }
    return row.back();
  };
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    if (const std::size_t d = distance(candidate); d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace reeve::description
