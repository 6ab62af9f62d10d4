#include "fmi2_instance.hpp"

#include <algorithm>
#include <cstdlib>

#include "buffers.hpp"

namespace conformance {

namespace {

constexpr Status status(fmi2Status s) { return static_cast<Status>(s); }

/// Overwrites what Instantiate was given, as an importer may do: an FMU that kept a pointer will be noticed.
void scribble(std::string& s) { std::fill(s.begin(), s.end(), '#'); }

void* allocate(std::size_t count, std::size_t size) { return std::calloc(count, size); }
void release(void* block) { std::free(block); }

}  // namespace

std::unique_ptr<Fmi2Instance> Fmi2Instance::create(const Fmi2Api& api, const Arguments& arguments,
                                                   std::shared_ptr<Environment> environment) {
  std::unique_ptr<Fmi2Instance> self(new Fmi2Instance(api, std::move(environment)));
  std::string name = arguments.instance_name, token = *arguments.token, resources = *arguments.resources;
  if (!arguments.null_callbacks)
    self->callbacks_ = {arguments.with_logger ? Environment::log_2 : nullptr, allocate, release, nullptr,
                        &self->environment()};
  self->component_ = api.Instantiate(
      arguments.null_name ? nullptr : name.c_str(), arguments.model_exchange ? fmi2ModelExchange : fmi2CoSimulation,
      arguments.null_token ? nullptr : token.c_str(), arguments.null_resources ? nullptr : resources.c_str(),
      &self->callbacks_, fmi2False, arguments.logging_on ? fmi2True : fmi2False);
  scribble(name);
  scribble(token);
  scribble(resources);
  if (!self->component_) return nullptr;
  return self;
}

Fmi2Instance::~Fmi2Instance() {
  if (component_) api_.FreeInstance(component_);
}

Status Fmi2Instance::set_logging(bool on, const std::vector<std::string>& categories) {
  std::vector<fmi2String> names;
  for (const auto& c : categories) names.push_back(c.c_str());
  return status(api_.SetDebugLogging(component_, on, names.size(), names.empty() ? nullptr : names.data()));
}

Status Fmi2Instance::setup(const Experiment& e) {
  return status(api_.SetupExperiment(component_, e.tolerance.has_value(), e.tolerance.value_or(0), e.start,
                                     e.stop.has_value(), e.stop.value_or(0)));
}

Status Fmi2Instance::enter_initialization(const Experiment& e) {
  const auto prepared = setup(e);
  return good(prepared) ? status(api_.EnterInitializationMode(component_)) : prepared;
}

Status Fmi2Instance::exit_initialization() { return status(api_.ExitInitializationMode(component_)); }

StepResult Fmi2Instance::step(double time, double size) {
  StepResult result;
  result.status = status(api_.DoStep(component_, time, size, fmi2True));
  result.reached = time + size;
  if (result.status != Status::discard) return result;
  fmi2Boolean ended = fmi2False;
  api_.GetRealStatus(component_, fmi2LastSuccessfulTime, &result.reached);
  result.terminate = api_.GetBooleanStatus(component_, fmi2Terminated, &ended) == fmi2OK && ended;
  return result;
}

Status Fmi2Instance::terminate() { return status(api_.Terminate(component_)); }
Status Fmi2Instance::reset() { return status(api_.Reset(component_)); }

bool Fmi2Instance::has(Type type) const {
  return type == Type::float64 || type == Type::int32 || type == Type::boolean || type == Type::string;
}

std::size_t Fmi2Instance::size_of(Type type) const {
  return type == Type::int32 || type == Type::boolean ? sizeof(fmi2Integer) : sizeof(fmi2Real);
}

Status Fmi2Instance::get(Type type, const ValueReference* r, std::size_t n, void* values, std::size_t) {
  switch (type) {
    case Type::float64:
      return status(api_.GetReal(component_, r, n, static_cast<fmi2Real*>(values)));
    case Type::int32:
      return status(api_.GetInteger(component_, r, n, static_cast<fmi2Integer*>(values)));
    case Type::boolean:
      return status(api_.GetBoolean(component_, r, n, static_cast<fmi2Boolean*>(values)));
    default:
      return status(api_.GetString(component_, r, n, static_cast<fmi2String*>(values)));
  }
}

Status Fmi2Instance::set(Type type, const ValueReference* r, std::size_t n, const void* values, std::size_t) {
  switch (type) {
    case Type::float64:
      return status(api_.SetReal(component_, r, n, static_cast<const fmi2Real*>(values)));
    case Type::int32:
      return status(api_.SetInteger(component_, r, n, static_cast<const fmi2Integer*>(values)));
    case Type::boolean:
      return status(api_.SetBoolean(component_, r, n, static_cast<const fmi2Boolean*>(values)));
    default:
      return status(api_.SetString(component_, r, n, static_cast<const fmi2String*>(values)));
  }
}

namespace {

/// Calls `use` with the C type that carries a neutral type in FMI 2.0.
template <class Use>
auto with_type(Type type, Use&& use) {
  switch (type) {
    case Type::float64:
      return use(fmi2Real{});
    case Type::string:
      return use(fmi2String{});
    default:
      return use(fmi2Integer{});
  }
}

}  // namespace

Status Fmi2Instance::read(const Variable& v, Values& values) {
  return with_type(v.type, [&]<class T>(T) {
    Buffer<T> buffer(1);
    const auto result = get(v.type, &v.reference, 1, buffer.data(), 1);
    values = buffer.values();
    if (v.type == Type::boolean) values = {std::get<std::int64_t>(values[0]) != 0};
    return result;
  });
}

Status Fmi2Instance::write(const Variable& v, const Values& values) {
  return with_type(v.type, [&]<class T>(T) {
    Buffer<T> buffer(values);
    return set(v.type, &v.reference, 1, buffer.data(), 1);
  });
}

Status Fmi2Instance::get_state(void** state) { return status(api_.GetFMUstate(component_, state)); }
Status Fmi2Instance::set_state(void* state) { return status(api_.SetFMUstate(component_, state)); }
Status Fmi2Instance::free_state(void** state) { return status(api_.FreeFMUstate(component_, state)); }

Status Fmi2Instance::serialized_size(void* state, std::size_t* size) {
  return status(api_.SerializedFMUstateSize(component_, state, size));
}

Status Fmi2Instance::serialize(void* state, std::uint8_t* bytes, std::size_t size) {
  return status(api_.SerializeFMUstate(component_, state, reinterpret_cast<fmi2Byte*>(bytes), size));
}

Status Fmi2Instance::deserialize(const std::uint8_t* bytes, std::size_t size, void** state) {
  return status(api_.DeSerializeFMUstate(component_, reinterpret_cast<const fmi2Byte*>(bytes), size, state));
}

Status Fmi2Instance::directional_derivative(std::span<const ValueReference> unknowns,
                                            std::span<const ValueReference> knowns, std::span<const double> seed,
                                            std::span<double> result) {
  return status(api_.GetDirectionalDerivative(component_, unknowns.data(), unknowns.size(), knowns.data(),
                                              knowns.size(), seed.data(), result.data()));
}

Status Fmi2Instance::output_derivatives(std::span<const ValueReference> outputs, std::span<const int> orders,
                                        std::span<double> values) {
  return status(
      api_.GetRealOutputDerivatives(component_, outputs.data(), outputs.size(), orders.data(), values.data()));
}

}  // namespace conformance
