#include "fmi/instantiate.hpp"

#include "fmi/resources.hpp"
#include "fmi/token.hpp"

namespace reeve::fmi {

std::unique_ptr<Instance> instantiate(const InstantiationRequest& request, Log log) {
  if (request.name.empty()) throw ModelError("the instance name is empty: give the instance a name");
  const ResourceFile file = read_description(request.resources);
  const description::Node description = description::parse(file.text, file.path);
  auto model = build_model(entry(), description, file.path);
  const std::string expected = token(*model, description);
  if (request.token != expected) {
    throw ModelError("the instantiation token is \"" + request.token + "\", but library and description give \"" +
                     expected + "\": description changed since export: run reeve export");
  }
  if (request.life_cycle.kind == Interface::model_exchange && model->state_count() == 0)
    throw ModelError("model exchange is not offered by this model: use co-simulation");
  return std::make_unique<Instance>(std::move(model), expected, std::move(log), request.life_cycle, request.addressing);
}

}  // namespace reeve::fmi
