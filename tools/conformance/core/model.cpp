#include "model.hpp"

#include <algorithm>
#include <cmath>

#include "outcome.hpp"

namespace conformance {

void need_model_exchange(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!d.has_model_exchange) not_applicable("the FMU offers no model exchange");
  const auto identifier = d.model_exchange_flags.find("modelIdentifier");
  if (identifier == d.model_exchange_flags.end() || identifier->second != d.identifier)
    not_applicable("model exchange has a library of its own, which this driver does not load");
}

Arguments for_model_exchange() {
  Arguments arguments;
  arguments.model_exchange = true;
  return arguments;
}

bool same_bits(const Vector& a, const Vector& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same_bits(x, y); });
}

bool all_finite(const Vector& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

Model::Model(const LoadedFmu& loaded, Arguments arguments)
    : loaded_(loaded), part_(continuous_part(loaded.description())) {
  arguments.model_exchange = true;
  instance_ = loaded.instantiate(arguments);
  functions_ = loaded.description().version == 2 ? model_exchange_of(loaded.fmi2(), instance_->handle())
                                                 : model_exchange_of(loaded.fmi3(), instance_->handle());
}

void Model::need(Status status, const char* call) {
  if (!good(status)) fail(call, " returned ", name(status), ": ", instance_->environment().log());
}

DiscreteUpdate Model::start(const Experiment& experiment) {
  initialize(experiment);
  const auto said = update();
  enter_continuous_time_mode();
  return said;
}

void Model::enter_event_mode() { need(functions_->enter_event_mode(), "entering event mode"); }

DiscreteUpdate Model::update_once() {
  const auto before = on_update ? states() : Vector{};
  const auto said = functions_->update_discrete_states();
  need(said.status, "updating discrete states");
  if (on_update) on_update(said, before, states());
  return said;
}

DiscreteUpdate Model::update() {
  auto all = update_once();
  for (int i = 1; all.needed; ++i) {
    expect(i < 100, "after 100 updates the FMU still asks for another one");
    const auto more = update_once();
    all.needed = more.needed;
    all.terminate |= more.terminate;
    all.nominals_changed |= more.nominals_changed;
    all.values_changed |= more.values_changed;
    all.next_defined = more.next_defined;
    all.next = more.next;
  }
  return all;
}

void Model::enter_continuous_time_mode() {
  need(functions_->enter_continuous_time_mode(), "entering continuous-time mode");
}

DiscreteUpdate Model::pass_event() {
  enter_event_mode();
  const auto said = update();
  enter_continuous_time_mode();
  return said;
}

void Model::set_time(double time) { need(functions_->set_time(time), "setting the time"); }
void Model::set_states(const Vector& x) { need(functions_->set_states(x.data(), x.size()), "setting the states"); }

void Model::go_to(double time, const Vector& x) {
  set_time(time);
  set_states(x);
}

CompletedStep Model::complete_step() {
  const auto said = functions_->completed_integrator_step();
  need(said.status, "completing an integrator step");
  return said;
}

Vector Model::states() {
  Vector x(size());
  need(functions_->get_states(x.data(), x.size()), "reading the states");
  return x;
}

Vector Model::derivatives() {
  Vector dx(size());
  need(functions_->get_derivatives(dx.data(), dx.size()), "reading the derivatives");
  return dx;
}

Vector Model::indicators() {
  Vector z(part_.indicators);
  need(functions_->get_indicators(z.data(), z.size()), "reading the event indicators");
  return z;
}

Vector Model::nominals() {
  Vector x(size());
  need(functions_->get_nominals(x.data(), x.size()), "reading the nominal values");
  return x;
}

}  // namespace conformance
