/// Get and Set: wrong arguments are refused as a whole, right ones do exactly what they say.

#include <cstring>
#include <set>

#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// An instance in initialisation mode, where everything can be read and most can be set.
std::unique_ptr<Instance> initializing(const LoadedFmu& loaded) {
  auto instance = loaded.instantiate();
  const auto status = instance->enter_initialization({loaded.fmu().start(), {}, {}});
  expect(good(status), "entering initialisation returned ", name(status), ": ", instance->environment().log());
  return instance;
}

/// Room for values of any type; doubles as an array of pointers to an empty string.
struct Room {
  explicit Room(Type type) : bytes(64 * 16) {
    static const char* empty = "";
    if (type == Type::string || type == Type::binary)
      for (std::size_t i = 0; i < 64; ++i) std::memcpy(bytes.data() + i * sizeof empty, &empty, sizeof empty);
  }
  void* data() { return bytes.data(); }
  std::vector<std::uint64_t> bytes;
};

const Variable* settable(const Description& d, Type type) {
  for (const auto& v : d.variables)
    if (v.type == type && (v.is_parameter() || v.is_input()) && !v.start_values.empty() && !v.is_array() && !v.clocked)
      return &v;
  return nullptr;
}

void unknown_references(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto bad = fmu.description().unused_reference();
  Findings found;
  for (const auto type : all_types) {
    const auto instance = initializing(loaded);
    if (!instance->has(type) || type == Type::clock) continue;
    Room room(type);
    const auto got = instance->get(type, &bad, 1, room.data(), 1);
    found.require(got == Status::error, "Get ", name(type), " of value reference ", bad, " returned ", name(got),
                  ": expected Error");
    const auto other = initializing(loaded);
    const auto set = other->set(type, &bad, 1, room.data(), 1);
    found.require(set == Status::error, "Set ", name(type), " of value reference ", bad, " returned ", name(set),
                  ": expected Error");
  }
  found.expect_none();
}

void nothing_asked(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = initializing(loaded);
  Findings found;
  for (const auto type : all_types) {
    if (!instance->has(type) || type == Type::clock) continue;
    const auto got = instance->get(type, nullptr, 0, nullptr, 0);
    const auto set = instance->set(type, nullptr, 0, nullptr, 0);
    found.require(got == Status::ok, "Get ", name(type), " of nothing returned ", name(got), ": expected OK");
    found.require(set == Status::ok, "Set ", name(type), " of nothing returned ", name(set), ": expected OK");
  }
  found.expect_none();
}

void null_arrays(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings found;
  bool any = false;
  for (const auto type : all_types) {
    const auto* v = settable(fmu.description(), type);
    if (!v || type == Type::clock) continue;
    any = true;
    Room room(type);
    const auto expect_error = [&](const char* what, auto&& call) {
      const auto instance = initializing(loaded);
      const Status status = call(*instance);
      found.require(status == Status::error, what, ' ', name(type), " returned ", name(status), ": expected Error");
    };
    expect_error("Get without references", [&](Instance& i) { return i.get(type, nullptr, 1, room.data(), 1); });
    expect_error("Get without room", [&](Instance& i) { return i.get(type, &v->reference, 1, nullptr, 1); });
    expect_error("Set without references", [&](Instance& i) { return i.set(type, nullptr, 1, room.data(), 1); });
    expect_error("Set without values", [&](Instance& i) { return i.set(type, &v->reference, 1, nullptr, 1); });
  }
  if (!any) not_applicable("nothing can be set");
  found.expect_none();
}

void wrong_counts(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 passes no number of values");
  const LoadedFmu loaded(fmu);
  Findings found;
  for (const auto type : all_types) {
    const auto* v = settable(fmu.description(), type);
    if (!v || type == Type::clock) continue;
    Room room(type);
    for (const std::size_t count : {0, 2}) {
      const auto got = initializing(loaded)->get(type, &v->reference, 1, room.data(), count);
      found.require(got == Status::error, "Get of ", v->name, " with nValues = ", count, " returned ", name(got),
                    ": expected Error");
      const auto set = initializing(loaded)->set(type, &v->reference, 1, room.data(), count);
      found.require(set == Status::error, "Set of ", v->name, " with nValues = ", count, " returned ", name(set),
                    ": expected Error");
    }
  }
  found.expect_none();
}

