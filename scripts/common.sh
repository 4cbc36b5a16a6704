# Shared by the scripts beside it: where the project is, and how it is built on first use.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${RIG_PRESET:-release}
build="$root/build/$preset"
with_tests= # not empty: what the project's developers need is installed too
only_tests= # not empty: what the tests need whose names match this is built, and nothing else

# Says what it does on standard error, so that a program's own output stays clean.
say() {
  printf '%s\n' "$*" >&2
}

configure_and_build() {
  cd "$root"
  cmake --preset "$preset" || return
  if [ -n "$only_tests" ]; then
    mapfile -t targets < <(targets_of_tests)
    [ "${#targets[@]}" -gt 0 ] || return 0
    set -- "${targets[@]}"
  fi
  cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}

# The names of the tests that match, and of those that they in turn need.
names_of_tests() {
  ctest --test-dir "$build" --show-only --tests-regex "$only_tests" | sed -n 's/^ *Test *#[0-9]*: //p'
}

# What these run, as CMake wrote it down: a line for each test, its name first.
targets_of_tests() {
  awk 'NR == FNR { wanted[$1]; next } $1 in wanted { for (i = 2; i <= NF; i++) print $i }' \
    <(names_of_tests) "$build/targets_of_tests.txt" | sort -u
}

# Whether nothing has changed since the program was built that a build reads: some milliseconds, where asking the build
# itself takes a quarter of a second.
is_current() {
  local built="$build/$1.built" head="$root/.git/logs/HEAD"
  [ -x "$build/bin/$1" ] && [ -e "$built" ] && ! [ "$head" -nt "$built" ] || return 1
  [ -z "$(find "$root" \( -path "$root/build" -o -path "$root/reports" -o -path "$root/.git" \
    -o -name __pycache__ \) -prune -o -newer "$built" -print -quit)" ]
}

# The program, and what it needs beside itself: targets of the build. PROGRAM.built lists what is as the sources have it.
build_program() {
  local built="$build/$1.built" kept="" target lacks=""
  if is_current "$1"; then
    kept=$(cat "$built")
    for target in "$@"; do
      [[ $'\n'$kept$'\n' == *$'\n'"$target"$'\n'* ]] || lacks=yes
    done
    [ -n "$lacks" ] || return 0
  fi
  mkdir -p "$build"
  # As old as the beginning: what is edited while the build runs is newer.
  local begun="$built.$$"
  touch "$begun" "$begun.list"
  build_project "$@"
  printf '%s\n' $kept "$@" | sort -u >"$begun.list"
  touch -r "$begun" "$begun.list"
  mv "$begun.list" "$built"
  rm "$begun"
}

# What the tools printed about the first target that failed; the end of it all where none is named.
first_failure_in() {
  if grep -q '^FAILED: ' "$1"; then
    sed -n '/^FAILED: /,$p' "$1" | head -n 60
  else
    tail -n 60 "$1"
  fi
}

# Builds the named targets (all by default). What the tools print is shown only when they fail.
build_project() {
  "$root/scripts/setup" ${with_tests:+--all} >&2
  local log="$build/build.log"
  mkdir -p "$build"
  if [ ! -f "$build/build.ninja" ]; then
    say "Building the $preset preset into build/$preset (some minutes, once) …"
  fi
  # One build at a time: `scripts/rig serve … &` and the `scripts/certify …` that follows both build.
  if ! (flock 9 && configure_and_build "$@" >"$log" 2>&1 9>&-) 9>"$build/build.lock"; then
    first_failure_in "$log" >&2
    say "The build failed; the whole log is $log"
    exit 3
  fi
}
