/// Which arguments Instantiate accepts, and what it says when it does not.

#include <cstring>

#include "clauses.hpp"
#include "core/fmi2_instance.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// Instantiate has to return NULL and say why.
void expect_refused(const LoadedFmu& loaded, const Arguments& arguments, const std::string& what) {
  const auto environment = loaded.environment(arguments);
  const auto instance = loaded.try_instantiate(arguments, environment);
  expect(!instance, what, " was accepted: expected NULL");
  expect(!environment->messages.empty(), what, " was refused without a message");
}

void wrong_token(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto& token = fmu.description().token;
  std::string altered = token;
  altered.back() = altered.back() == '0' ? '1' : '0';
  for (const auto& wrong :
       {altered, token + "0", token.substr(0, token.size() - 1), std::string("wrong"), std::string()}) {
    Arguments arguments;
    arguments.token = wrong;
    expect_refused(loaded, arguments, text("token ", in_quotes(wrong)));
  }
}

void null_token(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.null_token = true;
  expect_refused(loaded, arguments, "token NULL");
}

void no_name(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  for (const bool null : {true, false}) {
    Arguments arguments;
    arguments.instance_name = "";
    arguments.null_name = null;
    const auto instance = loaded.try_instantiate(arguments);
    expect(!instance, null ? "instance name NULL" : "an empty instance name", " was accepted: expected NULL");
  }
}

void wrong_interface(const Fmu& fmu) {
  if (fmu.description().has_model_exchange) not_applicable("the FMU offers model exchange");
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.model_exchange = true;
  expect_refused(loaded, arguments, "model exchange, which the FMU does not offer,");
}

void null_instance(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expect_error = [](int status, const char* function) {
    expect(status == fmi2Error, function, "(NULL) returned ", name(static_cast<Status>(status)), ": expected Error");
  };
  if (fmu.description().version == 2) {
    const auto& f = loaded.fmi2();
    f.FreeInstance(nullptr);
    expect_error(f.Reset(nullptr), "fmi2Reset");
    expect_error(f.Terminate(nullptr), "fmi2Terminate");
    expect_error(f.EnterInitializationMode(nullptr), "fmi2EnterInitializationMode");
    expect_error(f.DoStep(nullptr, 0, 1, fmi2True), "fmi2DoStep");
    expect_error(f.GetReal(nullptr, nullptr, 0, nullptr), "fmi2GetReal");
    expect_error(f.SetReal(nullptr, nullptr, 0, nullptr), "fmi2SetReal");
    expect_error(f.SetDebugLogging(nullptr, fmi2True, 0, nullptr), "fmi2SetDebugLogging");
  } else {
    const auto& f = loaded.fmi3();
    bool a = false, b = false, c = false;
    double t = 0;
    f.FreeInstance(nullptr);
    expect_error(f.Reset(nullptr), "fmi3Reset");
    expect_error(f.Terminate(nullptr), "fmi3Terminate");
    expect_error(f.EnterInitializationMode(nullptr, false, 0, 0, false, 0), "fmi3EnterInitializationMode");
    expect_error(f.DoStep(nullptr, 0, 1, true, &a, &b, &c, &t), "fmi3DoStep");
    expect_error(f.GetFloat64(nullptr, nullptr, 0, nullptr, 0), "fmi3GetFloat64");
    expect_error(f.SetFloat64(nullptr, nullptr, 0, nullptr, 0), "fmi3SetFloat64");
    expect_error(f.SetDebugLogging(nullptr, true, 0, nullptr), "fmi3SetDebugLogging");
  }
}

/// The structure of callbacks lives only as long as the call of fmi2Instantiate. Strings and lists are overwritten
/// after Instantiate in every check, so FMI 3.0 is covered by the run and the message.
void arguments_not_kept(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 10);
  if (fmu.description().version == 3) {
    const auto instance = loaded.instantiate();
    instance->step(0, 1);  // an error, so that a message is sent
    for (const auto& objection : instance->environment().objections) fail(objection);
    return;
  }
  const auto& f = loaded.fmi2();
  Arguments arguments;
  const auto environment = loaded.environment(arguments);
  fmi2CallbackFunctions callbacks{Environment::log_2, std::calloc, std::free, nullptr, environment.get()};
  auto* component = f.Instantiate(arguments.instance_name.c_str(), fmi2CoSimulation, fmu.description().token.c_str(),
                                  fmu.resources_in(fmu.folder()).c_str(), &callbacks, fmi2False, fmi2True);
  expect(component, "fmi2Instantiate returned NULL: ", environment->log());
  std::memset(static_cast<void*>(&callbacks), 0xA5, sizeof callbacks);
  const auto refused = f.DoStep(component, 0, 1, fmi2True);  // sends a message through the callbacks
  const auto reset = f.Reset(component);
  f.FreeInstance(component);
  expect(refused == fmi2Error, "DoStep before initialisation returned ", name(static_cast<Status>(refused)));
  expect(reset == fmi2OK, "Reset after an error returned ", name(static_cast<Status>(reset)));
}

}  // namespace

void add_instantiation(Registry& checks) {
  using enum Severity;
  checks.add("P18", "nothing that Instantiate was given by pointer is used after it returned", arguments_not_kept,
             error, clause::instances);
  checks.add("B03", "a wrong token gives NULL and a message", wrong_token, error, clause::instances);
  checks.add("B04", "an empty instance name or NULL gives NULL", no_name, error, clause::instances);
  checks.add("B05", "an interface that the FMU does not offer gives NULL and a message", wrong_interface, error,
             clause::instances);
  checks.add("B08", "functions called with NULL for the instance return Error, and FreeInstance does nothing",
             null_instance, error, clause::instances);
  checks.add("B09", "token NULL gives NULL and a message", null_token, house, clause::house);
}

}  // namespace conformance
