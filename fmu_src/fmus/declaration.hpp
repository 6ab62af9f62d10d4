#pragma once
/// The language in which a model declares its variables: one line each, from which everything else follows.
///
///   d.input(kInputs + 0, "plate_velocity", unit::metre_per_second, "Velocity of ..., positive ...", FIELD(plate_velocity));
///
/// FIELD(x) says where the value lives in M::Values<S>. Its type makes the variable real, integer or boolean; a
/// std::vector, or a std::span over a part of one, makes it an array.
#include <functional>
#include <type_traits>
#include <variant>
#include <vector>

#include "fmi/variable_table.hpp"
#include "math/dual.hpp"

#define FIELD(...) [=](auto& values) -> auto& { return values.__VA_ARGS__; }

namespace reeve::fmus {

template <class M>
class Declaration {
 public:
  using Values = typename M::template Values<double>;
  using Duals = typename M::template Values<math::Dual>;
  using DualStorage = std::variant<math::Dual*, double*, int*, bool*>;

  /// Where one variable lives, in values and in their dual twin.
  struct Access {
    std::function<fmi::Storage(Values&)> value;
    std::function<DualStorage(Duals&)> dual;
  };

  explicit Declaration(Values& values) : values_{values} { access.emplace_back(); }  // row 0: time

  template <class At>
  fmi::Row parameter(std::uint32_t reference, std::string name, const fmi::Unit& unit, std::string description, At at) {
    return add(fmi::Causality::parameter, reference, std::move(name), unit, std::move(description), at);
  }
  template <class At>
  fmi::Row input(std::uint32_t reference, std::string name, const fmi::Unit& unit, std::string description, At at) {
    return add(fmi::Causality::input, reference, std::move(name), unit, std::move(description), at);
  }
  template <class At>
  fmi::Row output(std::uint32_t reference, std::string name, const fmi::Unit& unit, std::string description, At at) {
    return add(fmi::Causality::output, reference, std::move(name), unit, std::move(description), at);
  }
  template <class At>
  fmi::Row local(std::uint32_t reference, std::string name, const fmi::Unit& unit, std::string description, At at) {
    return add(fmi::Causality::local, reference, std::move(name), unit, std::move(description), at);
  }

  fmi::VariableTable table;
  std::vector<Access> access;  ///< by row

 private:
  /// A std::vector, or a std::span over a part of one.
  template <class T>
  static constexpr bool is_array = requires(T& field) { field.data(), field.size(); };

  template <class Variant, class T>
  static Variant first_of(T&& field) {
    if constexpr (is_array<std::remove_cvref_t<T>>) return field.data();
    else return &field;
  }

  template <class At>
  fmi::Row add(fmi::Causality causality, std::uint32_t reference, std::string name, const fmi::Unit& unit,
               std::string description, At at) {
    using Field = std::remove_cvref_t<decltype(at(values_))>;
    fmi::Variable v;
    v.reference = reference;
    v.name = std::move(name);
    v.causality = causality;
    v.unit = &unit;
    v.description = std::move(description);
    const fmi::Storage storage = first_of<fmi::Storage>(at(values_));
    v.type = static_cast<fmi::Type>(storage.index());
    v.variability = causality == fmi::Causality::parameter ? fmi::Variability::fixed
                    : v.type == fmi::Type::real            ? fmi::Variability::continuous
                                                           : fmi::Variability::discrete;
    if constexpr (is_array<Field>) {
      v.is_array = true;
      v.elements = static_cast<std::uint32_t>(at(values_).size());
    }
    access.push_back({[at](Values& values) { return first_of<fmi::Storage>(at(values)); },
                      [at](Duals& values) { return first_of<DualStorage>(at(values)); }});
    return table.add(std::move(v));
  }

  Values& values_;
};

}  // namespace reeve::fmus
