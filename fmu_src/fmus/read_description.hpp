#pragma once
/// What the descriptions of several models have in common.
#include <string>

#include "description/document.hpp"
#include "fmi/variable_table.hpp"

namespace reeve::fmus {

/// A whole number from `least` to `most`.
inline int bounded_integer(const description::Reader& reader, const char* key, int usual, int least, int most) {
  const auto found = reader.integer(key, usual);
  if (found < least || found > most) {
    reader.fail(
        key, "expected " + std::to_string(least) + " to " + std::to_string(most) + ", found " + std::to_string(found));
  }
  return static_cast<int>(found);
}

/// experiment = {stop = 0.6}
inline fmi::Experiment read_experiment(const description::Reader& description, fmi::Experiment usual) {
  if (!description.has("experiment")) return usual;
  const auto table = description.table("experiment");
  usual.stop = table.number("stop", usual.stop);
  if (!(usual.stop > 0)) table.fail("stop", "expected greater than 0");
  table.refuse_unknown();
  return usual;
}

}  // namespace reeve::fmus
