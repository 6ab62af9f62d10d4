/// Get and Set with wrong arguments: refused, for every type.

#include <cstring>

#include "access_support.hpp"
#include "clauses.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

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

}  // namespace

void add_access(Registry& checks) {
  using enum Severity;
  checks.add("P23", "Get and Set of the wrong type are an Error and change nothing", wrong_types, error,
             clause::values);
  checks.add("B20", "unknown value references are an Error for every type", unknown_references, error, clause::status);
  checks.add("B21", "Get and Set of nothing (n = 0, NULL) are OK for every type", nothing_asked, error,
             "importer practice: FMUComplianceChecker calls with n = 0");
  checks.add("B22", "NULL for an array that is not empty is an Error", null_arrays, warning, clause::implementations);
  checks.add("B23", "a wrong number of values is an Error (FMI 3.0)", wrong_counts, error, clause::numbers_of_values);
}

}  // namespace conformance
