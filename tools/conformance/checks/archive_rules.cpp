/// The zip file itself: what unpackers on other systems stumble over, and what makes two builds differ.

#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

const std::vector<ZipEntry>& need_entries(const Fmu& fmu) {
  if (fmu.entries().empty()) not_applicable("the FMU was given as a folder");
  return fmu.entries();
}

void forward_slashes(const Fmu& fmu) {
  Findings bad;
  for (const auto& e : need_entries(fmu))
    bad.require(e.name.find('\\') == std::string::npos, in_quotes(e.name), " has a backslash");
  bad.expect_none();
}

void plain_entries(const Fmu& fmu) {
  Findings bad;
  std::set<std::string> names;
  for (const auto& e : need_entries(fmu)) {
    bad.require(names.insert(e.name).second, in_quotes(e.name), " occurs twice");
    bad.require(e.method == 0 || e.method == 8, in_quotes(e.name), " has compression method ", e.method,
                ": expected 0 (stored) or 8 (deflated)");
    bad.require(e.encryption == 0, in_quotes(e.name), " is encrypted");
    bad.require(!e.is_symbolic_link(), in_quotes(e.name), " is a symbolic link");
    bad.require(!e.name.starts_with("/") && ("/" + e.name).find("/../") == std::string::npos, in_quotes(e.name),
                " leads out of the archive");
    bad.require(e.size < 0xFFFFFFFFull, in_quotes(e.name), " needs the 64-bit zip format");
  }
  bad.expect_none();
}

void known_places(const Fmu& fmu) {
  const bool fmi2 = fmu.description().version == 2;
  const std::set<std::string> known = {"modelDescription.xml", "binaries", "documentation", "resources", "sources",
                                       "terminalsAndIcons",    "extra"};
  Findings bad;
  for (const auto& e : need_entries(fmu)) {
    const auto top = e.name.substr(0, e.name.find('/'));
    if (known.contains(top) || (fmi2 && (top == "model.png" || top == "licenses"))) continue;
    bad.add(in_quotes(e.name), " is in no place that the standard defines");
  }
  bad.expect_none();
}

void orderly_attributes(const Fmu& fmu) {
  Findings bad;
  std::set<std::time_t> times;
  for (const auto& e : need_entries(fmu)) {
    times.insert(e.time);
    bad.require(e.unix_made, in_quotes(e.name), " carries no Unix mode");
    if (!e.unix_made || e.is_folder()) continue;
    const unsigned permissions = e.mode & 07777;
    const unsigned expected = e.name.starts_with("binaries/") ? 0755 : 0644;
    bad.require(permissions == expected, in_quotes(e.name), " has mode ", (permissions >> 6) & 7,
                (permissions >> 3) & 7, permissions & 7, ": expected ", expected == 0755 ? "755" : "644");
  }
  bad.require(times.size() <= 1, times.size(),
              " different time stamps: expected one fixed stamp, so that builds agree");
  bad.require(times.empty() || *times.begin() < 1704067200, "the time stamp lies after 2023: expected a fixed old one");
  bad.expect_none();
}

void description_first(const Fmu& fmu) {
  const auto& first = need_entries(fmu).front().name;
  expect(first == "modelDescription.xml", "the first entry is ", first, ": expected modelDescription.xml");
}

void documentation(const Fmu& fmu) {
  Findings bad;
  for (const char* file : {"documentation/index.html", "documentation/licenses/license.txt"})
    bad.require(std::filesystem::exists(fmu.folder() / file), file, " is missing");
  bad.expect_none();
}

}  // namespace

void add_archive_rules(Registry& checks) {
  using enum Severity;
  checks.add("P34", "entries of the archive use forward slashes", forward_slashes, error, clause::archive);
  checks.add("X16", "entries of the archive are unique, stored or deflated, not encrypted, no links, and stay inside",
             plain_entries, error, clause::archive);
  checks.add("X17", "entries carry one fixed time stamp and the modes 644, or 755 for libraries", orderly_attributes,
             house, clause::house);
  checks.add("X18", "every entry is in a place that the standard defines", known_places, warning, clause::places);
  checks.add("X19", "the archive has documentation/index.html and a license", documentation, house, clause::house);
  checks.add("X29", "modelDescription.xml is the first entry, so that tools can look at it without unpacking",
             description_first, house, clause::house);
}

}  // namespace conformance
