/// The shared library as a file: what it exports and what it needs from the system.

#include <algorithm>
#include <set>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/library_file.hpp"
#include "core/outcome.hpp"
#include "core/sanitizer.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void needs_no_sanitizer() {
  if (with_sanitizer) not_applicable("compiled with a sanitizer, which brings libraries and symbols of its own");
}

LibraryFile library_of(const Fmu& fmu) {
  try {
    return read_library_file(fmu.library_file());
  } catch (const std::exception& e) {
    not_applicable(e.what(), " (see B100)");
  }
}

void exports_only_fmi(const Fmu& fmu) {
  needs_no_sanitizer();
  std::vector<std::string> others;
  for (const auto& s : library_of(fmu).exported)
    if (!s.name.starts_with("fmi2") && !s.name.starts_with("fmi3"))
      others.push_back(s.name);  // one library may serve both
  if (others.empty()) return;
  fail(others.size(), " symbols beside fmi2* and fmi3* are exported, e.g. ", others[0],
       ": they can be mixed up with those of the host or of another FMU");
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
  for (const auto& [library, version] : library_of(fmu).versions)
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
  for (const auto& name : library_of(fmu).needed)
    bad.require(everywhere.contains(name), "needs ", name, ", which not every system has");
  bad.expect_none();
}

void movable(const Fmu& fmu) {
  needs_linux();
  const auto elf = library_of(fmu);
  Findings bad;
  bad.require(elf.run_path.empty(), "has the run path ", in_quotes(elf.run_path), " of the building machine");
  bad.require(!elf.text_relocations, "has text relocations, which hardened systems refuse");
  bad.require(elf.soname.find('/') == std::string::npos, "has a path in its soname: ", elf.soname);
  bad.expect_none();
}

void stripped(const Fmu& fmu) {
  needs_no_sanitizer();
  expect(!library_of(fmu).has_symbol_table,
         "the library still has its symbol table (.symtab): expected a stripped file");
}

void no_unique_symbols(const Fmu& fmu) {
  needs_linux();
  needs_no_sanitizer();
  Findings bad;
  for (const auto& s : library_of(fmu).exported)
    bad.require(!s.unique, s.name, " is a GNU unique symbol: it pins the library in memory and is shared between FMUs");
  bad.expect_none();
}

void library_exists(const Fmu& fmu) {
  const auto& id = fmu.description().identifier;
  const bool starts_well = !id.empty() && !std::isdigit(static_cast<unsigned char>(id[0]));
  const bool all_well = std::all_of(id.begin(), id.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  expect(starts_well && all_well, "modelIdentifier ", in_quotes(id), " is no C identifier");
  const auto file = fmu.library_file();  // none for this platform at all: see B100
  expect(!std::filesystem::exists(file.parent_path()) || std::filesystem::exists(file), "there is no binaries/",
         Fmu::platform_folder(fmu.description().version), '/', file.filename().string());
}

}  // namespace

void add_binary_rules(Registry& checks) {
  using enum Severity;
  checks.add("P08", "the library exports the functions of FMI and nothing else", exports_only_fmi, warning,
             "importer practice: hosts that share symbols with FMUs, such as MasterSim and cosim-cli");
  checks.add("P10", "the library needs a glibc that is not too new", glibc_version, warning,
             "importer practice: FMPy and others on older systems");
  checks.add("P11", "the library needs no other library than those every system has", needed_libraries, warning,
             "importer practice: systems without the libraries of the exporting machine");
  checks.add("X11", "modelIdentifier is a C identifier and the library for this platform has its name", library_exists,
             error, clause::binaries);
  checks.add("X24", "the library can be moved: no run path, no text relocations, no path in its name", movable, warning,
             "importer practice: hardened systems refuse text relocations, moved FMUs lose a run path");
  checks.add("X25", "the library has no GNU unique symbols", no_unique_symbols, warning,
             "importer practice: tools that unload FMUs, or load several");
  checks.add("X28", "the library is stripped", stripped, house, clause::house);
}

}  // namespace conformance
