/// Names of variables, as the standard and as importers want them.

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void unique_names(const Fmu& fmu) {
  Findings bad;
  std::set<std::string> names;
  for (const auto& v : fmu.description().variables) {
    bad.require(!v.name.empty(), "a variable has no name");
    bad.require(names.insert(v.name).second, v.name, " occurs twice");
  }
  bad.expect_none();
}

void names_follow_convention(const Fmu& fmu) {
  const auto& d = fmu.description();
  Findings bad;
  if (d.naming == "flat") {
    for (const auto& v : d.variables)
      bad.require(v.name.find_first_of("\r\n\t") == std::string::npos, in_quotes(v.name), " has a control character");
    return bad.expect_none();
  }
  expect(d.naming == "structured", "variableNamingConvention ", in_quotes(d.naming), ": expected flat or structured");
  const std::string base = R"((?:[A-Za-z_][A-Za-z_0-9]*|'(?:[^'\\]|\\.)+'))", index = R"((?:\[[0-9]+(?:,[0-9]+)*\])?)";
  const std::string identifier = base + index + "(?:\\." + base + index + ")*";
  const std::regex grammar(identifier + "|der\\(" + identifier + "(?:,[0-9]+)?\\)");
  for (const auto& v : d.variables)
    bad.require(std::regex_match(v.name, grammar), in_quotes(v.name), " is no structured name");
  bad.expect_none();
}

/// What importers make of a name to have an identifier of their own language.
std::string mangled(std::string name) {
  const auto special = [](char c) { return std::string_view(".[](), ").find(c) != std::string_view::npos; };
  std::replace_if(name.begin(), name.end(), special, '_');
  return name;
}

void unique_when_mangled(const Fmu& fmu) {
  Findings bad;
  std::map<std::string, std::string> seen;
  for (const auto& v : fmu.description().variables) {
    const auto [it, fresh] = seen.try_emplace(mangled(v.name), v.name);
    bad.require(fresh || it->second == v.name, v.name, " and ", it->second, " both become ", it->first);
  }
  bad.expect_none();
}

void short_enough(const Fmu& fmu) {
  constexpr std::size_t longest = 55;  // Simulink's names have at most 63 characters, and it puts a prefix in front
  Findings bad;
  for (const auto& v : fmu.description().variables)
    bad.require(v.name.size() <= longest, v.name, " has ", v.name.size(), " characters: expected at most ", longest);
  bad.expect_none();
}

}  // namespace

void add_name_rules(Registry& checks) {
  using enum Severity;
  checks.add("P32", "names of variables are unique", unique_names, error, clause::variable_attributes);
  checks.add("X08", "names follow the declared naming convention", names_follow_convention, error, clause::names);
  checks.add("X33", "names stay unique when importers turn each of . [ ] ( ) , and blanks into _", unique_when_mangled,
             warning, "importer practice: OpenModelica, Simulink");
  checks.add("X34", "names of variables have at most 55 characters", short_enough, warning,
             "importer practice: Simulink");
}

}  // namespace conformance
