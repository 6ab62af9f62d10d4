#include "variables/list.hpp"

#include "variables/ranges.hpp"

namespace reeve::variables {
namespace {

Type type_of(const FieldPointer& field) {
  if (std::holds_alternative<int*>(field)) return Type::integer;
  return std::holds_alternative<bool*>(field) ? Type::boolean : Type::real;
}

}  // namespace

Storage storage_of(const FieldPointer& field) {
  if (auto* const* real = std::get_if<double*>(&field)) return *real;
  if (auto* const* whole = std::get_if<int*>(&field)) return *whole;
  return std::get<bool*>(field);
}

Row List::add_row(Causality causality, std::uint32_t reference, std::string name, const Unit& unit,
                  std::string description, FieldPointer field) {
  Variable v;
  v.reference = reference;
  v.name = std::move(name);
  v.causality = causality;
  v.unit = &unit;
  v.description = std::move(description);
  v.type = type_of(field);
  v.variability = causality == Causality::parameter ? Variability::fixed
                  : v.type == Type::real            ? Variability::continuous
                                                    : Variability::discrete;
  rows.push_back(std::move(v));
  places.push_back(field);
  return Row(rows.back());
}

Row List::choose(Row row, const Enumeration& choices) {
  Variable& v = rows.back();
  v.type = Type::enumeration;
  v.choices = &choices;
  v.min = 1;
  v.max = static_cast<double>(choices.items.size());
  return row;
}

void copy_settable(const List& from, const List& to) {
  for (std::size_t row = 0; row < from.rows.size(); ++row) {
    if (!from.rows[row].is_settable()) continue;
    std::visit(
        [&]<class From, class To>(const From* source, To* target) {
          if constexpr (std::is_convertible_v<From, To> &&
                        (std::is_same_v<From, To> || std::is_same_v<To, math::Dual>)) {
            for (std::uint32_t e = 0; e < from.rows[row].elements; ++e) target[e] = source[e];
          }
        },
        from.places[row], to.places[row]);
  }
}

void copy_along(const List& from, double by, const List& to) {
  copy_settable(from, to);
  for (std::size_t row = 0; row < from.rows.size(); ++row) {
    auto* const* dual = std::get_if<math::Dual*>(&from.places[row]);
    auto* const* real = std::get_if<double*>(&to.places[row]);
    if (!dual || !real || !from.rows[row].is_settable()) continue;
    for (std::uint32_t e = 0; e < from.rows[row].elements; ++e) (*real)[e] = (*dual)[e].v + by * (*dual)[e].d;
  }
}

void forget_derivatives(const List& list) {
  for (std::size_t row = 0; row < list.rows.size(); ++row) {
    auto* const* first = std::get_if<math::Dual*>(&list.places[row]);
    for (std::uint32_t e = 0; first && e < list.rows[row].elements; ++e) (*first)[e].d = 0;
  }
}

void check_ranges(const List& list, std::vector<std::string>& findings) {
  for (std::size_t row = 0; row < list.rows.size(); ++row) {
    if (list.rows[row].is_settable()) check_range(list.rows[row], storage_of(list.places[row]), findings);
  }
}

}  // namespace reeve::variables
