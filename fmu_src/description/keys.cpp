#include "description/keys.hpp"

#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "variables/ranges.hpp"

namespace reeve::description {
namespace {

void check_range(const Reader& table, const Key& key, double value) {
  const bool low = key.above_min ? value > key.min : value >= key.min;
  if (low && value <= key.max) return;
  table.fail(key.name, with_unit(value, key) + ": expected " + range_of(key) + " (" + key.meaning + ")");
}

std::string listed(const std::vector<std::string>& words, const char* last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? std::string(" ") + last + " " : ", ") + words[i];
  return out;
}

std::vector<std::string> quoted(std::vector<std::string> words) {
  for (auto& word : words) word = in_quotes(word);
  return words;
}

}  // namespace

std::string with_unit(double value, const Key& key) { return variables::with_unit(value, key.unit); }

std::string range_of(const Key& key) {
  if (key.enumeration) return key.enumeration->text();
  return variables::range_text(key.min, key.max, key.above_min, key.unit);
}

KeyRow Keys::add(Key::Type type, std::string name, std::string meaning, Read read) {
  Key key;
  key.name = std::move(name);
  key.type = type;
  key.meaning = std::move(meaning);
  bound_.push_back({std::move(key), std::move(read)});
  return KeyRow(bound_.back().key);
}

std::string Keys::chosen(const Reader& table, const Key& key) {
  const std::string word = table.text(key.name);
  if (!key.choices.empty() && std::find(key.choices.begin(), key.choices.end(), word) == key.choices.end())
    table.fail(key.name, in_quotes(word) + ": expected " + listed(quoted(key.choices), "or"));
  return word;
}

KeyRow Keys::text(std::string name, std::string& place, std::string meaning) {
  KeyRow row = add(Key::Type::text, std::move(name), std::move(meaning),
                   [&place](const Reader& from, const Key& key) { place = chosen(from, key); });
  return place.empty() ? row : row.otherwise(in_quotes(place));
}

KeyRow Keys::identifier(std::string name, std::string& place, std::string meaning) {
  KeyRow row = add(Key::Type::identifier, std::move(name), std::move(meaning),
                   [&place](const Reader& from, const Key& key) { place = from.identifier(key.name); });
  return place.empty() ? row : row.otherwise(in_quotes(place));
}

KeyRow Keys::add_number(std::string name, std::string_view unit, std::string meaning,
                        std::function<void(double)> write) {
  const KeyRow row = add(Key::Type::number, std::move(name), std::move(meaning),
                         [write = std::move(write)](const Reader& from, const Key& key) {
                           const double value = from.number(key.name);
                           check_range(from, key, value);
                           write(value);
                         });
  bound_.back().key.unit = unit;
  return row;
}

KeyRow Keys::number(std::string name, double& place, std::string_view unit, std::string meaning) {
  KeyRow row = add_number(std::move(name), unit, std::move(meaning), [&place](double value) { place = value; });
  return row.otherwise(math::text(place));
}

KeyRow Keys::number(std::string name, std::optional<double>& place, std::string_view unit, std::string meaning) {
  return add_number(std::move(name), unit, std::move(meaning), [&place](double value) { place = value; });
}

KeyRow Keys::add_integer(std::string name, std::string meaning, std::int64_t present,
                         std::function<void(std::int64_t)> write) {
  KeyRow row = add(Key::Type::integer, std::move(name), std::move(meaning),
                   [write = std::move(write)](const Reader& from, const Key& key) {
                     const std::int64_t value = from.integer(key.name);
                     check_range(from, key, static_cast<double>(value));
                     write(value);
                   });
  return row.otherwise(std::to_string(present)).range(0, std::numeric_limits<int>::max());
}

KeyRow Keys::integer(std::string name, int& place, std::string meaning) {
  return add_integer(std::move(name), std::move(meaning), place,
                     [&place](std::int64_t value) { place = static_cast<int>(value); });
}

KeyRow Keys::integer(std::string name, std::size_t& place, std::string meaning) {
  return add_integer(std::move(name), std::move(meaning), static_cast<std::int64_t>(place),
                     [&place](std::int64_t value) { place = static_cast<std::size_t>(value); });
}

KeyRow Keys::flag(std::string name, bool& place, std::string meaning) {
  KeyRow row = add(Key::Type::flag, std::move(name), std::move(meaning),
                   [&place](const Reader& from, const Key& key) { place = from.boolean(key.name); });
  return row.otherwise(place ? "true" : "false");
}

KeyRow Keys::texts(std::string name, std::vector<std::string>& place, std::string meaning) {
  return add(Key::Type::texts, std::move(name), std::move(meaning), [&place](const Reader& from, const Key& key) {
    place = from.texts(key.name);
    check_count(from, key, place.size());
  });
}

KeyRow Keys::start_values(std::string name, std::string meaning) {
  return add(Key::Type::start_values, std::move(name), std::move(meaning),
             [](const Reader& from, const Key& key) { from.table(key.name); });
}

void Keys::parameter(const variables::Variable& v, const variables::FieldPointer& place, std::string name) {
  if (auto* const* real = std::get_if<double*>(&place))
    number(std::move(name), **real, v.unit->name == "1" ? "" : v.unit->name, v.description);
  else if (auto* const* whole = std::get_if<int*>(&place))
    integer(std::move(name), **whole, v.description);
  else
    flag(std::move(name), *std::get<bool*>(place), v.description);
  Key& key = bound_.back().key;
  key.enumeration = v.choices;
  if (key.type != Key::Type::flag) key.min = v.min, key.max = v.max, key.above_min = v.above_min;
}

void Keys::check_count(const Reader& table, const Key& key, std::size_t count) {
  if (count >= key.fewest && count <= key.most) return;
  const std::string few = std::to_string(key.fewest), many = std::to_string(key.most);
  table.fail(key.name, std::to_string(count) + " entries: expected " +
                           (key.fewest == key.most ? few
                            : key.fewest == 0      ? "at most " + many
                                                   : few + " to " + many));
}

void Keys::refuse_unknown(const Reader& table) const {
  std::vector<std::string> known;
  for (const Bound& bound : bound_) known.push_back(bound.key.name);
  for (const std::string& key : table.keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = nearest(key, known);
    table.fail(key, "unknown key; " +
                        (near.empty() ? "known are " + listed(known, "and") : "did you mean " + in_quotes(near) + "?"));
  }
}

/// Keys that stand in each other's place, or must not stand beside each other.
void Keys::check_together(const Reader& table, const Key& key, bool given) {
  if (given) {
    for (const std::string& other : key.excludes) {
      if (table.has(other))
        table.fail(key.name, "stands beside " + other + ": give one of the two and leave the other out");
    }
  } else if (key.required) {
    const auto present = [&](const std::string& other) { return table.has(other); };
    if (std::any_of(key.instead.begin(), key.instead.end(), present)) return;
    std::string what = key.unit.empty() ? "" : " [" + std::string(key.unit) + "]";
    for (const std::string& other : key.instead) what += ", or " + other;
    table.fail(key.name, "missing: give " + key.name + what);
  }
}

void Keys::read(const Reader& table) const {
  refuse_unknown(table);
  for (const auto& [key, read] : bound_) {
    const bool given = table.has(key.name);
    check_together(table, key, given);
    if (given) read(table, key);
  }
  for (const auto& check : checks_) check(table);
}

Schema Keys::schema() const {
  Schema out;
  for (const Bound& bound : bound_) out.push_back(bound.key);
  return out;
}

}  // namespace reeve::description
