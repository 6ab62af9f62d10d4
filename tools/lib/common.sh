# shellcheck shell=bash
# Shared by tools/setup, tools/test, tools/ride and the like. Source it and call
#   reeve_setup build|test     install what is missing
#   reeve_packages NAME        install what is missing of requirements-NAME.txt, after reeve_setup
#   reeve_build [TARGET ...]   configure and build the FMUs and the command line in build/
#   reeve_python ARGUMENTS     the Python of the virtual environment

REEVE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
REEVE_BUILD=$REEVE_ROOT/build
REEVE_VENV=$REEVE_ROOT/.venv
REEVE_LOGS=$REEVE_BUILD/logs

fail() {
  printf '%s\n' "$*" >&2
  return 1
}

# Prints the comment block at the top of a script, which is its manual.
show_help() {
  sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$1"
}

# run_stage NAME LOG COMMAND...: one line with the elapsed time; the end of the log only if the command fails.
run_stage() {
  local name=$1 log=$REEVE_LOGS/$2.log started=$SECONDS
  shift 2
  mkdir -p "$REEVE_LOGS"
  printf '%s ... ' "$name"
  if "$@" >"$log" 2>&1; then
    printf '%d s\n' $((SECONDS - started))
  else
    printf 'failed after %d s\n' $((SECONDS - started))
    tail -n 60 "$log" | cut -c 1-300
    printf 'The whole log: %s\n' "${log#"$REEVE_ROOT/"}"
    return 1
  fi
}

reeve_python() {
  "$REEVE_VENV/bin/python" "$@"
}

reeve_setup() {
  "$REEVE_ROOT/tools/setup" "${1:-build}"
}

# Which version of a file of requirements is installed is kept in .venv, under the name of the file.
requirements_stamp() {
  printf '%s' "$REEVE_VENV/${1%.txt}.sha256"
}

requirements_hash() {
  sha256sum "$REEVE_ROOT/$1" | cut -d ' ' -f 1
}

requirements_are_installed() {
  local stamp
  stamp=$(requirements_stamp "$1")
  [[ -x $REEVE_VENV/bin/python && -f $stamp && $(<"$stamp") == "$(requirements_hash "$1")" ]]
}

install_requirements() {
  reeve_python -m pip install --disable-pip-version-check -r "$REEVE_ROOT/$1" || return
  requirements_hash "$1" >"$(requirements_stamp "$1")"
}

reeve_packages() {
  local file=requirements-$1.txt
  requirements_are_installed "$file" || run_stage "setup: Python packages, $1" "setup-$1" install_requirements "$file"
}

# configure_preset PRESET FOLDER: once, and after a change of the presets; Ninja itself configures again when a CMake
# file changes.
configure_preset() {
  local preset=$1 folder=$2
  [[ $folder/build.ninja -nt $REEVE_ROOT/CMakePresets.json ]] ||
    run_stage "configure: $preset" "configure-$preset" cmake -S "$REEVE_ROOT" --preset "$preset"
}

# build_preset PRESET FOLDER [TARGET ...]
build_preset() {
  local preset=$1 folder=$2
  shift 2
  configure_preset "$preset" "$folder" &&
    run_stage "build: $preset" "build-$preset" cmake --build "$folder" ${1:+--target "$@"}
}

reeve_build() {
  build_preset release "$REEVE_BUILD" "$@"
}

# The targets Model_fmus that add_fmu(Model) of CMake makes in a configured folder.
fmu_targets() {
  ninja -C "$1" -t targets all | sed -n 's/^\([A-Za-z0-9]*_fmus\): phony$/\1/p'
}