void wrong_types(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto& d = fmu.description();
  Findings found;
  for (const auto declared : all_types) {
    const auto* v = settable(d, declared);
    if (!v || declared == Type::clock) continue;
    for (const auto type : all_types) {
      const auto instance = initializing(loaded);
      if (type == declared || type == Type::clock || !instance->has(type) || d.find(v->reference, type)) continue;
      Room room(type);
      const auto set = instance->set(type, &v->reference, 1, room.data(), 1);
      found.require(set == Status::error, "Set ", name(type), " of ", v->name, " (", name(declared), ") returned ",
                    name(set), ": expected Error");
      const auto got = initializing(loaded)->get(type, &v->reference, 1, room.data(), 1);
      found.require(got == Status::error, "Get ", name(type), " of ", v->name, " (", name(declared), ") returned ",
                    name(got), ": expected Error");
      instance->reset();
      Values after;
      if (good(instance->enter_initialization({fmu.start(), {}, {}})) && good(instance->read(*v, after)))
        found.require(same(after, v->start_values), v->name, " was changed to ", to_text(after),
                      " by a Set of the wrong type");
    }
  }
  found.expect_none();
}

/// Two settable scalars with a bad value reference between them: nothing may be written. The instance is in error
/// afterwards, so the values are looked at through a saved state or, without one, through what a Get still tells.
void all_or_nothing(const Fmu& fmu) {
  std::vector<const Variable*> reals;
  for (const auto& v : fmu.description().variables)
    if (v.type == Type::float64 && (v.is_parameter() || v.is_input()) && !v.is_array() && !v.start_values.empty() &&
        !v.alias)
      reals.push_back(&v);
  if (reals.size() < 2) not_applicable("fewer than two floating-point variables can be set");
  const LoadedFmu loaded(fmu);
  const auto instance = initializing(loaded);
  const ValueReference references[] = {reals[0]->reference, fmu.description().unused_reference(), reals[1]->reference};
  const double values[] = {std::get<double>(nudged(reals[0]->start_values[0])), 1,
                           std::get<double>(nudged(reals[1]->start_values[0]))};
  const auto status = instance->set(Type::float64, references, 3, values, 3);
  expect(status == Status::error, "Set with an unknown reference in the middle returned ", name(status),
         ": expected Error");
  bool seen = false;
  for (const auto* v : {reals[0], reals[1]}) {
    Values after;
    if (!good(instance->read(*v, after))) continue;
    seen = true;
    expect(same(after, v->start_values), v->name, " = ", to_text(after),
           " was written although the call was refused: expected ", to_text(v->start_values));
  }
  if (!seen) not_applicable("after an Error the FMU tells no values");
}

void roles(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings found;
  const auto try_set = [&](const Variable& v, Instance& instance, const char* when, bool allowed) {
    Values value = v.start_values;
    if (value.empty() && !good(instance.read(v, value))) return;
    const auto status = instance.write(v, value);
    if (allowed)
      found.require(good(status), "setting ", v.name, " (", v.causality, ", ", v.variability, ") ", when, " returned ",
                    name(status));
    else
      found.require(status == Status::error, "setting ", v.name, " (", v.causality, ", ", v.variability, ") ", when,
                    " returned ", name(status), ": expected Error");
  };
  std::set<std::string> kinds;  // one representative of each kind is enough, and keeps large FMUs affordable
  for (const auto& v : fmu.description().variables) {
    if (v.type == Type::clock || v.clocked || v.alias || v.elements == 0 || v.type == Type::binary) continue;
    if (!kinds.insert(text(v.causality, v.variability, v.initial, name(v.type))).second) continue;
    if (v.causality == "structuralParameter") continue;
    const bool never = v.causality == "independent" || v.variability == "constant" ||
                       v.causality == "calculatedParameter" || (v.initial == "calculated" && !v.is_input());
    const bool stepping = v.is_input() || (v.is_parameter() && v.variability == "tunable");
    if (never) try_set(v, *initializing(loaded), "in initialisation", false);
    try_set(v, *loaded.start(), "while stepping", stepping);
  }
  found.expect_none();
}

