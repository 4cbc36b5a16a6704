# For the scripts in this folder: reads what they need from a model's description.

rtl_models=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

need() { # need TOOL…: stops if one is missing
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "$(basename "$0"): $tool is not installed" >&2; exit 2; }
  done
}

model() { # model FILE.toml: sets name, top, sources, fault_parameter
  local said
  said=$(PYTHONPATH=$rtl_models python3 -B -m model_builder.for_shell "$1") || exit 2
  eval "$said"
}
