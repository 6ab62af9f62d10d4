/// The version-neutral instance, driven in process with a model whose hooks can be told to fail.
#include "fmi/instance.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "support/scripted_model.hpp"

using namespace reeve::fmi;
using namespace reeve::test;
using Catch::Contains;

namespace {

constexpr std::uint32_t kRate = 10, kTolerance = 11, kMode = 12, kFlag = 13, kU = 20, kY = 30, kPositions = 40,
                        kGrid = 50;

struct Fixture {
  ScriptedModel* model;
  std::string log;
  Instance instance;

  explicit Fixture(const LifeCycle& life_cycle = kFmi2CoSimulation, Addressing addressing = Addressing::scalars)
      : Fixture(std::make_unique<ScriptedModel>(), life_cycle, addressing) {}
  Fixture(std::unique_ptr<ScriptedModel> scripted, const LifeCycle& life_cycle, Addressing addressing)
      : model{scripted.get()},
        instance(std::move(scripted), "token",
                 Log([this](Level, const char* category,
                            const char* text) { log += std::string(category) + ": " + text + "\n"; },
                     true),
                 life_cycle, addressing) {}

  template <class Body>
  Status call(Call what, Body body) {
    return instance.guarded(what, "test", body);
  }

  Status set(std::uint32_t reference, double value) {
    return call(Call::set,
                [&] { instance.set<double, double>(std::span(&reference, 1), std::span<const double>(&value, 1)); });
  }
  double get(std::uint32_t reference) {
    double value = std::nan("");
    call(Call::get,
         [&] { instance.get<double, double>(std::span<const std::uint32_t>(&reference, 1), std::span(&value, 1)); });
    return value;
  }
  Status initialise() {
    const Status entered = call(Call::enter_initialization, [&] { instance.enter_initialization(); });
    return entered == Status::ok ? call(Call::exit_initialization, [&] { instance.exit_initialization(); }) : entered;
  }
  Status step(double t, double h) {
    StepListener nobody;
    return call(Call::do_step, [&] { instance.do_step(t, h, nobody); });
  }
};

}  // namespace

TEST_CASE("instance: whatever a model hook throws becomes a status and a message, and reset helps") {
  const auto hook = GENERATE(Hook::reset, Hook::check, Hook::initialise, Hook::advance, Hook::outputs,
                             Hook::directional, Hook::rates, Hook::save, Hook::load);
  const auto what = GENERATE(Throw::runtime_error, Throw::bad_alloc, Throw::something_else);
  Fixture f;
  f.model->throws_in = hook;
  f.model->what = what;
  Status status = f.initialise();
  if (status == Status::ok) status = f.step(0, 0.5);
  const std::uint32_t u = kU, y = kY;
  const double seed = 1;
  double result = 0;
  SavedState saved;
  const auto then = [&](Call call, auto body) {
    if (status == Status::ok) status = f.call(call, body);
  };
  then(Call::directional_derivative,
       [&] { f.instance.directional(std::span(&y, 1), std::span(&u, 1), std::span(&seed, 1), std::span(&result, 1)); });
  then(Call::get_output_derivatives, [&] { f.instance.output_rates(std::span(&y, 1), std::span(&result, 1)); });
  then(Call::get_state, [&] { f.instance.save(saved); });
  then(Call::set_state, [&] { f.instance.restore(saved); });
  then(Call::reset, [&] { f.instance.reset(); });
  CHECK(status == Status::error);
  CHECK(f.instance.phase() == kBroken);
  CHECK_THAT(f.log, Contains("logStatusError"));
  f.model->throws_in = Hook::none;
  CHECK(f.call(Call::reset, [&] { f.instance.reset(); }) == Status::ok);
  CHECK(f.initialise() == Status::ok);
  CHECK(f.step(0, 0.5) == Status::ok);
}

TEST_CASE("instance: a step that fails is a discard and leaves time, state and inputs as they were") {
  Fixture f;
  f.initialise();
  CHECK(f.step(0, 0.5) == Status::ok);
  f.set(kU, 3);
  const double before = f.get(kY);
  f.model->throws_in = Hook::advance;
  f.model->what = Throw::step_failure;
  CHECK(f.step(0.5, 0.5) == Status::discard);
  CHECK(f.instance.time() == 0.5);
  CHECK(f.get(kY) == before);
  f.model->throws_in = Hook::none;
  CHECK(f.step(0.5, 0.5) == Status::ok);
  CHECK(f.get(kY) == 1.0 + 3.0);
}

TEST_CASE("instance: parameters out of range are all reported together when initialisation ends") {
  Fixture f;
  CHECK(f.set(kRate, 11) == Status::ok);
  const std::uint32_t mode = kMode;
  const int three = 3;
  CHECK(f.call(Call::set, [&] { f.instance.set<int, int>(std::span(&mode, 1), std::span<const int>(&three, 1)); }) ==
        Status::ok);
  CHECK(f.initialise() == Status::error);
  CHECK_THAT(f.log, Contains("rate = 11: expected at least -10 and at most 10") && Contains("mode = 3"));
}

