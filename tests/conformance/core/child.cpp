#include "child.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include "sanitizer.hpp"

#if defined(CONFORMANCE_ADDRESS_SANITIZER)
#include <sanitizer/lsan_interface.h>
#endif

namespace conformance {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Outcome judge(const Check& check, const Fmu& fmu) {
  try {
    check.body(fmu);
    return {Verdict::pass, take_remark(), 0};
  } catch (const NotApplicable& e) {
    return {Verdict::not_applicable, e.what(), 0};
  } catch (const std::exception& e) {
    return {Verdict::fail, e.what(), 0};
  } catch (...) {
    return {Verdict::fail, "an exception that is no std::exception reached the importer", 0};
  }
}

}  // namespace

bool found_leaks() {
#if defined(CONFORMANCE_ADDRESS_SANITIZER)
  return __lsan_do_recoverable_leak_check() != 0;
#else
  return false;
#endif
}

Child::Child(const Check& check, const Fmu& fmu, double limit) : limit_(limit), started_(now()) {
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ == 0) run(check, fmu);
}

Child::~Child() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

/// In the new process. The outcome goes through a file, which also tells an ordinary end from a call of exit().
void Child::run(const Check& check, const Fmu& fmu) const {
  const auto root = folder_.path().parent_path();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int out = open((root / "printed").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  setenv("TMPDIR", root.c_str(), 1);  // what a check leaves behind when it dies goes with the folder
  if (chdir(folder_.path().c_str()) != 0) _exit(3);
  auto outcome = judge(check, fmu);
  if (outcome.verdict == Verdict::pass && found_leaks()) outcome = {Verdict::fail, "memory was leaked", 0};
  std::ofstream(root / "outcome", std::ios::binary) << static_cast<int>(outcome.verdict) << outcome.message;
  _exit(0);
}

std::string Child::printed() const {
  auto text = read_file(folder_.path().parent_path() / "printed");
  if (const auto report = text.find("ERROR: "); report != std::string::npos) text = text.substr(report);
  if (const auto report = text.find("runtime error: "); report != std::string::npos) text = text.substr(report);
  for (auto& c : text)
    if (c == '\n') c = ' ';
  constexpr std::size_t enough = 600;
  return text.empty() ? "" : " [" + text.substr(0, enough) + "]";
}

Outcome Child::wait() {
  int status = 0;
  bool late = false;
  for (auto pause = std::chrono::microseconds(200); waitpid(pid_, &status, WNOHANG) == 0;) {
    late = now() - started_ > limit_;
    if (late) {
      kill(pid_, SIGKILL);
      waitpid(pid_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  pid_ = 0;
  const double seconds = now() - started_;
  const auto written = read_file(folder_.path().parent_path() / "outcome");
  if (late) return {Verdict::fail, text("no end after ", limit_, " s"), seconds};
  if (WIFSIGNALED(status))
    return {Verdict::fail,
            text("the FMU died of signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)), ")", printed()),
            seconds};
  if (written.empty() || WEXITSTATUS(status) != 0)
    return {Verdict::fail, text("the process ended with exit code ", WEXITSTATUS(status), printed()), seconds};
  const auto verdict = static_cast<Verdict>(written[0] - '0');
  const bool leaked = verdict == Verdict::fail && written.substr(1) == "memory was leaked";
  return {verdict, written.substr(1) + (leaked ? printed() : ""), seconds};
}

}  // namespace conformance
