/// What the FMU says, and how.

#include <set>

#include "clauses.hpp"
#include "core/fmi2_instance.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// Makes the FMU complain in as many ways as an importer can, then runs it a little.
void provoke(const LoadedFmu& loaded, Instance& instance) {
  const auto bad = loaded.description().unused_reference();
  const auto again = [&] { instance.reset(); };
  instance.step(0, 1), again();
  instance.set_real(bad, 1), again();
  double value = 0;
  instance.get_reals({&bad, 1}, {&value, 1}), again();
  instance.set_logging(true, {"no such category"}), again();
  instance.terminate(), again();
  instance.enter_initialization({0, -1.0, {}}), again();
  instance.set_state(nullptr), again();
  void* state = nullptr;
  instance.deserialize(reinterpret_cast<const std::uint8_t*>("x"), 1, &state), again();
  instance.exit_initialization(), again();
  if (!good(instance.enter_initialization({loaded.fmu().start(), {}, {}})) || !good(instance.exit_initialization()))
    return;
  instance.step(loaded.fmu().start() + 1000, 1), again();
}

void no_callbacks(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  for (const bool all_null : {false, true})
    for (const bool logging : {false, true}) {
      Arguments arguments;
      arguments.with_logger = false;
      arguments.null_callbacks = all_null;
      arguments.logging_on = logging;
      const auto instance = loaded.try_instantiate(arguments);
      const bool may_refuse = fmu.description().version == 2 && !fmu.house();  // FMI 2.0 does not say that it must work
      expect(instance || may_refuse, "refused without a logger (logging ", logging ? "on)" : "off)");
      if (instance) provoke(loaded, *instance);
      arguments.token = "wrong";
      loaded.try_instantiate(arguments);
    }
}

/// The objections of the environment that contain one of the words.
void expect_no_objection(const Fmu& fmu, const std::set<std::string>& words) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  std::set<std::string> said;
  std::size_t messages = 0;
  const auto look = [&](const Environment& environment) {
    messages += environment.messages.size();
    for (const auto& objection : environment.objections)
      for (const auto& word : words)
        if (objection.find(word) != std::string::npos && said.insert(objection).second) bad.add(objection);
  };
  {
    const auto instance = loaded.instantiate();
    provoke(loaded, *instance);
    look(instance->environment());
  }
  for (int kind = 0; kind < 2; ++kind) {
    Arguments arguments;
    if (kind == 0) arguments.token = "wrong";
    if (kind == 1) arguments.model_exchange = !fmu.description().has_model_exchange;
    const auto environment = loaded.environment(arguments);
    loaded.try_instantiate(arguments, environment);
    look(*environment);
  }
  for (const auto& stray : Environment::strays())
    if (words.contains("pointer") && said.insert(stray).second) bad.add(stray);
  bad.expect_none();
  expect(messages > 0, "no message at all, although many calls were wrong");
}

void declared_categories(const Fmu& fmu) { expect_no_objection(fmu, {"category", "NULL", "status"}); }

void right_identity(const Fmu& fmu) { expect_no_objection(fmu, {"instance name", "pointer"}); }

void no_line_break(const Fmu& fmu) { expect_no_objection(fmu, {"line break"}); }

void verbatim_text(const Fmu& fmu) {
  if (fmu.description().version == 3) not_applicable("the logger of FMI 3.0 takes no format");
  const LoadedFmu loaded(fmu);
  const std::string hostile = "%n%s%n%s%d%5$n 100%";
  Findings bad;
  const auto look = [&](const Environment& environment, const char* where) {
    for (const auto& objection : environment.objections)
      if (objection.find("format") != std::string::npos) bad.add("in the ", where, ": ", objection);
  };
  Arguments arguments;
  arguments.token = hostile;
  auto environment = loaded.environment(arguments);
  loaded.try_instantiate(arguments, environment);
  look(*environment, "token");
  arguments = {};
  arguments.resources = "file:///nowhere/" + hostile;
  environment = loaded.environment(arguments);
  loaded.try_instantiate(arguments, environment);
  look(*environment, "resource location");
  arguments = {};
  arguments.instance_name = hostile;
  const auto instance = loaded.instantiate(arguments);
  instance->set_logging(true, {hostile});
  instance->reset();
  instance->step(0, 1);
  look(instance->environment(), "instance name or category");
  bad.expect_none();
}

void switching(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expect_ok = [](Status s, const char* what) { expect(good(s), what, " returned ", name(s)); };
  const auto instance = loaded.instantiate();
  expect_ok(instance->set_logging(true, {}), "switching all categories on");
  expect_ok(instance->set_logging(false, {}), "switching all categories off");
  for (const auto& category : fmu.description().log_categories) {
    expect_ok(instance->set_logging(true, {category}), "switching one category on");
    expect_ok(instance->set_logging(false, {category}), "switching one category off");
  }
  expect_ok(instance->set_logging(true, fmu.description().log_categories), "switching every category on");
  if (!fmu.description().log_categories.empty()) {
    const auto status = instance->set_logging(true, {"no such category"});
    expect(status == Status::error, "an unknown category returned ", name(status), ": expected Error");
  }
}

void silent_run(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.logging_on = false;
  const auto instance = loaded.start(arguments);
  simulate(fmu, *instance, usual_points(fmu, 10), Inputs::held);
  instance->terminate();
  expect(instance->environment().messages.empty(), "with logging off the FMU said: ", instance->environment().log());
}

void clean_run(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 10), Inputs::held);
  instance->terminate();
  for (const auto& m : instance->environment().messages)
    expect(m.status == Status::ok, "a run with start values sent a message with status ", name(m.status), ": ", m.text);
}

void errors_explained(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  const auto tell = [&](const char* what, auto&& call) {
    const auto instance = loaded.instantiate();
    instance->environment().clear();
    const Status status = call(*instance);
    if (good(status)) return;
    bad.require(instance->environment().has(status), what, " returned ", name(status),
                " without a message of that status");
  };
  const auto unknown = fmu.description().unused_reference();
  tell("a step before initialisation", [](Instance& i) { return i.step(0, 1).status; });
  tell("setting an unknown value reference", [&](Instance& i) { return i.set_real(unknown, 1); });
  tell("terminating before initialisation", [](Instance& i) { return i.terminate(); });
  tell("leaving an initialisation that was not entered", [](Instance& i) { return i.exit_initialization(); });
  bad.expect_none();
}

}  // namespace

void add_logging(Registry& checks) {
  using enum Severity;
  checks.add("P14", "without callbacks nothing crashes, with logging on or off, also when there is something to say",
             no_callbacks, error, clause::instances);
  checks.add("P15", "every message has a declared category, a status that exists and a text", declared_categories,
             error, clause::log_categories);
  checks.add("P16", "every message comes with the right instance name and environment", right_identity, error,
             clause::instances);
  checks.add("P17", "text of the importer is never used as a printf format", verbatim_text, error, clause::instances);
  checks.add("B32", "logging can be switched by category, and unknown categories are an Error", switching, error,
             clause::instances);
  checks.add("B90", "with logging off a good run is silent", silent_run, error, clause::instances);
  checks.add("B91", "a run with start values sends no warning and no error", clean_run, warning, clause::instances);
  checks.add("B92", "a call that fails sends a message with its status", errors_explained, error, clause::status);
  checks.add("B93", "messages do not end with a line break", no_line_break, warning, clause::instances);
}

}  // namespace conformance
