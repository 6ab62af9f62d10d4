/// Arrays of FMI 3.0.

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

std::vector<const Variable*> arrays_of(const Fmu& fmu) {
  std::vector<const Variable*> out;
  for (const auto& v : fmu.description().variables)
    if (v.is_array() && v.elements > 1 && v.type == Type::float64 && !v.alias) out.push_back(&v);
  if (out.empty()) not_applicable("no arrays of Float64");
  return out;
}

void scalar_coupling(const Fmu& fmu) {
  Findings bad;
  bool any = false, scalar_output = false;
  std::string array_outputs;
  for (const auto& v : fmu.description().variables) {
    if (!v.is_array()) {
      scalar_output = scalar_output || v.is_output();
      continue;
    }
    any = true;
    bad.require(!v.is_input(), v.name,
                " is an array input: importers that set one value per reference cannot drive it");
    if (v.is_output()) array_outputs += (array_outputs.empty() ? "" : ", ") + v.name;
  }
  if (!any) not_applicable("no arrays");
  bad.require(array_outputs.empty() || scalar_output, "all outputs are arrays (", array_outputs,
              "): importers that get one value per reference read none of them");
  bad.expect_none();
  if (!array_outputs.empty()) remark(text("array outputs beside scalar ones: ", array_outputs));
}

void partial_counts(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  Findings bad;
  for (const auto* v : arrays_of(fmu)) {
    std::vector<double> room(v->elements + 2);
    for (const auto count : {std::size_t{1}, v->elements - 1, v->elements + 1}) {
      const auto status = loaded.start()->get(Type::float64, &v->reference, 1, room.data(), count);
      bad.require(status == Status::error, "reading ", count, " of ", v->elements, " elements of ", v->name,
                  " returned ", name(status), ": expected Error");
    }
  }
  bad.expect_none();
}

/// Writes different numbers into an array and reads them back alone and between scalars: the order is the same.
void element_order(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  bool any = false;
  for (const auto* v : arrays_of(fmu)) {
    if (!(v->is_parameter() || v->is_input()) || v->start_values.size() != v->elements) continue;
    any = true;
    const auto instance = loaded.instantiate();
    Values wanted;
    for (std::size_t i = 0; i < v->elements; ++i)
      wanted.push_back(std::get<double>(v->start_values[i]) * (1 + 1e-9 * static_cast<double>(i + 1)) +
                       1e-12 * static_cast<double>(i));
    const auto status = instance->write(*v, wanted);
    expect(good(status), "setting ", v->name, " returned ", name(status), ": ", instance->environment().log());
    Values found;
    expect(good(instance->read(*v, found)), "reading ", v->name, " back failed");
    expect(same(found, wanted), v->name, " = ", to_text(found), ": expected ", to_text(wanted));
  }
  if (!any) not_applicable("no array can be set");
}

void arrays_among_scalars(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 3));
  const auto* array = arrays_of(fmu).front();
  const Variable* scalar = nullptr;
  for (const auto& v : fmu.description().variables)
    if (v.type == Type::float64 && !v.is_array()) scalar = &v;
  if (!scalar) not_applicable("no scalar of Float64");
  const ValueReference references[] = {scalar->reference, array->reference, scalar->reference};
  std::vector<double> values(array->elements + 2);
  expect(good(instance->get_reals(references, values)), "reading ", scalar->name, ", ", array->name, ", ", scalar->name,
         " failed");
  Values alone;
  expect(good(instance->read(*array, alone)), "reading ", array->name, " failed");
  for (std::size_t i = 0; i < array->elements; ++i)
    expect(same_bits(values[i + 1], std::get<double>(alone[i])), array->name, " element ", i,
           " moved when read between scalars");
  expect(same_bits(values.front(), values.back()), scalar->name, " changed when read after an array");
}

}  // namespace

void add_arrays(Registry& checks) {
  using enum Severity;
  checks.add("P27",
             "inputs are scalars, and so are outputs besides array outputs, so that every importer can couple the FMU",
             scalar_coupling, house, clause::house);
  checks.add("B33", "a part of an array cannot be read", partial_counts, error, clause::numbers_of_values);
  checks.add("B34", "elements of an array keep their order", element_order, error, clause::array_order);
  checks.add("B35", "arrays can be read together with scalars", arrays_among_scalars, error, clause::numbers_of_values);
}

}  // namespace conformance
