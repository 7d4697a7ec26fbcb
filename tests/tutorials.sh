#!/usr/bin/env bash
# Every command of the tutorials, the recipes and the user guide runs and shows what the page says, in a folder for
# each page: see tutorials.py.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/program.sh"
pages=${CHATTER_SOURCE:-$here/..}/docs/tutorials
python=/usr/bin/python3
[ -d "$pages" ] || skip "the tutorials are not here"
command -v gnuplot >/dev/null || skip "gnuplot is not installed"
if ldd "$chatter" | grep -q libasan; then skip "built with AddressSanitizer"; fi
mkdir bin
ln -s "$chatter" bin/chatter
ln -s "$python" bin/python3
export PATH=$work/bin:$PATH LC_ALL=C.UTF-8 XDG_CACHE_HOME=$work/cache
export PYTHONPATH=${CHATTER_SOURCE:-$here/..}/python CHATTER_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1
# follow PAGE [FOLDER]: in a folder of its name
follow() {
  mkdir "$1" && (cd "$1" && python3 "$here/tutorials.py" "${2:-$pages}/$1.md") || say "$1"
}
follow README "$pages/../.."
follow first_ensemble
follow friction_damper
follow regime_map
follow cluster
follow recipes "$pages/.."
follow guide "$pages/.."
if command -v ccx >/dev/null; then follow own_part; else echo "own_part is left out: ccx is not installed"; fi
if python3 -c 'import numpy, pandas, xarray, netCDF4' 2>/dev/null; then follow python; else
  echo "python is left out: numpy, pandas, xarray or netCDF4 is not installed"
fi

# A page that shows another number, and one with a failing command, are found.
mkdir faults && cd faults || exit 1
printf '`%s`:\n```text\n%s\n```\n```console\n$ cat a.txt\n%s\n```\n' a.txt 'x = 1.000' 'x = 1.005' >number.md
printf '```console\n$ echo one \\\n  two\none two\n$ false\n```\n' >failing.md
python3 "$here/tutorials.py" number.md 2>message && say "another number is not found"
grep -q 'number.md:6: the page shows a line that does not come: x = 1.005' message || say "$(cat message)"
python3 "$here/tutorials.py" failing.md 2>message && say "a failing command is not found"
grep -q 'failing.md:5: exit code 1 of: false' message || say "$(cat message)"
finish
