/// Windows has no fork: the driver starts itself again, with the hidden option that main.cpp hands to make_check().
#include <windows.h>

#include <cstdio>
#include <stdexcept>

#include "child.hpp"
#include "fmu.hpp"
#include "text.hpp"

namespace conformance {

namespace {

std::wstring own_executable() {
  std::wstring file(32768, L' ');  // the longest path of Windows
  file.resize(GetModuleFileNameW(nullptr, file.data(), static_cast<DWORD>(file.size())));
  return file;
}

std::wstring in_double_quotes(const std::wstring& word) { return L"\"" + word + L"\""; }

std::string in_hex(DWORD code) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "0x%lX", code);
  return digits;
}

HANDLE file_for_output(const std::filesystem::path& file) {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return CreateFileW(file.c_str(), FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, CREATE_ALWAYS,
                     FILE_ATTRIBUTE_NORMAL, nullptr);
}

}  // namespace

Child::Child(const Check& check, const Fmu& fmu, double limit) : limit_(limit) {
  std::wstring command = in_double_quotes(own_executable()) + L" --child " + std::filesystem::path(check.id).wstring() +
                         L" " + in_double_quotes(root().wstring()) + L" " + in_double_quotes(fmu.folder().wstring());
  if (fmu.house()) command += L" --house";
  const HANDLE out = file_for_output(root() / "printed");
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = start.hStdError = out;
  const auto usual_folder = std::filesystem::temp_directory_path();
  SetEnvironmentVariableW(L"TMP", root().c_str());  // what a check leaves behind when it dies goes with the folder
  PROCESS_INFORMATION process{};
  const BOOL started = CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr,
                                      folder_.path().c_str(), &start, &process);
  SetEnvironmentVariableW(L"TMP", usual_folder.c_str());
  CloseHandle(out);
  if (!started) throw std::runtime_error(text("cannot start a process: error ", GetLastError()));
  CloseHandle(process.hThread);
  process_ = reinterpret_cast<std::intptr_t>(process.hProcess);
}

Child::~Child() {
  if (process_ == 0) return;
  TerminateProcess(reinterpret_cast<HANDLE>(process_), 1);
  CloseHandle(reinterpret_cast<HANDLE>(process_));
}

Child::End Child::wait_for_end() {
  const auto process = reinterpret_cast<HANDLE>(process_);
  const bool late = WaitForSingleObject(process, static_cast<DWORD>(1000 * limit_)) == WAIT_TIMEOUT;
  if (late) TerminateProcess(process, 1);
  DWORD code = 0;
  GetExitCodeProcess(process, &code);
  CloseHandle(process);
  constexpr DWORD least_exception = 0xC0000000u;
  if (late) return {.late = true};
  if (code >= least_exception) return {.death = "exception " + in_hex(code)};
  return {.exit_code = static_cast<long>(code)};
}

}  // namespace conformance
