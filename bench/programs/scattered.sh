#!/usr/bin/env bash
# Scattered systems of tests/engines/response/scattered.awk over the whole range of frequency.
# usage: bench/programs/scattered.sh CHATTER FIRST LAST
# Writes a line `number end seconds points frequency` for each to the standard output, and the
# number that reached the end of their range to the standard error. A system has SECONDS of
# processor time (default 60) and one thread.
set -u
[ $# = 3 ] || { echo "usage: $0 CHATTER FIRST LAST" >&2; exit 2; }
chatter=$(realpath "$1")
generator=$(realpath "$(dirname "$0")/../../tests/engines/response/scattered.awk")
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
export OPENBLAS_NUM_THREADS=1 TIMEFORMAT='%U'
run() { (ulimit -t "${SECONDS_EACH:-60}"; exec "$chatter" run "$1.yaml" -o "$1.h5" --force --quiet --device cpu --threads 1) 2>"$1.txt"; }
reached=0
for number in $(seq "$2" "$3"); do
  awk -v seed="$number" -f "$generator" >"$number.yaml"
  { time run "$number"; } 2>time.txt
  if [ -e "$number.h5" ] && "$chatter" export "$number.h5" --force >/dev/null 2>&1; then
    end=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { print $c["response_end"], $c["row_size"] }' "$number.csv")
    last=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { f = $c["frequency"] } END { print f + 0 }' "$number-point.csv")
  elif [ "$(tail -1 time.txt | cut -d. -f1)" -ge "${SECONDS_EACH:-60}" ]; then
    end="out_of_time 0" last=0
  else
    end="no_results 0" last=0
    head -2 "$number.txt" >&2
  fi
  [ "${end% *}" = end_of_range ] && reached=$((reached + 1))
  echo "$number ${end% *} $(tail -1 time.txt) ${end#* } $last"
  rm -f "$number".* "$number"-*
done
echo "$reached of $(($3 - $2 + 1)) come to the end of their range" >&2
