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

# The options that a kept help names, a line each.
options_in() {
  sed -nE 's/^  (-h,)?(--[a-z-]+).*/\2/p' "$1"
}

# Answers without a build what needs none: PROGRAM ARGUMENT…. Help and version come from the program where it is built, and
# from docs/help where it is not. No arguments, and an option or a tool that docs/help does not have, are an error; a program
# of several tools lists them where none is named.
answer_at_once() {
  local program=$1 kept="$root/docs/help/$1.txt" built="$build/bin/$1" word wrong= known asked="$1 --help"
  shift
  [ -e "$kept" ] || return 0
  if grep -q '^Commands:$' "$kept"; then
    [ $# -gt 0 ] || set -- --help
    if [[ $1 == [^-]* ]]; then
      kept="$root/docs/help/$program-$1.txt" asked="$program $1 --help"
      [ -e "$kept" ] || wrong="Unknown tool \"$1\"." kept="$root/docs/help/$program.txt" asked="$program --help"
    fi
  fi
  [ $# -gt 0 ] || [ -e rig.toml ] || wrong="Nothing is asked for." # the project file of a team
  known=$'\n'$(options_in "$kept")$'\n'
  for word in "$@"; do
    case $word in
      --) break ;;
      -h | --help | --version) ! [ -x "$built" ] || exec "$built" "$@" ;;&
      -h | --help) cat "$kept" && exit 0 ;;
      --version) echo "$program $(project_version) (not built yet)" && exit 0 ;;
      --*) [[ $known == *$'\n'"${word%%=*}"$'\n'* ]] || wrong=${wrong:-Unknown option \"${word%%=*}\".} ;;
    esac
  done
  if [ -z "$wrong" ] || is_current "$program"; then return 0; fi # the program says more, such as the nearest known
  say "$program: $wrong scripts/$asked lists all."
  exit 2
}

project_version() {
  sed -nE 's/^project\(.*VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt"
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
