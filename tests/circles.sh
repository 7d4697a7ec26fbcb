#!/usr/bin/env bash
# No files of the program need each other in a circle: whoever reads one reads down to what it uses, and comes to an end.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
command -v nm >/dev/null || { echo "skipped: no nm" >&2; exit 77; }
[ -e "$build/compile_commands.json" ] || { echo "skipped: $build was not built here" >&2; exit 77; }
python3 "$here/circles.py" "$build"
