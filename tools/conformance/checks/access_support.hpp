#pragma once

/// What checks of Get and Set share.

#include "core/fmu.hpp"
#include "core/outcome.hpp"

namespace conformance {

/// An instance in initialisation mode, where everything can be read and most can be set.
std::unique_ptr<Instance> initializing(const LoadedFmu& loaded);

/// A scalar of the type that can be set before the run; nullptr if there is none.
const Variable* settable(const Description& description, Type type);

/// Other values than the start values, close to them and allowed: inside the limits, and items of an enumeration. The
/// start values themselves where there is no other.
Values neighbours(const Variable& variable);

}  // namespace conformance
