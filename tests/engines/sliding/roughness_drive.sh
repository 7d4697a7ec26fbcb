#!/usr/bin/env bash
# The roughness of sliding bodies from a drive. A constant force equals one in a file, and a table
# of its samples; a sine equals that in a file of its samples, with an error that decreases with
# their number; noise of a drive has the effect of roughness with the same band and deviation;
# restarts and lanes of an ensemble have the same bits.
small=$(cd "$(dirname "$0")" && pwd)/small.yaml
. "$(dirname "$0")/../../program.sh"
study() { # name roughness drives parameters [duration]
  sed -e "s|^roughness:.*|roughness: $2|" -e "s/duration: 0.003/duration: ${5-0.003}/" -e '/^      roughness\./d' -e '/^      slider.friction/d' -e '/^  height:/d' \
    -e "s|^    parameters:|    parameters: $4|" "$small" >"$1.yaml"
  echo "drives: $3" >>"$1.yaml"
}
cell() { # file column
  awk -F, -v of="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == of) c = i } END { print $c }' "$1"
}
one="{slider.friction: {values: [0.3]}}"
printf 'time,force\n0,0.02\n0.001,0.02\n0.002,0.02\n0.003,0.02\n' >steady.csv
study file "{file: steady.csv}" "{}" "$one"
study constant "{drive: c}" "{c: {type: constant, factor: 0.01, offset: 0.01}}" "$one"
study table "{drive: c}" "{c: {file: steady.csv, interpolation: cubic}}" "$one"
for name in file constant table; do tabulate $name; done
cmp -s file.csv constant.csv || say "a constant force by a drive"
cmp -s file.csv table.csv || say "a constant force by a table"

# 1500 Hz: the error of the cubics through n samples, of third order at least, decreases by eight or
# more.
study sine "{drive: s}" "{s: {type: harmonic, frequency: 1500, factor: 0.02}}" "$one"
tabulate sine
for n in 60 120; do
  awk -v n=$n 'BEGIN { print "time,force"; for (i = 0; i <= n; i++) printf "%.17g,%.17g\n", 0.003 * i / n, 0.02 * sin(atan2(0, -1) * 9 * i / n) }' >sine$n.csv
  study samples$n "{file: sine$n.csv}" "{}" "$one"
  tabulate samples$n
done
for of in tip loud bend; do
  awk -v a="$(cell samples60.csv $of)" -v b="$(cell samples120.csv $of)" -v x="$(cell sine.csv $of)" 'BEGIN {
    a -= x; b -= x; if (a < 0) a = -a; if (b < 0) b = -b; if (x < 0) x = -x; if (!(a > 7 * b && a < 0.02 * x)) print a, b, x }' | grep . && say "a sine: $of"
done

# Noise of the same band and deviation: the mean square of the effect of the force over 24
# realisations, each of some 20 periods of the lowest bending mode: a standard error of 10 % each,
# so that 4.5 errors of the ratio of two such means are below 0.5.
grid() { seq -s, 1 24; }
study rough "{band: [200, 20000], deviation: 0.2, seed: 1}" "{}" "{roughness.seed: {values: [$(grid)]}}"
study drive "{drive: n}" "{n: {type: noise, band: [200, 20000], deviation: 0.02}}" "{drives.n.seed: {values: [$(grid)]}}"
tabulate rough
tabulate drive
for of in loud; do
  for name in rough drive; do
    awk -F, -v of=$of 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == of) c = i; next } { if ($2 != "ok") bad = 1; s += $c * $c } END { print bad ? "x" : s / (NR - 1) }' $name.csv
  done | awk '{ v[NR] = $1 } END { r = v[2] / v[1]; if (!(r > 0.5 && r < 2)) print v[1], v[2] }' | grep . && say "noise by a drive: $of"
done
study long "{drive: n}" "{n: {type: noise, band: [200, 20000], deviation: 0.02}}" "{slider.friction: {from: 0.1, to: 0.3, count: 2}}" 0.03
tabulate long
"$chatter" run long.yaml -q -f --device cpu -o halted.h5 --max-time 0.1s 2>/dev/null
[ $? = 75 ] || say "the long run was not stopped"
"$chatter" run long.yaml -q --resume --device cpu -o halted.h5 && "$chatter" export -f halted.h5 >/dev/null 2>&1 || say "no resume"
cmp -s long.csv halted.csv || say "resumed with other bits"

refused() { # name roughness drives text
  study "$1" "$2" "$3" "$one"
  "$chatter" run "$1.yaml" -q -f --device cpu -o refused.h5 2>message && say "$1 runs"
  grep -qF "$4" message || say "$1: $(cat message)"
}
refused both "{drive: s, deviation: 0.1}" "{s: {type: harmonic, frequency: 3}}" "deviation"
refused unknown "{drive: t}" "{s: {type: harmonic, frequency: 3}}" "roughness.drive: there is no drive 't' (allowed: s)"
refused turns "{drive: s}" "{s: {file: steady.csv, abscissa: turns}}" "roughness.drive: the drive 's' goes by turns, but no load has a frequency"
refused fast "{drive: s}" "{s: {type: noise, deviation: 1, band: [1, 5e6]}}" "noise up to 5e+06 Hz is too fast"
finish
