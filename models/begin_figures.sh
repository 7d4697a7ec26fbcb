# The common beginning of each model's make_figures, which reads it by "." without arguments. It
# prints the usage, finds the program, takes the folder out of "$@", sets here, chatter, folder and
# look, and defines functions that several of them use.
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
# Look of the pictures that gnuplot draws: as those of `chatter plot`.
look="set encoding utf8
  set border 3 linecolor '#404040' linewidth 0.9; set tics nomirror out scale 0.6; set grid linecolor '#E4E4E4' linewidth 0.7 linetype 1
  set key reverse Left samplen 2 spacing 1.15
  set linetype 1 lc rgb '#0072B2'; set linetype 2 lc rgb '#D55E00'; set linetype 3 lc rgb '#009E73'; set linetype 4 lc rgb '#CC79A7'"
