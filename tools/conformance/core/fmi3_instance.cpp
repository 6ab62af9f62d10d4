#include "fmi3_instance.hpp"

#include <algorithm>
#include <limits>

#include "buffers.hpp"

namespace conformance {

namespace {

constexpr Status status(fmi3Status s) { return static_cast<Status>(s); }

void scribble(std::string& s) { std::fill(s.begin(), s.end(), '#'); }

}  // namespace

std::unique_ptr<Fmi3Instance> Fmi3Instance::create(const Fmi3Api& api, const Arguments& a,
                                                   std::shared_ptr<Environment> environment) {
  std::unique_ptr<Fmi3Instance> self(new Fmi3Instance(api, std::move(environment)));
  auto* pointer = a.null_callbacks ? nullptr : &self->environment();
  self->environment().on_intermediate_update = a.on_intermediate_update;
  std::string name = a.instance_name, token = *a.token, resources = *a.resources;
  auto intermediate = a.intermediate;
  const char* name_argument = a.null_name ? nullptr : name.c_str();
  const char* token_argument = a.null_token ? nullptr : token.c_str();
  const char* resources_argument = a.null_resources ? nullptr : resources.c_str();
  const auto logger = a.with_logger && !a.null_callbacks ? Environment::log_3 : nullptr;
  if (a.model_exchange)
    self->instance_ = api.InstantiateModelExchange(name_argument, token_argument, resources_argument, false,
                                                   a.logging_on, pointer, logger);
  else
    self->instance_ = api.InstantiateCoSimulation(
        name_argument, token_argument, resources_argument, false, a.logging_on, a.event_mode, a.early_return,
        intermediate.empty() ? nullptr : intermediate.data(), intermediate.size(), pointer, logger,
        a.on_intermediate_update ? Environment::intermediate_update : nullptr);
  scribble(name);  // an FMU that kept a pointer to an argument will be noticed
  scribble(token);
  scribble(resources);
  std::fill(intermediate.begin(), intermediate.end(), ~ValueReference{0});
  if (!self->instance_) return nullptr;
  return self;
}

Fmi3Instance::~Fmi3Instance() {
  if (instance_) api_.FreeInstance(instance_);
}

Status Fmi3Instance::set_logging(bool on, const std::vector<std::string>& categories) {
  std::vector<fmi3String> names;
  for (const auto& c : categories) names.push_back(c.c_str());
  return status(api_.SetDebugLogging(instance_, on, names.size(), names.empty() ? nullptr : names.data()));
}

Status Fmi3Instance::enter_initialization(const Experiment& e) {
  return status(api_.EnterInitializationMode(instance_, e.tolerance.has_value(), e.tolerance.value_or(0), e.start,
                                             e.stop.has_value(), e.stop.value_or(0)));
}

Status Fmi3Instance::exit_initialization() { return status(api_.ExitInitializationMode(instance_)); }

StepResult Fmi3Instance::step(double time, double size) {
  constexpr double unset = std::numeric_limits<double>::quiet_NaN();
  bool event = false, ended = false, early = false;
  double reached = unset;
  StepResult result;
  result.status = status(api_.DoStep(instance_, time, size, true, &event, &ended, &early, &reached));
  result.reached = reached;
  result.event = event;
  result.terminate = ended;
  result.early_return = early;
  return result;
}

Status Fmi3Instance::terminate() { return status(api_.Terminate(instance_)); }
Status Fmi3Instance::reset() { return status(api_.Reset(instance_)); }

Status Fmi3Instance::pass_event_mode() {
  bool again = true, ended = false, nominals = false, states = false, next_defined = false;
  double next = 0;
  for (int i = 0; i < 100 && again; ++i) {
    const auto s =
        status(api_.UpdateDiscreteStates(instance_, &again, &ended, &nominals, &states, &next_defined, &next));
    if (!good(s)) return s;
  }
  return status(api_.EnterStepMode(instance_));
}

namespace {

/// Calls `use` with the C type of a neutral type and the pair of functions for it; binaries and clocks have their own.
template <class Use>
Status with_functions(const Fmi3Api& api, Type type, Use&& use) {
  switch (type) {
    case Type::float32:
      return use(fmi3Float32{}, api.GetFloat32, api.SetFloat32);
    case Type::int8:
      return use(fmi3Int8{}, api.GetInt8, api.SetInt8);
    case Type::uint8:
      return use(fmi3UInt8{}, api.GetUInt8, api.SetUInt8);
    case Type::int16:
      return use(fmi3Int16{}, api.GetInt16, api.SetInt16);
    case Type::uint16:
      return use(fmi3UInt16{}, api.GetUInt16, api.SetUInt16);
    case Type::int32:
      return use(fmi3Int32{}, api.GetInt32, api.SetInt32);
    case Type::uint32:
      return use(fmi3UInt32{}, api.GetUInt32, api.SetUInt32);
    case Type::int64:
      return use(fmi3Int64{}, api.GetInt64, api.SetInt64);
    case Type::uint64:
      return use(fmi3UInt64{}, api.GetUInt64, api.SetUInt64);
    case Type::boolean:
      return use(fmi3Boolean{}, api.GetBoolean, api.SetBoolean);
    case Type::string:
      return use(fmi3String{}, api.GetString, api.SetString);
    default:
      return use(fmi3Float64{}, api.GetFloat64, api.SetFloat64);
  }
}

}  // namespace

std::size_t Fmi3Instance::size_of(Type type) const {
  if (type == Type::binary) return sizeof(fmi3Binary);
  if (type == Type::clock) return sizeof(fmi3Clock);
  std::size_t size = 0;
  with_functions(api_, type, [&](auto zero, auto, auto) {
    size = sizeof zero;
    return Status::ok;
  });
  return size;
}

Status Fmi3Instance::get(Type type, const ValueReference* r, std::size_t n, void* values, std::size_t n_values) {
  if (type == Type::clock) return status(api_.GetClock(instance_, r, n, static_cast<fmi3Clock*>(values)));
  if (type == Type::binary) {
    std::vector<std::size_t> sizes(n_values + 1);
    return status(api_.GetBinary(instance_, r, n, sizes.data(), static_cast<fmi3Binary*>(values), n_values));
  }
  return with_functions(api_, type, [&]<class T>(T, auto getter, auto) {
    return status(getter(instance_, r, n, static_cast<T*>(values), n_values));
  });
}

Status Fmi3Instance::set(Type type, const ValueReference* r, std::size_t n, const void* values, std::size_t n_values) {
  if (type == Type::clock) return status(api_.SetClock(instance_, r, n, static_cast<const fmi3Clock*>(values)));
  if (type == Type::binary) {
    const std::vector<std::size_t> sizes(n_values + 1);
    return status(api_.SetBinary(instance_, r, n, sizes.data(), static_cast<const fmi3Binary*>(values), n_values));
  }
  return with_functions(api_, type, [&]<class T>(T, auto, auto setter) {
    return status(setter(instance_, r, n, static_cast<const T*>(values), n_values));
  });
}

Status Fmi3Instance::read(const Variable& v, Values& values) {
  if (v.type == Type::binary) {
    std::vector<std::size_t> sizes(v.elements);
    std::vector<fmi3Binary> blocks(v.elements);
    const auto result = status(api_.GetBinary(instance_, &v.reference, 1, sizes.data(), blocks.data(), v.elements));
    values.clear();
    for (std::size_t i = 0; good(result) && i < v.elements; ++i)
      values.emplace_back(std::string(reinterpret_cast<const char*>(blocks[i]), sizes[i]));
    return result;
  }
  return with_functions(api_, v.type, [&]<class T>(T, auto getter, auto) {
    Buffer<T> buffer(v.elements);
    const auto result = status(getter(instance_, &v.reference, 1, buffer.data(), buffer.size()));
    values = buffer.values();
    return result;
  });
}

Status Fmi3Instance::write(const Variable& v, const Values& values) {
  if (v.type == Type::binary) {
    std::vector<std::size_t> sizes;
    std::vector<fmi3Binary> blocks;
    for (const auto& value : values) {
      const auto& bytes = std::get<std::string>(value);
      sizes.push_back(bytes.size());
      blocks.push_back(reinterpret_cast<fmi3Binary>(bytes.data()));
    }
    return status(api_.SetBinary(instance_, &v.reference, 1, sizes.data(), blocks.data(), blocks.size()));
  }
  return with_functions(api_, v.type, [&]<class T>(T, auto, auto setter) {
    Buffer<T> buffer(values);
    return status(setter(instance_, &v.reference, 1, buffer.data(), buffer.size()));
  });
}

Status Fmi3Instance::get_state(void** state) { return status(api_.GetFMUState(instance_, state)); }
Status Fmi3Instance::set_state(void* state) { return status(api_.SetFMUState(instance_, state)); }
Status Fmi3Instance::free_state(void** state) { return status(api_.FreeFMUState(instance_, state)); }

Status Fmi3Instance::serialized_size(void* state, std::size_t* size) {
  return status(api_.SerializedFMUStateSize(instance_, state, size));
}

Status Fmi3Instance::serialize(void* state, std::uint8_t* bytes, std::size_t size) {
  return status(api_.SerializeFMUState(instance_, state, bytes, size));
}

Status Fmi3Instance::deserialize(const std::uint8_t* bytes, std::size_t size, void** state) {
  return status(api_.DeserializeFMUState(instance_, bytes, size, state));
}

Status Fmi3Instance::directional_derivative(std::span<const ValueReference> unknowns,
                                            std::span<const ValueReference> knowns, std::span<const double> seed,
                                            std::span<double> result) {
  return status(api_.GetDirectionalDerivative(instance_, unknowns.data(), unknowns.size(), knowns.data(), knowns.size(),
                                              seed.data(), seed.size(), result.data(), result.size()));
}

Status Fmi3Instance::output_derivatives(std::span<const ValueReference> outputs, std::span<const int> orders,
                                        std::span<double> values) {
  return status(api_.GetOutputDerivatives(instance_, outputs.data(), outputs.size(), orders.data(), values.data(),
                                          values.size()));
}

}  // namespace conformance
