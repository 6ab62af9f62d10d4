# shellcheck shell=bash
# Runs ctest and pytest, and adds up what passed and failed over all of them.

PASSED=0
FAILED=0

# Adds up the tests of one run and prints them.
add_results() {
  local passed=$1 failed=$2 seconds=$3
  PASSED=$((PASSED + passed))
  FAILED=$((FAILED + failed))
  printf '%d passed, %d failed, %d s\n' "$passed" "$failed" "$seconds"
}

# A stage that could not even run its tests counts as one failed test.
add_failed_stage() {
  FAILED=$((FAILED + 1))
}

# junit_number FILE ATTRIBUTE: a number of the first test suite in a JUnit file.
junit_number() {
  [[ $(head -c 4000 "$1") =~ [[:space:]]$2=\"([0-9]+)\" ]] && printf '%s' "${BASH_REMATCH[1]}" || printf 0
}

# add_junit FILE EXIT_CODE SECONDS LOG: skipped tests count as neither, but are shown.
add_junit() {
  local file=$1 code=$2 seconds=$3 log=$4 tests skipped failed
  if [[ ! -s $file ]]; then
    printf 'did not run\n'
    tail -n 40 "$log" | cut -c 1-300
    add_failed_stage
    return
  fi
  tests=$(junit_number "$file" tests)
  skipped=$(($(junit_number "$file" skipped) + $(junit_number "$file" disabled)))
  failed=$(($(junit_number "$file" failures) + $(junit_number "$file" errors)))
  ((code == 0 || failed > 0)) || failed=1
  add_results $((tests - skipped - failed)) "$failed" "$seconds"
  ((skipped == 0)) || printf '  %d skipped, see %s\n' "$skipped" "${log#"$REEVE_ROOT/"}"
  ((failed == 0)) || without_passed_tests "$log"
}

# What is left of a log of ctest, pytest or reeve-conformance without the lines of tests that passed.
without_passed_tests() {
  grep -v -E '^ *[0-9]+/[0-9]+ Test +#[0-9]+:.* Passed |^ *Start +[0-9]+:|^Recorded outputs|^(ok|n/a)  ' "$1" |
    tail -n 200 | cut -c 1-300
}

# run_ctest NAME BUILD_FOLDER LOG ARGUMENTS...
run_ctest() {
  local name=$1 folder=$2 log=$REEVE_LOGS/$3.log junit=$REEVE_LOGS/$3.xml code=0 started=$SECONDS
  shift 3
  printf '%s ... ' "$name"
  rm -f "$junit"
  ctest --test-dir "$folder" --output-on-failure --parallel "$(nproc)" --output-junit "$junit" "$@" \
    >"$log" 2>&1 || code=$?
  add_junit "$junit" "$code" $((SECONDS - started)) "$log"
}

# run_pytest NAME FOLDER LOG ARGUMENTS...: the files side by side, each in one process because its tests share fixtures
run_pytest() {
  local name=$1 folder=$REEVE_ROOT/tests/$2 log=$REEVE_LOGS/$3.log junit=$REEVE_LOGS/$3.xml code=0 started=$SECONDS
  shift 3
  printf '%s ... ' "$name"
  rm -f "$junit"
  reeve_python -m pytest -q --tb=short -p no:cacheprovider -n "$(nproc)" --dist loadfile --junitxml "$junit" "$folder" "$@" \
    >"$log" 2>&1 || code=$?
  ((code != 5)) || code=0    # nothing selected
  add_junit "$junit" "$code" $((SECONDS - started)) "$log"
}

print_totals() {
  printf '%d passed, %d failed\n' "$PASSED" "$FAILED"
}
