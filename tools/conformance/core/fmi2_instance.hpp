#pragma once

#include "fmi2_api.hpp"
#include "instance.hpp"

namespace conformance {

class Fmi2Instance final : public Instance {
 public:
  /// nullptr if fmi2Instantiate returned NULL; the environment has the messages.
  static std::unique_ptr<Fmi2Instance> create(const Fmi2Api& api, const Arguments& arguments,
                                              std::shared_ptr<Environment> environment);
  ~Fmi2Instance() override;

  Status set_logging(bool on, const std::vector<std::string>& categories) override;
  Status enter_initialization(const Experiment& experiment) override;
  Status exit_initialization() override;
  StepResult step(double time, double size) override;
  Status terminate() override;
  Status reset() override;
  bool has(Type type) const override;
  std::size_t size_of(Type type) const override;
  Status get(Type type, const ValueReference* references, std::size_t n, void* values, std::size_t n_values) override;
  Status set(Type type, const ValueReference* references, std::size_t n, const void* values,
             std::size_t n_values) override;
  Status read(const Variable& variable, Values& values) override;
  Status write(const Variable& variable, const Values& values) override;
  Status get_state(void** state) override;
  Status set_state(void* state) override;
  Status free_state(void** state) override;
  Status serialized_size(void* state, std::size_t* size) override;
  Status serialize(void* state, std::uint8_t* bytes, std::size_t size) override;
  Status deserialize(const std::uint8_t* bytes, std::size_t size, void** state) override;
  Status directional_derivative(std::span<const ValueReference> unknowns, std::span<const ValueReference> knowns,
                                std::span<const double> seed, std::span<double> result) override;
  Status output_derivatives(std::span<const ValueReference> outputs, std::span<const int> orders,
                            std::span<double> values) override;
  void* handle() const override { return component_; }

  Status setup(const Experiment& experiment);

 private:
  Fmi2Instance(const Fmi2Api& api, std::shared_ptr<Environment> environment)
      : Instance(std::move(environment)), api_(api) {}

  const Fmi2Api& api_;
  fmi2CallbackFunctions callbacks_{};
  fmi2Component component_ = nullptr;
};

}  // namespace conformance
