#!/usr/bin/env bash
# The README of each engine names only files, folders, keys and identifiers that exist, in host and
# kernels.
root=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
here=$(cd "$(dirname "$0")" && pwd)
python3 "$here/readme_names.py" "$root" || exit 1

# A wrong name is found in each place: a file, a key, an identifier, a symbol, a diagram, a link, a
# file of no line.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/tests" && cp -r "$root"/{host,kernels,cmake,docs,bench,models} "$copy/" || exit 1
cp -r "$root"/tests/{engines,kernels} "$copy/tests/"
page=$copy/host/engines/regimes/README.md
messages=()
plant() { # SED-EXPRESSION TEXT OF THE MESSAGE
  cp "$page" "$copy/before"
  sed -i "$1" "$page"
  cmp -s "$copy/before" "$page" && { echo "$1: the line to change was not found" >&2; exit 1; }
  messages+=("$2")
}
plant 's/`coulomb_trial.h`/`coulomb_trials.h`/' 'coulomb_trials.h: no such file'
plant 's/`regimes.max_events`/`regimes.most_events`/' 'regimes.most_events: no such key'
plant 's/`friction_modes_lock`/`friction_modes_locked`/' 'friction_modes_locked: no such name'
plant 's/`BLOCK_OMEGA`/`omega2_of`/' 'omega2_of: not in kernels/regimes'
plant 's/stick -> slip$/stick_to_slip/' 'stick_to_slip: no such name'
plant 's/](../](..\/nowhere/' 'nowhere'
touch "$copy/kernels/regimes/coulomb_new.h"
messages+=('coulomb_new.h: no line of Files covers it')
python3 "$here/readme_names.py" "$copy" 2>"$copy/said" && { echo "wrong names were not found" >&2; exit 1; }
for message in "${messages[@]}"; do
  grep -qF "$message" "$copy/said" || { echo "not said: $message; but:" >&2; cat "$copy/said" >&2; exit 1; }
done
