# What each model's make_figures begins with, read by it ("." without arguments): the usage, where the program is, and the folder,
# from the arguments that are left out of "$@" then. Sets here, chatter and folder, and functions that several of them use.
case ${1:-} in -*) sed -n '/^# /{s/^# //p;b};/^#!/d;q' "$0" >&2; exit 2 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
chatter=${CHATTER:-}
# Built here, unpacked from the bundle, or installed.
for program in "$here/../../build/chatter" "$here/../../bin/chatter" chatter; do
  [ -n "$chatter" ] || chatter=$(command -v "$program" || true)
done
[ -n "$chatter" ] || { echo "make_figures: no program chatter; build it with ./quickstart build or set CHATTER" >&2; exit 2; }
case $chatter in */*) chatter=$(realpath "$chatter") ;; esac
folder=${1:-figures}
[ $# -gt 0 ] && shift
mkdir -p "$folder"
# error REFERENCE RUN: relative root mean square of the difference of two series (series, sample, value, s), eq. 30 of the paper
error() {
  awk -F, 'FNR == 1 { k++; next } k == 1 { x[$2] = $3; next } { d = $3 - x[$2]; s += d * d; r += x[$2] * x[$2] }
    END { printf "%.4e\n", sqrt(s / r) }' "$1.csv" "$2.csv"
}
# processor COMMAND...: seconds of the processor that it takes
processor() {
  local TIMEFORMAT=%U
  { time "$@" >/dev/null 2>&1; } 2>&1
}