TEST_CASE("instance: an input out of range is refused, not written, and the instance goes on") {
  Fixture f;
  f.initialise();
  f.set(kU, 5);
  CHECK(f.set(kU, 101) == Status::discard);
  CHECK(f.get(kU) == 5);
  CHECK(f.instance.phase() == kStepping);
  CHECK(f.set(kU, std::nan("")) == Status::error);
}

TEST_CASE("instance: the importer's tolerance is taken, unless the user set one") {
  Fixture f;
  f.instance.set_experiment(1e-4, 0, {});
  f.initialise();
  CHECK(f.model->tolerance == 1e-4);
  Fixture g;
  g.set(kTolerance, 1e-9);
  g.instance.set_experiment(1e-4, 0, {});
  g.initialise();
  CHECK(g.model->tolerance == 1e-9);
}

TEST_CASE("instance: an importer's tolerance outside the range is met as well as possible, with a warning") {
  const auto [asked, used] = GENERATE(table<double, double>({{0.1, 1e-3}, {1e-15, 1e-12}}));
  Fixture f;
  f.instance.set_experiment(asked, 0, {});
  CHECK(f.initialise() == Status::ok);
  CHECK(f.model->tolerance == used);
  CHECK_THAT(f.log, Contains("logStatusWarning") && Contains("tolerance"));
  CHECK(f.log.find("logStatusWarning") == f.log.rfind("logStatusWarning"));
}

TEST_CASE("instance: an array is one variable in 3.0 and as many scalars in 2.0") {
  Fixture scalars, arrays(kFmi3CoSimulation, Addressing::arrays);
  for (Fixture* f : {&scalars, &arrays}) {
    f->initialise();
    f->step(0, 1);
  }
  CHECK(scalars.get(kPositions + 2) == 2.0);
  std::array<double, 3> values{};
  const std::uint32_t reference = kPositions;
  const auto read = [&](std::size_t n) {
    return arrays.call(
        Call::get, [&] { arrays.instance.get<double, double>(std::span(&reference, 1), std::span(values.data(), n)); });
  };
  CHECK(read(3) == Status::ok);
  CHECK(values == std::array<double, 3>{0, 1, 2});
  CHECK(read(2) == Status::error);
  Fixture again(kFmi3CoSimulation, Addressing::arrays);
  again.initialise();
  CHECK(std::isnan(again.get(kPositions + 1)));  // inside the array: no variable of its own
}

TEST_CASE(
    "instance: a matrix is read whole, row by row, in 3.0; in 2.0 its listed elements are variables and the others are "
    "not") {
  Fixture scalars, arrays(kFmi3CoSimulation, Addressing::arrays);
  for (Fixture* f : {&scalars, &arrays}) f->initialise();
  std::array<double, 6> values{};
  const std::uint32_t reference = kGrid;
  CHECK(arrays.call(Call::get, [&] {
    arrays.instance.get<double, double>(std::span(&reference, 1), std::span(values));
  }) == Status::ok);
  CHECK(values == std::array<double, 6>{11, 12, 13, 21, 22, 23});
  CHECK(scalars.get(kGrid + 4) == 22.0);
  CHECK(std::isnan(scalars.get(kGrid + 3)));
  CHECK_THAT(scalars.log, Contains("grid[2,1]"));
}

TEST_CASE("instance: a ramped input moves during the step and its output rate counts it") {
  Fixture f;
  f.initialise();
  const std::uint32_t u = kU, y = kY;
  const double slope = 2;
  f.set(kU, 1);
  CHECK(f.call(Call::set_input_derivatives,
               [&] { f.instance.set_input_rates(std::span(&u, 1), std::span(&slope, 1)); }) == Status::ok);
  f.step(0, 0.5);
  CHECK(f.get(kY) == 0.5 + 2.0);
  double rate = 0;
  f.call(Call::get_output_derivatives, [&] { f.instance.output_rates(std::span(&y, 1), std::span(&rate, 1)); });
  CHECK(rate == 1 + 2);
  f.set(kU, 0);  // a new value clears the slope
  f.step(0.5, 0.5);
  CHECK(f.get(kY) == 1.0);
}

TEST_CASE("instance: a ramped input that has reached the end of its range stays, and its rate no longer counts") {
  Fixture f;
  f.initialise();
  const std::uint32_t u = kU, y = kY;
  const auto rate_with = [&](double from, double slope, double t) {
    f.set(kU, from);
    f.call(Call::set_input_derivatives, [&] { f.instance.set_input_rates(std::span(&u, 1), std::span(&slope, 1)); });
    f.step(t, 0.5);
    double rate = 0;
    f.call(Call::get_output_derivatives, [&] { f.instance.output_rates(std::span(&y, 1), std::span(&rate, 1)); });
    return rate;
  };
  CHECK(rate_with(99, 4, 0) == 1);
  CHECK(f.get(kU) == 100);
  CHECK(rate_with(-99, -4, 0.5) == 1);
  CHECK(rate_with(100, -4, 1) == 1 - 4);  // back into the range
}

