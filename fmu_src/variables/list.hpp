#pragma once
/// The one list of a model's variables: each is named once, with the field of the model's values where it lives.
///
///   list.input(kInputs + 0, "plate_velocity", unit::metre_per_second, "Velocity of ..., positive ...", v.plate_velocity);
///
/// The field's type makes it real, integer or boolean; a std::vector, or a std::span over a part of one, makes it an array. A
/// selector is an int, declared with its Enumeration in place of a unit. Tables, copies, checks of ranges and readers of
/// descriptions all walk this list; walked over values of dual numbers, it has the same rows in the same order.
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "math/dual.hpp"
#include "variables/variable.hpp"

namespace reeve::variables {

/// First element of a variable, in values of doubles or of dual numbers.
using FieldPointer = std::variant<double*, int*, bool*, math::Dual*>;
/// Of values of doubles.
Storage storage_of(const FieldPointer& field);

class List {
 public:
  template <class Field>
  Row parameter(std::uint32_t reference, std::string name, const Unit& unit, std::string description, Field&& field) {
    return add(Causality::parameter, reference, std::move(name), unit, std::move(description), field);
  }
  template <class Field>
  Row input(std::uint32_t reference, std::string name, const Unit& unit, std::string description, Field&& field) {
    return add(Causality::input, reference, std::move(name), unit, std::move(description), field);
  }
  template <class Field>
  Row output(std::uint32_t reference, std::string name, const Unit& unit, std::string description, Field&& field) {
    return add(Causality::output, reference, std::move(name), unit, std::move(description), field);
  }
  template <class Field>
  Row local(std::uint32_t reference, std::string name, const Unit& unit, std::string description, Field&& field) {
    return add(Causality::local, reference, std::move(name), unit, std::move(description), field);
  }
  Row parameter(std::uint32_t reference, std::string name, const Enumeration& choices, std::string description,
                int& field) {
    return choose(add(Causality::parameter, reference, std::move(name), unit::none, std::move(description), field),
                  choices);
  }
  Row output(std::uint32_t reference, std::string name, const Enumeration& choices, std::string description,
             int& field) {
    return choose(add(Causality::output, reference, std::move(name), unit::none, std::move(description), field),
                  choices);
  }

  std::vector<Variable> rows;
  std::vector<FieldPointer> places;  ///< by row

 private:
  template <class Field>
  static constexpr bool is_array = requires(Field& field) {
    field.data(), field.size();
  };

  Row choose(Row, const Enumeration& choices);
  Row add_row(Causality causality, std::uint32_t reference, std::string name, const Unit& unit, std::string description,
              FieldPointer field);

  template <class Field>
  Row add(Causality causality, std::uint32_t reference, std::string name, const Unit& unit, std::string description,
          Field& field) {
    if constexpr (is_array<std::remove_cvref_t<Field>>) {
      const Row row = add_row(causality, reference, std::move(name), unit, std::move(description), field.data());
      rows.back().is_array = true;
      rows.back().elements = static_cast<std::uint32_t>(field.size());
      return row;
    } else {
      return add_row(causality, reference, std::move(name), unit, std::move(description), &field);
    }
  }
};

/// Copies every parameter and input, and with them what belongs to them, from one walk to another; dual numbers get derivative 0.
void copy_settable(const List& from, const List& to);

/// The same from dual numbers to doubles, moved along their derivatives by so much.
void copy_along(const List& from, double by, const List& to);

/// Sets the derivatives of all dual numbers to zero.
void forget_derivatives(const List& list);

/// Every parameter and input that is out of its range, in words.
void check_ranges(const List& list, std::vector<std::string>& findings);

}  // namespace reeve::variables
