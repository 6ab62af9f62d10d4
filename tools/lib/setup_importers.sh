# shellcheck shell=bash
# The importers that are slow to install. They lie in the user's cache, one folder per version, so that another clone
# finds them; build/importers holds links to them.

REEVE_CACHE=${REEVE_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/reeve}
FMI_SIM=$REEVE_CACHE/fmi-sim-$FMI_SIM_VERSION
VDMCHECK2=$REEVE_CACHE/vdmcheck2-$VDMCHECK2_VERSION

# Only what the installation itself needs, so nothing once the importers are there.
packages_for_importers() {
  packages_of_missing_commands "${TEST_COMMANDS[@]}"
  [[ -d $VDMCHECK2 ]] || packages_of_missing_commands "${VDMCHECK2_COMMANDS[@]}"
  [[ -d $FMI_SIM ]] || {
    missing_packages "${FMI_SIM_PACKAGES[@]}"
    cargo_is_new_enough || printf '%s\n' "$CARGO_PACKAGE"
  }
}

cargo_is_new_enough() {
  local version
  version=$(cargo --version 2>/dev/null) && at_least "$(cut -d ' ' -f 2 <<<"$version")" "$FMI_SIM_CARGO"
}

setup_importers() {
  mkdir -p "$REEVE_CACHE" "$REEVE_BUILD/importers"
  install_once "$VDMCHECK2" "setup: VDMCheck2 $VDMCHECK2_VERSION" setup-vdmcheck2 install_vdmcheck2 || return
  install_once "$FMI_SIM" "setup: fmi-sim $FMI_SIM_VERSION, compiles for minutes, once" setup-fmi-sim install_fmi_sim ||
    return
  ln -sfn "$VDMCHECK2" "$REEVE_BUILD/importers/vdmcheck2"
  ln -sfn "$FMI_SIM" "$REEVE_BUILD/importers/fmi-sim"
}

# install_once FOLDER NAME LOG FUNCTION: the function fills a folder that gets its name only when it is complete; a
# second clone that sets itself up at the same time waits.
install_once() {
  local folder=$1 name=$2 log=$3 install=$4
  [[ ! -d $folder ]] || return 0
  (
    flock 9
    [[ ! -d $folder ]] || exit 0
    rm -rf "$folder.partial"
    mkdir -p "$folder.partial"
    run_stage "$name" "$log" "$install" "$folder.partial" && mv "$folder.partial" "$folder"
  ) 9>"$REEVE_CACHE/lock"
}

# The jars need their plain names, and two folders of rules beside them.
install_vdmcheck2() {
  local folder=$1 part
  mvn --batch-mode --file "$REEVE_ROOT/tests/importers/vdmcheck2.pom.xml" dependency:copy-dependencies \
    "-Dvdmcheck2.version=$VDMCHECK2_VERSION" -Dmdep.stripVersion=true "-DoutputDirectory=$folder" || return
  for part in vdmcheck2:fmi2schema rule-model:fmi2-rule-model; do
    reeve_python -m zipfile -e "$folder/${part%%:*}.jar" "$folder/unpacked" || return
    mv "$folder/unpacked/${part#*:}" "$folder/" || return
  done
  rm -rf "$folder/unpacked"
}

# Not optimised: it steps small models only, and compiles in half the time. The compiled parts outlive an interruption.
install_fmi_sim() {
  local folder=$1 objects=$FMI_SIM.objects
  LIBCLANG_PATH=/usr/lib/llvm-14/lib CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_TARGET_DIR=$objects \
    cargo install fmi-sim --version "$FMI_SIM_VERSION" --locked --root "$folder" || return
  rm -rf "$objects"
}