void many_at_once(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 3));
  std::vector<const Variable*> reals;
  for (const auto& v : fmu.description().variables)
    if (v.type == Type::float64 && !v.clocked && v.elements > 0) reals.push_back(&v);
  if (reals.empty()) not_applicable("no floating-point variables");
  std::vector<ValueReference> references;
  std::size_t count = 0;
  for (auto it = reals.rbegin(); it != reals.rend(); ++it)
    references.push_back((*it)->reference), count += (*it)->elements;
  std::vector<double> together(count);
  const auto status = instance->get_reals(references, together);
  expect(good(status), "reading all ", references.size(), " floating-point variables at once returned ", name(status));
  std::size_t at = 0;
  for (auto it = reals.rbegin(); it != reals.rend(); ++it) {
    Values single;
    const auto alone = instance->read(**it, single);
    expect(good(alone), "reading ", (*it)->name, " returned ", name(alone));
    for (const auto& value : single) {
      expect(same_bits(std::get<double>(value), together[at]), (*it)->name, " = ", to_text(value), " alone but ",
             together[at], " among others");
      ++at;
    }
  }
}

void strings_live(const Fmu& fmu) {
  const auto& d = fmu.description();
  std::vector<const Variable*> strings;
  for (const auto& v : d.variables)
    if (v.type == Type::string && !v.is_array()) strings.push_back(&v);
  if (strings.empty()) not_applicable("no strings");
  const LoadedFmu loaded(fmu);
  const auto instance = initializing(loaded);
  if (const auto* v = settable(d, Type::string)) {
    std::string mine = "set by the importer";
    const char* pointer = mine.c_str();
    const auto status = instance->set(Type::string, &v->reference, 1, &pointer, 1);
    expect(good(status), "setting ", v->name, " returned ", name(status));
    mine.assign(mine.size(), '#');
    const char* back = nullptr;
    expect(good(instance->get(Type::string, &v->reference, 1, &back, 1)) && back, "reading ", v->name, " back failed");
    expect(std::string(back) == "set by the importer", v->name, " = ", in_quotes(back),
           ": the FMU kept the importer's pointer");
  }
  std::vector<ValueReference> references;
  for (const auto* v : strings) references.push_back(v->reference);
  std::vector<const char*> values(strings.size());
  expect(good(instance->get(Type::string, references.data(), references.size(), values.data(), values.size())),
         "reading all strings failed");
  for (std::size_t i = 0; i < strings.size(); ++i) expect(values[i], strings[i]->name, " is NULL");
}

}  // namespace

void add_access(Registry& checks) {
  checks.add("P21", "strings are copied when set and owned by the FMU when read", strings_live);
  checks.add("P23", "Get and Set of the wrong type are an Error and change nothing", wrong_types);
  checks.add("B20", "unknown value references are an Error for every type", unknown_references);
  checks.add("B21", "Get and Set of nothing (n = 0, NULL) are OK for every type", nothing_asked);
  checks.add("B22", "NULL for an array that is not empty is an Error", null_arrays);
  checks.add("B23", "a wrong number of values is an Error (FMI 3.0)", wrong_counts);
  checks.add("B25", "a Set call that is refused has written nothing", all_or_nothing, Scope::house);
  checks.add(
      "B26",
      "only what may be set can be set: not outputs, locals, constants or time; fixed parameters not while stepping",
      roles);
  checks.add("B30", "reading many variables at once gives the same as reading each alone", many_at_once);
}

}  // namespace conformance
