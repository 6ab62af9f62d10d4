#pragma once
/// What every description says, whatever its model is made of: names, whose it is, how long its experiment runs.
#include <optional>
#include <string>

#include "description/keys.hpp"
#include "fmi/variable_table.hpp"

namespace reeve::fmus {

struct Header {
  std::string model, name, description;
  fmi::Owner owner;
  std::optional<double> stop;  ///< of the default experiment [s]
};

/// `model`: the kind that reads it; `usual`: the sentence about it that stands for a missing `description`.
void header_keys(Header& header, description::Keys& keys, const std::string& model, const std::string& usual);

/// With the stop time of the description, if it has one.
fmi::Identity identity_of(const Header& header, fmi::Experiment usual);

/// A description as a whole.
template <class Structure>
struct Described {
  Header header;
  Structure structure;
};

template <class Structure>
Described<Structure> read(const description::Reader& from, description::Keys::Declare<Described<Structure>> declare) {
  Described<Structure> out;
  description::Keys::of(out, declare).read(from);
  return out;
}

/// Names of a model's own that an item must not take, and no name twice.
void refuse_taken(const description::Reader& item, const std::string& name, const std::vector<std::string>& reserved,
                  const std::vector<std::string>& before);

}  // namespace reeve::fmus
