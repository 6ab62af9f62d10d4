#pragma once
/// The states of a reeving by name, and which of them act on each other.
///
///   x = [boundary coordinates | modes, rope by rope | the rates of both | drive_travel_acceleration, energies, slip and creep]
///
/// An element is a boundary coordinate or a span, as in coupling.hpp.
#include <algorithm>

#include "mechanics/rope/rope_shapes.hpp"
#include "models/reeving/dependencies.hpp"
#include "models/reeving/values.hpp"
#include "variables/states.hpp"

namespace reeve::models::reeving {

/// What the names of a grip's variables begin with: nothing for the first rope on the drive, the rope or the sheave otherwise.
std::string grip_prefix(const Structure& structure, const Topology& topology, std::size_t place);

class StateNames {
 public:
  using Names = std::vector<std::string>;

  template <class S>
  StateNames(const Structure& structure, const Topology& topology, const Values<S>& values)
      : structure_{structure},
        topology_{topology},
        on_{structure, topology},
        coupling_{topology},
        massless_{values.massless()} {
    for (const auto& rope : values.rope) modes_.push_back(mode_count(rope));
    count_materials();
    find_linked();
  }

  /// All states in the order of x.
  void list(variables::States& states) const;

  Names position(int coordinate) const { return followed(coordinate, false); }  ///< what the coordinate itself follows
  Names rate(int coordinate) const { return followed(coordinate, true); }
  /// States that act on an element's acceleration, the drive's time and brake among them.
  const Names& all_beside(int element) const { return linked_[coupling_.linked[element]]; }
  Names all_beside_spans(int from, int to) const;
  Names all() const { return all_beside_spans(0, topology_.span_count()); }

 private:
  template <class S>
  static std::size_t mode_count(const Rope<S>& rope) {
    if (rope.formulation == static_cast<int>(Formulation::ale_ancf)) return 2;
    return static_cast<std::size_t>(std::clamp(rope.axial_modes, 0, mechanics::kMaxModes));
  }
  void count_materials();
  void find_linked();
  Names followed(int coordinate, bool is_rate) const;
  std::size_t modes_of(int rope) const;
  std::string material_name(const Contact& contact) const;
  /// Name of a coordinate's variable, or of the array that it is in.
  std::string coordinate_name(int coordinate, bool is_rate) const;
  void list_boundary(bool rates, variables::States& states) const;
  void list_modes(bool rates, variables::States& states) const;
  void list_extras(variables::States& states) const;
  bool has_drum() const;
  Names on_buffers() const;  ///< states of the bodies above buffers

  const Structure& structure_;
  const Topology& topology_;
  Dependencies on_;
  Coupling coupling_;
  bool massless_;
  std::vector<std::size_t> modes_;               ///< per rope: of one span
  std::vector<int> first_material_, materials_;  ///< per rope: first coordinate of its material at sheaves, how many
  std::vector<Names> linked_;                    ///< by the number of a linked set: names of its states
};

}  // namespace reeve::models::reeving
