# shellcheck shell=bash
# The virtual environment .venv with the packages of requirements.txt.

PYTHON_STAMP=$REEVE_VENV/requirements.sha256
PYTHON_CANDIDATES=("${REEVE_PYTHON:-python3}" /usr/bin/python3)

requirements_hash() {
  sha256sum "$REEVE_ROOT/requirements.txt" | cut -d ' ' -f 1
}

python_is_ready() {
  [[ -x $REEVE_VENV/bin/python && -f $PYTHON_STAMP && $(<"$PYTHON_STAMP") == "$(requirements_hash)" ]]
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
  reeve_python -m pip install --disable-pip-version-check -r "$REEVE_ROOT/requirements.txt" || return
  requirements_hash >"$PYTHON_STAMP"
}

setup_python() {
  python_is_ready || run_stage "setup: Python packages" setup-python install_python_packages
}
