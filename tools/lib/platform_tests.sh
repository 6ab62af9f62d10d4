# shellcheck shell=bash
# The FMUs of out/release where they are meant to run; needs results.sh. They take minutes, so each part has a line.

# run_platform_tests ARGUMENTS...: arguments are those of pytest
run_platform_tests() {
  run_pytest "test: contents of the release" platforms pytest-contents "$@" -k test_contents
  run_pytest "test: every check on Windows, FMI 2.0" platforms pytest-windows-fmi2 "$@" -k "every_check and fmi2"
  run_pytest "test: every check on Windows, FMI 3.0" platforms pytest-windows-fmi3 "$@" -k "every_check and fmi3"
  run_pytest "test: Windows and ARM against Linux" platforms pytest-agreement "$@" -k default_experiment
}
