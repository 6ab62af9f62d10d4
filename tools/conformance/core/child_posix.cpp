#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "child.hpp"
#include "text.hpp"

namespace conformance {

Child::Child(const Check& check, const Fmu& fmu, double limit) : limit_(limit) {
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("cannot start a process");
  if (process_ > 0) return;
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int out = open((root() / "printed").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  setenv("TMPDIR", root().c_str(), 1);  // what a check leaves behind when it dies goes with the folder
  if (chdir(folder_.path().c_str()) != 0) _exit(3);
  make_check(check, fmu, root());
  _exit(0);
}

Child::~Child() {
  if (process_ <= 0) return;
  kill(static_cast<pid_t>(process_), SIGKILL);
  waitpid(static_cast<pid_t>(process_), nullptr, 0);
}

Child::End Child::wait_for_end() {
  const auto pid = static_cast<pid_t>(process_);
  int status = 0;
  for (auto pause = std::chrono::microseconds(200); waitpid(pid, &status, WNOHANG) == 0;) {
    if (elapsed() > limit_) {
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      return {.late = true};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  if (!WIFSIGNALED(status)) return {.exit_code = WEXITSTATUS(status)};
  return {.death = text("signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)), ")")};
}

}  // namespace conformance