TEST_CASE("instance: a listener may end the step early, never before the present and never after the end") {
  struct Early : StepListener {
    double wish;
    explicit Early(double w) : wish{w} {}
    double intermediate(double, double) override { return wish; }
  };
  const auto reached_with = [](double wish) {
    Fixture f(kFmi3CoSimulation, Addressing::arrays);
    f.initialise();
    Early early(wish);
    double reached = -1;
    f.call(Call::do_step, [&] { reached = f.instance.do_step(0, 1, early); });
    return reached;
  };
  CHECK(reached_with(0.4) == 0.4);
  CHECK(reached_with(-5) == 0.25);  // the first internal step
  CHECK(reached_with(7) == 1.0);
}

TEST_CASE("instance: inside a step neither reset nor restore nor terminate help, also not after an error there") {
  struct Meddling : StepListener {
    std::function<void()> meddle;
    double intermediate(double, double end) override { return meddle(), end; }
  };
  const bool after_an_error = GENERATE(false, true);
  const auto call = GENERATE(Call::reset, Call::set_state, Call::terminate);
  Fixture f(kFmi3CoSimulation, Addressing::arrays);
  f.initialise();
  SavedState saved;
  f.instance.save(saved);
  Status inside = Status::ok;
  Meddling listener;
  listener.meddle = [&] {
    if (after_an_error) f.set(12345, 0);  // no such variable
    inside = f.call(call, [&] {
      if (call == Call::reset)
        f.instance.reset();
      else if (call == Call::terminate)
        f.instance.terminate();
      else
        f.instance.restore(saved);
    });
  };
  CHECK(f.call(Call::do_step, [&] { f.instance.do_step(0, 1, listener); }) == Status::error);
  CHECK(inside == Status::error);
  CHECK(f.instance.phase() == kBroken);
  CHECK(f.call(Call::reset, [&] { f.instance.reset(); }) == Status::ok);  // when the step is over, it helps
  CHECK(f.initialise() == Status::ok);
}

TEST_CASE("instance: a step that would take for ever is given up with the time it came to") {
  Fixture f;
  f.initialise();
  CHECK(f.step(0, 1e7) == Status::discard);  // the scripted model takes steps of 0.25 s
  CHECK_THAT(f.log, Contains("internal steps") && Contains("0.25 s"));
  CHECK(f.instance.time() == 0);
  CHECK(f.step(0, 1) == Status::ok);
}

TEST_CASE("instance: a state of another model is neither restored nor serialized") {
  Fixture f;
  f.initialise();
  SavedState state;
  f.instance.save(state);
  state.owner ^= 1;
  CHECK_THROWS_WITH(f.instance.restore(state), Contains("another model"));
  CHECK_THROWS_WITH(f.instance.serialized_size(state), Contains("another model"));
  CHECK_THROWS_WITH(f.instance.serialize(state), Contains("another model"));
}

TEST_CASE("instance: every single changed byte of a serialized state is noticed") {
  Fixture f;
  f.initialise();
  f.step(0, 0.5);
  SavedState state;
  f.instance.save(state);
  const Bytes good = f.instance.serialize(state);
  CHECK_NOTHROW(f.instance.deserialize(good));
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes bad = good;
    bad[i] ^= std::byte{0x10};
    CAPTURE(i);
    CHECK_THROWS(f.instance.deserialize(bad));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, kSealSize, good.size() - 1}) {
    CHECK_THROWS(f.instance.deserialize(std::span(good).first(size)));
  }
}

TEST_CASE(
    "instance: a state with a right checksum but content that is not finite is refused, the instance keeps its own") {
  Fixture f;
  f.initialise();
  f.step(0, 0.5);
  SavedState state;
  f.instance.save(state);
  const auto nan = std::bit_cast<std::array<std::byte, 8>>(std::nan(""));
  std::copy(nan.begin(), nan.end(), state.payload.end() - 8);  // x of the model
  CHECK_THROWS_WITH(f.instance.deserialize(f.instance.serialize(state)), Contains("not finite"));
  CHECK(f.get(kY) == 0.5);
}

TEST_CASE("instance: after a reset the clock stands at 0 again, also for an importer that never sets a start time") {
  Fixture f;
  f.initialise();
  f.step(0, 0.5);
  f.call(Call::reset, [&] { f.instance.reset(); });
  CHECK(f.initialise() == Status::ok);
  CHECK(f.instance.time() == 0.0);
  CHECK(f.step(0, 0.5) == Status::ok);
}

TEST_CASE("instance: calls are refused in the wrong phase and say which phase it is") {
  Fixture f;
  CHECK(f.step(0, 1) == Status::error);
  CHECK_THAT(f.log, Contains("instantiated"));
}

TEST_CASE("log: events follow the debug switch, errors are always told, unknown categories are refused") {
  std::string text;
  Log log([&](Level, const char* category, const char*) { text += category; }, false);
  log.write(Level::event, "x");
  CHECK(text.empty());
  log.write(Level::error, "x");
  CHECK(text == "logStatusError");
  const char* events = "logEvents";
  log.enable(true, std::span(&events, 1));
  log.write(Level::event, "x");
  CHECK(text == "logStatusErrorlogEvents");
  const char* unknown = "logNonsense";
  CHECK_THROWS(log.enable(true, std::span(&unknown, 1)));
}
