# shellcheck shell=bash disable=SC2034
# What the project needs from the package registries. Python packages are in requirements.txt.

# Debian packages without which nothing builds.
BUILD_PACKAGES=(
  libeigen3-dev libboost-dev catch2 libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libzip-dev libpugixml-dev librapidxml-dev
  libtbb12            # ecospy
  locales             # sources of a locale with a decimal comma, for the conformance tests
  ca-certificates     # downloads by pip, cargo and mvn
)
# Commands, each with the Debian package that brings it; any other installation of the command will do.
BUILD_COMMANDS=(g++:g++ cmake:cmake ninja:ninja-build pkg-config:pkg-config readelf:binutils patch:patch clang-format:clang-format)
PYTHON_PACKAGE=python3-venv

# Importers that come from no Python package, a browser for the reports, and a parser of Simulink's scripts.
TEST_COMMANDS=(java:default-jre-headless chromium:chromium chromedriver:chromium-driver octave-cli:octave)
VDMCHECK2_VERSION=1.1.3          # Maven artifact
VDMCHECK2_COMMANDS=(mvn:maven)   # only while it is being installed
FMI_SIM_VERSION=0.7.0            # Rust crate
FMI_SIM_PACKAGES=(libclang-14-dev)
FMI_SIM_CARGO=1.88               # oldest cargo that compiles it; Debian's newest is cargo-web
CARGO_PACKAGE=cargo-web

# The other platforms of tools/release: their compilers, and what runs their programs here.
RELEASE_PACKAGES=(g++-mingw-w64-x86-64-posix wine wine64 g++-aarch64-linux-gnu qemu-user)
