/// The shared library as a file: what it exports and what it needs from the system.

#include <algorithm>
#include <set>

#include "core/library_file.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/sanitizer.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void needs_no_sanitizer() {
  if (with_sanitizer) not_applicable("compiled with a sanitizer, which brings libraries and symbols of its own");
}

std::string prefix(const Fmu& fmu) { return text("fmi", fmu.description().version); }

void exports_only_fmi(const Fmu& fmu) {
  needs_no_sanitizer();
  std::vector<std::string> others;
  for (const auto& s : read_library_file(fmu.library_file()).exported)
    if (!s.name.starts_with("fmi2") && !s.name.starts_with("fmi3"))
      others.push_back(s.name);  // one library may serve both
  if (others.empty()) return;
  fail(others.size(), " symbols beside fmi2* and fmi3* are exported, e.g. ", others[0],
       ": they can be mixed up with those of the host or of another FMU");
}

void exports_all(const Fmu& fmu) {
  const Library library(fmu.library_file());
  const auto missing = fmu.description().version == 2 ? Fmi2Api(library).missing : Fmi3Api(library).missing;
  Findings bad;
  for (const auto& name : missing) bad.add(name, " is not exported");
  bad.expect_none();
}

/// "2.31" as a number that can be compared.
int version_number(const std::string& dotted) {
  const auto dot = dotted.find('.');
  return std::stoi(dotted) * 1000 + (dot == std::string::npos ? 0 : std::stoi(dotted.substr(dot + 1)));
}

void needs_linux() {
#if defined(_WIN32)
  not_applicable("a rule for Linux");
#endif
}

void glibc_version(const Fmu& fmu) {
  needs_linux();
  constexpr const char* ceiling = "2.36";  // Debian 12
  std::string newest = "2.0";
  for (const auto& [library, version] : read_library_file(fmu.library_file()).versions)
    if (version.starts_with("GLIBC_2") && version_number(version.substr(6)) > version_number(newest))
      newest = version.substr(6);
  expect(version_number(newest) <= version_number(ceiling), "needs glibc ", newest, ": expected at most ", ceiling);
  remark(text("needs glibc ", newest));
}

void needed_libraries(const Fmu& fmu) {
  needs_no_sanitizer();
  const std::set<std::string> everywhere = {"libc.so.6",
                                            "libm.so.6",
                                            "libdl.so.2",
                                            "libpthread.so.0",
                                            "librt.so.1",
                                            "ld-linux-x86-64.so.2",
                                            "ld-linux-aarch64.so.1",
                                            "KERNEL32.dll",
                                            "msvcrt.dll"};
  Findings bad;
  for (const auto& name : read_library_file(fmu.library_file()).needed)
    bad.require(everywhere.contains(name), "needs ", name, ", which not every system has");
  bad.expect_none();
}

void movable(const Fmu& fmu) {
  needs_linux();
  const auto elf = read_library_file(fmu.library_file());
  Findings bad;
  bad.require(elf.run_path.empty(), "has the run path ", in_quotes(elf.run_path), " of the building machine");
  bad.require(!elf.text_relocations, "has text relocations, which hardened systems refuse");
  bad.require(elf.soname.find('/') == std::string::npos, "has a path in its soname: ", elf.soname);
  bad.expect_none();
}

void stripped(const Fmu& fmu) {
  needs_no_sanitizer();
  expect(!read_library_file(fmu.library_file()).has_symbol_table,
         "the library still has its symbol table (.symtab): expected a stripped file");
}

void no_unique_symbols(const Fmu& fmu) {
  needs_linux();
  needs_no_sanitizer();
  Findings bad;
  for (const auto& s : read_library_file(fmu.library_file()).exported)
    bad.require(!s.unique, s.name, " is a GNU unique symbol: it pins the library in memory and is shared between FMUs");
  bad.expect_none();
}

void library_exists(const Fmu& fmu) {
  const auto& id = fmu.description().identifier;
  const bool starts_well = !id.empty() && !std::isdigit(static_cast<unsigned char>(id[0]));
  const bool all_well = std::all_of(id.begin(), id.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  expect(starts_well && all_well, "modelIdentifier ", in_quotes(id), " is no C identifier");
  const auto other = fmu.description().other_flags.find("modelIdentifier");
  expect(std::filesystem::exists(fmu.library_file()), "there is no binaries/",
         Fmu::platform_folder(fmu.description().version), '/', id,
         Fmu::library_extension());
  expect(other == fmu.description().other_flags.end() || fmu.description().version == 3 || !other->second.empty(),
         "the other interface has no modelIdentifier");
}

void versions(const Fmu& fmu) {
  const Library library(fmu.library_file());
  const std::string expected = fmu.description().version == 2 ? "2.0" : "3.0";
  auto* const version = library.function<const char*()>(prefix(fmu) + "GetVersion");
  expect(version, prefix(fmu), "GetVersion is not exported");
  const std::string found = version();
  expect(found == expected || (expected == "3.0" && found.starts_with("3.0.")), prefix(fmu), "GetVersion returned ",
         in_quotes(found), ": expected ", in_quotes(expected));
  if (fmu.description().version == 3) return;
  auto* const platform = library.function<const char*()>("fmi2GetTypesPlatform");
  expect(platform && std::string(platform()) == "default", "fmi2GetTypesPlatform did not return \"default\"");
}

}  // namespace

void add_binary_rules(Registry& checks) {
  checks.add("P08", "the library exports the functions of FMI and nothing else", exports_only_fmi);
  checks.add("P10", "the library needs a glibc that is not too new", glibc_version);
  checks.add("P11", "the library needs no other library than those every system has", needed_libraries);
  checks.add("X11", "modelIdentifier is a C identifier and the library for this platform has its name", library_exists);
  checks.add("X24", "the library can be moved: no run path, no text relocations, no path in its name", movable);
  checks.add("X25", "the library has no GNU unique symbols", no_unique_symbols);
  checks.add("X28", "the library is stripped", stripped, Scope::house);
  checks.add("B01", "GetVersion and GetTypesPlatform return what the standard says", versions);
  checks.add("B02", "every function of the interface is exported, also where the capability is not claimed",
             exports_all);
}

}  // namespace conformance
