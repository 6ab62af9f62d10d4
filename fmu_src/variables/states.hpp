#pragma once
/// The continuous states of a model in the order of x, as an importer with a solver of its own sees them.
///
///   states.shown("cabin_position");                                              an output is the state itself
///   states.add("rope_modes", unit::metre, "Modes of ...", 12).reinit();          a variable of its own, here an array
///
/// Each state gets a derivative der(name), whose dependencies are said here; those of the states at the start as well.
#include <string>
#include <vector>

#include "variables/variable.hpp"

namespace reeve::variables {

struct StateBlock {
  std::string name;
  const Unit* unit{};         ///< of one that is no variable yet
  std::string description;    ///< of the same
  std::uint32_t elements{1};  ///< following each other in x
  bool is_array{};
  bool by_element{};     ///< each element's derivative depends on the elements of its own number only
  double nominal{1};     ///< of one that is no variable yet
  bool reinit{};         ///< an event may set it
  Names initially;       ///< what it depends on at the start, where no other variable says so
  Names rate_depends;    ///< inputs that its derivative depends on
  Names rate_follows;    ///< states, time and tunable parameters that its derivative depends on
  Names rate_initially;  ///< inputs and parameters that its derivative depends on at the start
};

class StateRow {
 public:
  explicit StateRow(StateBlock& block) : block_{block} {}
  StateRow& reinit() { return block_.reinit = true, *this; }
  /// Of the derivative: each element follows those of its own number only, in arrays as long.
  StateRow& by_element() { return block_.by_element = true, *this; }
  StateRow& nominal(double size) { return block_.nominal = size, *this; }
  StateRow& initially(Names knowns) { return block_.initially = std::move(knowns), *this; }
  /// Of the derivative: inputs, then states, time and tunable parameters; then inputs and parameters at the start.
  StateRow& rate(Names inputs, Names follows, Names at_start = {}) {
    block_.rate_depends = std::move(inputs);
    block_.rate_follows = std::move(follows);
    block_.rate_initially = std::move(at_start);
    return *this;
  }

 private:
  StateBlock& block_;
};

class States {
 public:
  StateRow shown(std::string variable) {
    blocks.push_back({.name = std::move(variable)});
    return StateRow(blocks.back());
  }
  StateRow add(std::string name, const Unit& unit, std::string description) {
    blocks.push_back({.name = std::move(name), .unit = &unit, .description = std::move(description)});
    return StateRow(blocks.back());
  }
  StateRow add(std::string name, const Unit& unit, std::string description, std::size_t elements) {
    const StateRow row = add(std::move(name), unit, std::move(description));
    blocks.back().elements = static_cast<std::uint32_t>(elements);
    blocks.back().is_array = true;
    return row;
  }

  /// Inputs, then states, time and tunable parameters that the event indicators depend on.
  void indicators(Names depends, Names follows) {
    indicators_depend = std::move(depends);
    indicators_follow = std::move(follows);
  }

  std::vector<StateBlock> blocks;
  Names indicators_depend, indicators_follow;
};

}  // namespace reeve::variables
