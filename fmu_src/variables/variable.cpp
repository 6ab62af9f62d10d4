#include "variables/variable.hpp"

#include <algorithm>
#include <numeric>

namespace reeve::variables {

void add_missing(Names& names, const Names& more) {
  for (const auto& name : more) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
}

std::string Enumeration::text() const {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    out += (i > 0 ? ", " : "") + std::to_string(i + 1) + " " + std::string(items[i].name);
  }
  return out;
}

std::vector<std::uint32_t> dimensions(const Variable& variable) {
  if (!variable.is_array) return {};
  return variable.shape.empty() ? std::vector{variable.elements} : variable.shape;
}

std::vector<std::uint32_t> listed_elements(const Variable& variable) {
  if (!variable.listed.empty()) return variable.listed;
  std::vector<std::uint32_t> all(variable.elements);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::string scalar_name(const Variable& variable, std::uint32_t element) {
  if (!variable.is_array) return variable.name;
  const auto sizes = dimensions(variable);
  std::string indices;
  for (auto size = sizes.rbegin(); size != sizes.rend(); element /= *size++) {
    indices = std::to_string(element % *size + 1) + (indices.empty() ? "" : "," + indices);
  }
  const std::string& name = variable.name;
  const bool derivative = name.starts_with("der(");  // the derivative of an element, not an element of a derivative
  return derivative ? name.substr(0, name.size() - 1) + "[" + indices + "])" : name + "[" + indices + "]";
}

std::string size_text(const Variable& variable) {
  std::string out;
  for (const auto size : dimensions(variable)) out += (out.empty() ? "[" : ",") + std::to_string(size);
  return out.empty() ? out : out + "]";
}

}  // namespace reeve::variables
