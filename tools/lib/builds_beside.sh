# shellcheck shell=bash
# Builds that go on beside the tests and take what these leave of the processors; needs common.sh.
#   begin_builds "PRESET TARGET ..." ...   one after the other, in the background
#   finish_build PRESET                    waits for one of them; prints how it ended and how long was waited
#   stop_builds                            ends what is still being built

BUILDER=

begin_builds() {
  local build
  for build in "$@"; do rm -f "$(code_of_build "${build%% *}")"; done
  mkdir -p "$REEVE_LOGS"
  set -m    # a process group of its own, so that stop_builds reaches the compilers, too
  (
    renice -n 19 "$BASHPID" >/dev/null
    for build in "$@"; do
      read -r -a words <<<"$build"
      code=0
      build_preset "${words[0]}" "$REEVE_BUILD/${words[0]}" "${words[@]:1}" >/dev/null 2>&1 || code=$?    # what it says is in its logs
      echo "$code" >"$(code_of_build "${words[0]}")"
    done
  ) &
  BUILDER=$!
  set +m
}

code_of_build() {
  printf '%s' "$REEVE_LOGS/build-$1.code"
}

finish_build() {
  local code
  code=$(code_of_build "$1")
  wait_for_build() {
    while [[ ! -s $code ]] && kill -0 "$BUILDER" 2>/dev/null; do sleep 0.5; done
    [[ -s $code && $(<"$code") == 0 ]] || ! tail -n 60 "$REEVE_LOGS/build-$1.log"
  }
  run_stage "build: $1" "build-$1-end" wait_for_build "$1"
}

stop_builds() {
  [[ -z $BUILDER ]] || kill -- "-$BUILDER" 2>/dev/null || true
}
