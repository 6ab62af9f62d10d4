#pragma once
/// The keys of a description, each declared once: its name, what it means, which values it takes, and where its value goes.
///
///   keys.number("stiffness", body.stiffness, "N/m", "Elastic support; 0 = none").min(0);
///
/// read() checks a table against the declarations and fills the places; schema() is the same list for people and editors
/// (`reeve schema`, docs/description.md). The default of a key is what its place holds when it is declared.
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/document.hpp"
#include "variables/list.hpp"

namespace reeve::description {

/// What is said of one key.
struct Key {
  enum class Type { text, identifier, number, integer, flag, texts, table, tables, start_values };
  std::string name;
  Type type{};
  std::string_view unit;  ///< empty for a pure number
  std::string meaning;    ///< a sentence
  std::string otherwise;  ///< the default as TOML; empty: none
  std::string_view since{"0.1"};
  double min{-std::numeric_limits<double>::infinity()}, max{std::numeric_limits<double>::infinity()};
  bool above_min{};                             ///< min itself is excluded
  bool required{};                              ///< always, or while none of `instead` is given
  std::vector<std::string> instead;             ///< keys that may stand in its place
  std::vector<std::string> excludes;            ///< keys that must not stand beside it
  std::vector<std::string> choices;             ///< of a text
  const variables::Enumeration* enumeration{};  ///< of an integer
  std::size_t fewest{0}, most{4096};            ///< entries of a list
  std::vector<Key> keys;                        ///< of a table, or of each table of a list
};
using Schema = std::vector<Key>;

std::string with_unit(double value, const Key& key);  ///< "3 kg"
std::string range_of(const Key& key);                 ///< "greater than 0 kg"

/// Attributes beyond the necessary ones, chained behind a declaration.
class KeyRow {
 public:
  explicit KeyRow(Key& key) : key_{key} {}
  KeyRow& required() { return key_.required = true, key_.otherwise.clear(), *this; }
  KeyRow& required_unless(std::vector<std::string> others) { return key_.instead = std::move(others), required(); }
  KeyRow& excludes(std::vector<std::string> others) { return key_.excludes = std::move(others), *this; }
  KeyRow& min(double bound) { return key_.min = bound, *this; }
  KeyRow& range(double low, double high) { return key_.max = high, min(low); }
  KeyRow& positive() { return key_.above_min = true, min(0); }
  KeyRow& choices(std::vector<std::string> texts) { return key_.choices = std::move(texts), *this; }
  KeyRow& entries(std::size_t fewest, std::size_t most) { return key_.fewest = fewest, key_.most = most, *this; }
  /// Of a key whose default follows from others.
  KeyRow& otherwise(std::string words) { return key_.otherwise = std::move(words), *this; }

 private:
  Key& key_;
};

class Keys {
 public:
  template <class Item>
  using Declare = void (*)(Item&, Keys&);

  KeyRow text(std::string name, std::string& place, std::string meaning);
  KeyRow identifier(std::string name, std::string& place, std::string meaning);  ///< may be part of a variable's name
  KeyRow number(std::string name, double& place, std::string_view unit, std::string meaning);
  KeyRow number(std::string name, std::optional<double>& place, std::string_view unit, std::string meaning);
  KeyRow integer(std::string name, int& place, std::string meaning);
  KeyRow integer(std::string name, std::size_t& place, std::string meaning);
  KeyRow flag(std::string name, bool& place, std::string meaning);
  KeyRow texts(std::string name, std::vector<std::string>& place, std::string meaning);
  /// A text that stands for one of these values.
  template <class Choice>
  KeyRow choice(std::string name, Choice& place, const std::vector<std::pair<std::string, Choice>>& items,
                std::string meaning) {
    KeyRow row =
        add(Key::Type::text, std::move(name), std::move(meaning), [&place, items](const Reader& from, const Key& key) {
          const std::string word = chosen(from, key);
          for (const auto& [text, value] : items) {
            if (text == word) place = value;
          }
        });
    std::vector<std::string> words;
    for (const auto& [text, value] : items) {
      words.push_back(text);
      if (value == place) row.otherwise(in_quotes(text));
    }
    return row.choices(std::move(words));
  }
  /// A table of start values by the names of variables, which the model checks once it has them.
  KeyRow start_values(std::string name, std::string meaning);

