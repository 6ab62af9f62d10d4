#pragma once
/// Parameters that a description gives as keys of an item, such as EA of a rope: read into the fields of the item's own list.
#include "fmus/read_description.hpp"
#include "variables/list.hpp"

namespace reeve::fmus {

/// `values` has fields(list, reference, name); the key of a variable is what follows the name.
template <class Item>
void read_fields(const description::Reader& reader, const std::string& name, Item& values) {
  variables::List list;
  values.fields(list, 0, name);
  for (std::size_t row = 0; row < list.rows.size(); ++row) {
    const variables::Variable& v = list.rows[row];
    const std::string key = v.name.substr(name.size() + 1);
    if (!v.described) continue;
    if (auto* const* real = std::get_if<double*>(&list.places[row]))
      **real = v.required ? reader.number(key) : reader.number(key, **real);
    if (auto* const* flag = std::get_if<bool*>(&list.places[row])) **flag = reader.boolean(key, **flag);
    if (auto* const* whole = std::get_if<int*>(&list.places[row]))
      **whole = bounded_integer(reader, key.c_str(), **whole, static_cast<int>(v.min), static_cast<int>(v.max));
  }
}

}  // namespace reeve::fmus
