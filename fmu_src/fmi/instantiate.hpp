#pragma once
/// From the importer's arguments to an instance: read the description, build the model, compare the token.
#include <memory>
#include <string>

#include "fmi/instance.hpp"

namespace reeve::fmi {

struct InstantiationRequest {
  std::string name;       ///< of the instance
  std::string token;      ///< from the XML
  std::string resources;  ///< path of the folder; may be empty
  const LifeCycle& life_cycle;
  Addressing addressing;
};

/// Throws with a message for the user.
std::unique_ptr<Instance> instantiate(const InstantiationRequest& request, Log log);

}  // namespace reeve::fmi