  /// A table of its own, whose keys `declare` declares.
  template <class Item>
  KeyRow table(std::string name, Item& item, Declare<Item> declare, std::string meaning) {
    Keys inside = of(item, declare);
    KeyRow row = add(Key::Type::table, std::move(name), std::move(meaning),
                     [inside](const Reader& from, const Key& key) { inside.read(from.table(key.name)); });
    bound_.back().key.keys = inside.schema();
    return row;
  }
  template <class Item>
  KeyRow table(std::string name, std::optional<Item>& place, Declare<Item> declare, std::string meaning) {
    KeyRow row = add(Key::Type::table, std::move(name), std::move(meaning),
                     [&place, declare](const Reader& from, const Key& key) {
                       of(place.emplace(), declare).read(from.table(key.name));
                     });
    bound_.back().key.keys = schema_of(declare);
    return row;
  }
  template <class Item>
  KeyRow tables(std::string name, std::vector<Item>& places, Declare<Item> declare, std::string meaning) {
    KeyRow row = add(Key::Type::tables, std::move(name), std::move(meaning),
                     [&places, declare](const Reader& from, const Key& key) {
                       const auto items = from.tables(key.name);
                       check_count(from, key, items.size());
                       places.clear();
                       for (const Reader& item : items) of(places.emplace_back(), declare).read(item);
                     });
    bound_.back().key.keys = schema_of(declare);
    return row;
  }

  /// The variables of an item that its list marks as described: `item` has fields(list, reference, name). Keys that may stand in the
  /// place of required ones are `instead`.
  template <class Item>
  void parameters(Item& item, const std::string& name, const std::vector<std::string>& instead = {}) {
    variables::List list;
    item.fields(list, 0, name);
    for (std::size_t row = 0; row < list.rows.size(); ++row) {
      if (!list.rows[row].described) continue;
      parameter(list.rows[row], list.places[row], list.rows[row].name.substr(name.size() + 1));
      if (list.rows[row].required) KeyRow(bound_.back().key).required_unless(instead);
    }
  }

  /// What no single key can say; runs once all keys of the table have been read.
  void then(std::function<void(const Reader&)> check) { checks_.push_back(std::move(check)); }

  /// Refuses unknown keys first: one that is misspelt explains why another is missing.
  void read(const Reader& table) const;
  Schema schema() const;

  template <class Item>
  static Keys of(Item& item, Declare<Item> declare) {
    Keys keys;
    declare(item, keys);
    return keys;
  }
  template <class Item>
  static Schema schema_of(Declare<Item> declare) {
    Item item;
    return of(item, declare).schema();
  }

 private:
  using Read = std::function<void(const Reader&, const Key&)>;
  struct Bound {
    Key key;
    Read read;
  };
  KeyRow add(Key::Type type, std::string name, std::string meaning, Read read);
  KeyRow add_number(std::string name, std::string_view unit, std::string meaning, std::function<void(double)> write);
  KeyRow add_integer(std::string name, std::string meaning, std::int64_t present,
                     std::function<void(std::int64_t)> write);
  void parameter(const variables::Variable& variable, const variables::FieldPointer& place, std::string name);
  void refuse_unknown(const Reader& table) const;
  static void check_together(const Reader& table, const Key& key, bool given);
  static std::string chosen(const Reader& table, const Key& key);  ///< a text, one of the choices if there are some
  static void check_count(const Reader& table, const Key& key, std::size_t count);

  std::vector<Bound> bound_;
  std::vector<std::function<void(const Reader&)>> checks_;
};

}  // namespace reeve::description
