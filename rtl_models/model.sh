# For the scripts in this folder: reads what they need from a model's description.

need() { # need TOOL…: stops if one is missing
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "$(basename "$0"): $tool is not installed" >&2; exit 2; }
  done
}

text_of() { # text_of KEY SECTION FILE: the string that stands there ("" for a section: before the first one)
  awk -v key="$1" -v section="$2" '
    /^[ \t]*\[/ { here = $0; gsub(/[][ \t\r]/, "", here) }
    here == section && $0 ~ "^[ \t]*" key "[ \t]*=" { split($0, part, "\""); print part[2]; exit }' "$3"
}

model() { # model FILE.toml: sets name, top, sources, fault_parameter
  local file=$1 folder relative
  [ -r "$file" ] || { echo "$(basename "$0"): no model description '$file'" >&2; exit 2; }
  folder=$(dirname "$file")
  name=$(text_of name "" "$file")
  top=$(text_of top "" "$file")
  fault_parameter=$(text_of parameter faults "$file")
  sources=()
  while read -r relative; do
    [ -r "$folder/$relative" ] || { echo "$file: no source '$relative'" >&2; exit 2; }
    sources+=("$folder/$relative")
  done < <(sed 's/#.*//' "$file" | tr '\n' ' ' | sed -n 's/.*sources *= *\[\([^]]*\)\].*/\1/p' | grep -o '"[^"]*"' | tr -d '"')
  [ -n "$top" ] && [ ${#sources[@]} -gt 0 ] || { echo "$file: no 'top' or no 'sources'" >&2; exit 2; }
}
