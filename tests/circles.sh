#!/usr/bin/env bash
# No circles of includes: the files that a file needs, directly or indirectly, never need it.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
command -v nm >/dev/null || { echo "skipped: no nm" >&2; exit 77; }
[ -e "$build/compile_commands.json" ] || { echo "skipped: $build was not built here" >&2; exit 77; }
python3 "$here/circles.py" "$build"
