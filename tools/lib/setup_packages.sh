# shellcheck shell=bash
# Debian packages: which are missing, and their installation.

# missing_packages PACKAGE...: those that dpkg does not list as installed.
missing_packages() {
  local installed package
  installed=" $(dpkg-query --show --showformat='${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true) "
  for package in "$@"; do
    [[ $installed == *" installed:$package "* ]] || printf '%s\n' "$package"
  done
}

# packages_of_missing_commands COMMAND:PACKAGE...
packages_of_missing_commands() {
  local pair
  for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null || printf '%s\n' "${pair#*:}"
  done
}

# at_least VERSION MINIMUM
at_least() {
  [[ $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]
}

install_packages() {
  local packages=("$@")
  if ((EUID != 0)); then
    printf 'Packages are missing and this is not root. Run this line, then the same command again:\n' >&2
    printf '  sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "${packages[*]}" >&2
    exit 2
  fi
  run_stage "setup: ${#packages[@]} Debian packages" setup-packages apt_install "${packages[@]}" || exit 2
}

LOCK_PATIENCE=600   # seconds to wait while another package manager is at work

# --no-remove: never push out something that the user has chosen.
apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt_update && apt-get install -q -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=$LOCK_PATIENCE "$@"
}

# apt-get waits for the lock of dpkg, but not for that of the package lists.
apt_update() {
  local deadline=$((SECONDS + LOCK_PATIENCE)) said
  until said=$(LC_ALL=C apt-get update -q 2>&1); do
    if [[ $said != *"Could not get lock"* ]] || ((SECONDS > deadline)); then
      printf '%s\n' "$said"
      return 1
    fi
    sleep 2
  done
}
