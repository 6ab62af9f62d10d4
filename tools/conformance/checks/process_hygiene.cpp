/// What the FMU leaves alone in the process of its host.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <filesystem>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/process.hpp"
#include "core/sanitizer.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace fs = std::filesystem;

namespace {

/// Everything an importer does with an FMU, with one error in it.
void whole_life(const LoadedFmu& loaded) {
  const auto& fmu = loaded.fmu();
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 5));
  instance->terminate();
  instance->reset();
  instance->step(0, -1);
}

void foreign_locale(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  const char* chosen = nullptr;
  for (const char* candidate : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "German_Germany", "de_AT.utf8", "fr_FR.UTF-8",
                                "fr_FR.utf8", "nl_NL.utf8", "es_ES.utf8", "it_IT.utf8"})
    if (!chosen && std::setlocale(LC_ALL, candidate) && *std::localeconv()->decimal_point == ',') chosen = candidate;
  if (!chosen) not_applicable("no locale with a decimal comma is installed");
  expect_identical(fmu, usual_run(loaded), expected, text("in the locale ", chosen));
  expect(*std::localeconv()->decimal_point == ',', "the FMU changed the locale of the process");
  remark(chosen);
}

off_t printed_so_far() {
  std::fflush(nullptr);
  struct stat info {};
  return fstat(STDOUT_FILENO, &info) == 0 ? info.st_size : -1;
}

void expect_empty_folder() {
  for (const auto& entry : fs::directory_iterator(fs::current_path()))
    fail("the FMU wrote ", entry.path().filename().string(), " into the working folder");
}

void no_output(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto before = printed_so_far();
  whole_life(loaded);
  expect(printed_so_far() == before, "the FMU printed ", printed_so_far() - before,
         " bytes to standard output or error");
  expect_empty_folder();
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(standard);
  chmod(".", 0555);
  std::string error;
  try {
    whole_life(loaded);
  } catch (const std::exception& e) {
    error = e.what();
  }
  chmod(".", 0755);
  bool reopened = false;
  struct stat info {};
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    reopened = reopened || fstat(standard, &info) == 0;
  for (int i = 0; i < 3; ++i) (void)!open(null_device, O_RDWR);
  expect(error.empty(), "with standard streams closed: ", error);
  expect(!reopened, "the FMU left a file open in the place of a standard stream");
  expect_empty_folder();  // root may write although the folder is read-only
}

void process_untouched(const Fmu& fmu) {
  if (with_sanitizer) not_applicable("sanitizers have files, threads and signal handlers of their own");
  struct Snapshot {
    std::string folder = fs::current_path().string(), locale = std::setlocale(LC_ALL, nullptr);
    std::size_t files = open_files(), threads = running_threads();
    decltype(umask(0)) mask = [] {
      const auto m = umask(0);
      umask(m);
      return m;
    }();
    std::vector<void*> handlers = signal_handlers();
  };
  const Snapshot before;
  {
    const LoadedFmu loaded(fmu);
    whole_life(loaded);
  }
  const Snapshot after;
  expect(after.folder == before.folder, "the working folder changed to ", after.folder);
  expect(after.locale == before.locale, "the locale changed to ", after.locale);
  expect(after.mask == before.mask, "the file mode mask changed");
  expect(after.files == before.files, "open files: ", before.files, " before, ", after.files, " after");
  expect(after.threads == before.threads, "threads: ", before.threads, " before, ", after.threads, " after");
  for (std::size_t i = 0; i < before.handlers.size(); ++i)
    expect(after.handlers[i] == before.handlers[i], "the handler of signal ", i + 1, " changed");
}

}  // namespace

void add_process_hygiene(Registry& checks) {
  using enum Severity;
  checks.add("P29", "a locale with a decimal comma changes nothing", foreign_locale, error,
             "importer practice: hosts that set a locale with a decimal comma");
  checks.add(
      "P36",
      "nothing is printed, nothing is written into the working folder, and closed standard streams are no problem",
      no_output, warning,
      "importer practice: hosts with closed standard streams or a working folder that cannot be written");
  checks.add(
      "B87",
      "the FMU leaves working folder, locale, signal handlers, open files and threads of the process as they were",
      process_untouched, error, clause::implementations);
}

}  // namespace conformance
