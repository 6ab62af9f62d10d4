/// Every function of model exchange in every mode.

#include "clauses.hpp"
#include "core/model.hpp"
#include "groups.hpp"
#include "state_machine.hpp"

namespace conformance {

namespace {

constexpr Mode modes[] = {instantiated, initialization, event, continuous_time, terminated, failed};

/// States and derivatives, in the modes that have them.
std::pair<Vector, Vector> look(const Subject& s) {
  const auto n = continuous_part(s.description()).states.size();
  Vector x(n), dx(n);
  if (!(s.mode & (event | continuous_time))) return {};
  s.functions->get_states(x.data(), n);
  s.functions->get_derivatives(dx.data(), n);
  return {x, dx};
}

/// After a refused call a state saved before it leads back to where the instance was.
void try_restoring(const LoadedFmu& loaded, const Row& row, Mode mode, Findings& bad) {
  Subject s(loaded, mode, Interface::model_exchange);
  const auto before = look(s);
  if (!s.state || row.call(s) != Status::error || !s.state) return;
  const auto restored = s.instance->set_state(s.state);
  bad.require(good(restored), "restoring a state after the refused ", row.function, " in ", name(mode), " returned ",
              name(restored));
  const auto after = look(s);
  bad.require(same_bits(before.first, after.first) && same_bits(before.second, after.second), "after the refused ",
              row.function, " in ", name(mode), " a restored state has other states or derivatives");
}

void every_call_in_every_mode(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const auto rows = model_exchange_table(fmu.description());
  Findings bad;
  for (const auto mode : modes)
    for (const auto& row : rows) {
      Subject subject(loaded, mode, Interface::model_exchange);
      try_row(subject, row, bad);
      if (mode & (event | continuous_time)) try_restoring(loaded, row, mode, bad);
    }
  remark(text(rows.size(), " functions in ", std::size(modes), " modes"));
  bad.expect_none();
}

void numbers_agree(const Fmu& fmu) {
  need_model_exchange(fmu);
  if (fmu.description().version == 2) not_applicable("FMI 2.0 gives the numbers in the description only");
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  const auto compare = [&](const char* when) {
    std::size_t states = 0, indicators = 0;
    loaded.fmi3().GetNumberOfContinuousStates(model.instance().handle(), &states);
    loaded.fmi3().GetNumberOfEventIndicators(model.instance().handle(), &indicators);
    expect(states == model.size(), states, " states ", when, ": the description has ", model.size());
    expect(indicators == model.part().indicators, indicators, " event indicators ", when, ": the description has ",
           model.part().indicators);
  };
  compare("when instantiated");
  model.initialize({fmu.start(), {}, {}});
  compare("in event mode");
}

}  // namespace

void add_model_exchange_state_machine(Registry& checks) {
  using enum Severity;
  checks.add(
      "M01",
      "every function of model exchange is OK in every mode where the standard allows it and Error where it does "
      "not; then a saved state leads back",
      every_call_in_every_mode, error, clause::model_exchange_states);
  checks.add("M32", "the numbers of states and event indicators are those of the description (FMI 3.0)", numbers_agree,
             error, clause::evaluation);
}

}  // namespace conformance
