#include "fmi/token.hpp"

#include "fmi/model.hpp"
#include "math/text.hpp"

namespace reeve::fmi {
namespace {

std::string hexadecimal(std::uint64_t number) {
  std::string digits(16, '0');
  for (int i = 15; i >= 0; --i, number >>= 4) digits[static_cast<std::size_t>(i)] = "0123456789abcdef"[number & 15];
  return digits;
}

/// Everything about a variable that an importer builds upon.
void append_interface(std::string& text, const Variable& v, const Storage& storage) {
  const auto add = [&text](std::string_view part) { text.append(part).push_back('|'); };
  add(v.name);
  add(v.description);
  add(v.unit->name);
  for (const double part :
       {static_cast<double>(v.reference), static_cast<double>(v.type), static_cast<double>(v.causality),
        static_cast<double>(v.variability), static_cast<double>(v.elements), static_cast<double>(v.is_array),
        static_cast<double>(v.above_min), v.min, v.max, v.nominal}) {
    add(math::text(part));
  }
  if (v.choices) add(v.choices->text());
  for (const auto* list : {&v.shape, &v.listed}) {
    for (const auto number : *list) add(std::to_string(number));
  }
  for (const auto& name : v.depends) add(name);
  add("initially");
  for (const auto& name : v.depends_initially) add(name);
  if (v.is_settable()) {
    std::visit(
        [&](const auto* first) {
          for (std::uint32_t e = 0; e < v.elements; ++e) add(math::text(static_cast<double>(first[e])));
        },
        storage);
  }
}

}  // namespace

std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string_view library_version() { return REEVE_VERSION; }

std::string token(Model& model, const description::Node& description) {
  std::string text{library_version()};
  text += '\n' + description::canonical(description) + '\n';
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) append_interface(text, rows[row], model.storage(row));
  return hexadecimal(hash64(text)) + hexadecimal(hash64(text, 0x9e3779b97f4a7c15));
}

}  // namespace reeve::fmi
