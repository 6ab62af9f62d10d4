# shellcheck shell=bash
# The virtual environment .venv with the packages of requirements.txt.

PYTHON_CANDIDATES=("${REEVE_PYTHON:-python3}" /usr/bin/python3)

python_is_ready() {
  requirements_are_installed requirements.txt
}

# Debian's python3 lacks ensurepip until python3-venv is installed.
can_make_venv() {
  "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

some_python_can_make_venv() {
  local python
  for python in "${PYTHON_CANDIDATES[@]}"; do
    can_make_venv "$python" && return
  done
  return 1
}

make_venv() {
  local python
  for python in "${PYTHON_CANDIDATES[@]}"; do
    can_make_venv "$python" && "$python" -m venv --clear "$REEVE_VENV" && venv_has_pip && return
  done
  fail "No Python 3.11 or newer made a virtual environment with pip; tried: ${PYTHON_CANDIDATES[*]}"
}

venv_has_pip() {
  [[ -x $REEVE_VENV/bin/python ]] && reeve_python -m pip --version
}

install_python_packages() {
  venv_has_pip || make_venv || return
  install_requirements requirements.txt
}

setup_python() {
  python_is_ready || run_stage "setup: Python packages" setup-python install_python_packages
}
