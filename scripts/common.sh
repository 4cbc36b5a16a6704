# Shared by the scripts beside it: where the project is, and how it is built on first use.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${RIG_PRESET:-release}
build="$root/build/$preset"

# Says what it does on standard error, so that a program's own output stays clean.
say() {
  printf '%s\n' "$*" >&2
}

configure_and_build() {
  cd "$root"
  cmake --preset "$preset" && cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}

# Builds the named targets (all by default). What the tools print is shown only when they fail.
build_project() {
  "$root/scripts/setup" >&2
  local log="$build/build.log"
  mkdir -p "$build"
  if [ ! -f "$build/build.ninja" ]; then
    say "Building the $preset preset into build/$preset (some minutes, once) …"
  fi
  # One build at a time: `scripts/rig serve … &` and the `scripts/certify …` that follows both build.
  if ! (flock 9 && configure_and_build "$@" >"$log" 2>&1 9>&-) 9>"$build/build.lock"; then
    tail -n 60 "$log" >&2
    say "The build failed; the whole log is $log"
    exit 3
  fi
}
