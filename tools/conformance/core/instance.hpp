#pragma once

/// An instance of an FMU without regard to the version of FMI. Life cycle, as the standard has it:
///
///   instantiated --enter_initialization--> initialization --exit_initialization--> stepping --terminate--> terminated
///
/// `reset` leads back to instantiated from everywhere. Every call returns the FMU's status untouched; nothing throws.
/// The instance is freed with the object.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "description.hpp"
#include "environment.hpp"
#include "status.hpp"
#include "value.hpp"

namespace conformance {

struct Experiment {
  double start = 0;
  std::optional<double> stop, tolerance;
};

struct StepResult {
  Status status = Status::ok;
  double reached = 0;  ///< time of the FMU after the call
  bool early_return = false, event = false, terminate = false;
};

/// Arguments of instantiate; the defaults are those of a plain importer.
struct Arguments {
  std::string instance_name = "instance under test";
  std::optional<std::string> token;      ///< the one of the description if absent
  std::optional<std::string> resources;  ///< the right one if absent
  bool null_resources = false, null_name = false, null_token = false;
  bool logging_on = true, with_logger = true, null_callbacks = false, model_exchange = false;
  bool event_mode = false, early_return = false;                    // FMI 3.0
  std::vector<ValueReference> intermediate;                         // FMI 3.0
  std::function<void(IntermediateUpdate&)> on_intermediate_update;  // FMI 3.0
};

class Instance {
 public:
  virtual ~Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  virtual Status set_logging(bool on, const std::vector<std::string>& categories) = 0;
  virtual Status enter_initialization(const Experiment& experiment) = 0;  ///< in FMI 2.0 with SetupExperiment before it
  virtual Status exit_initialization() = 0;
  virtual StepResult step(double time, double size) = 0;
  virtual Status terminate() = 0;
  virtual Status reset() = 0;

  /// The bare functions: any pointer may be null, any count wrong. FMI 2.0 ignores `n_values` and has four types.
  virtual bool has(Type type) const = 0;
  virtual std::size_t size_of(Type type) const = 0;  ///< bytes of one value in the buffers of get and set
  virtual Status get(Type type, const ValueReference* references, std::size_t n, void* values,
                     std::size_t n_values) = 0;
  virtual Status set(Type type, const ValueReference* references, std::size_t n, const void* values,
                     std::size_t n_values) = 0;

  /// All values of one variable.
  virtual Status read(const Variable& variable, Values& values) = 0;
  virtual Status write(const Variable& variable, const Values& values) = 0;

  virtual Status get_state(void** state) = 0;
  virtual Status set_state(void* state) = 0;
  virtual Status free_state(void** state) = 0;
  virtual Status serialized_size(void* state, std::size_t* size) = 0;
  virtual Status serialize(void* state, std::uint8_t* bytes, std::size_t size) = 0;
  virtual Status deserialize(const std::uint8_t* bytes, std::size_t size, void** state) = 0;

  /// Seed and result have one number per element of the variables.
  virtual Status directional_derivative(std::span<const ValueReference> unknowns,
                                        std::span<const ValueReference> knowns, std::span<const double> seed,
                                        std::span<double> result) = 0;
  virtual Status output_derivatives(std::span<const ValueReference> outputs, std::span<const int> orders,
                                    std::span<double> values) = 0;

  virtual void* handle() const = 0;

  Status get_reals(std::span<const ValueReference> references, std::span<double> values) {
    return get(Type::float64, references.data(), references.size(), values.data(), values.size());
  }
  Status set_real(ValueReference reference, double value) { return set(Type::float64, &reference, 1, &value, 1); }

  Environment& environment() { return *environment_; }

 protected:
  explicit Instance(std::shared_ptr<Environment> environment) : environment_(std::move(environment)) {}

 private:
  std::shared_ptr<Environment> environment_;
};

}  // namespace conformance
