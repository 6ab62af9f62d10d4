#pragma once

/// What modelDescription.xml says about model exchange: the states in the order of the arrays that the functions take.

#include <set>

#include "description.hpp"

namespace conformance {

/// One number in the array of states; an array of FMI 3.0 gives one for each of its elements.
struct StateElement {
  const Variable* state = nullptr;
  const Variable* derivative = nullptr;
  std::size_t element = 0;

  std::string name() const;
  double nominal() const;  ///< of the description; 1 if it gives none
};

struct ContinuousPart {
  std::vector<StateElement>
      states;                  ///< as ModelStructure orders the derivatives; those that name no state are left out
  std::size_t indicators = 0;  ///< numbers in the array of event indicators

  /// The variables in the order of the arrays, each once.
  std::vector<const Variable*> state_variables() const, derivative_variables() const;
};

ContinuousPart continuous_part(const Description& description);

/// Value references of states, of derivatives and of the event indicators of FMI 3.0.
std::set<ValueReference> state_references(const Description& description);
std::set<ValueReference> derivative_references(const Description& description);
std::set<ValueReference> indicator_references(const Description& description);

}  // namespace conformance
