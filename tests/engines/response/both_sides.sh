#!/usr/bin/env bash
# Stops on both sides of a node, whose contact coordinates are one: where they are not reached the linear response, exactly; where they
# are, a mass and a beam with two nodes between stops against time steps. With friction on both walls, and with stops without gap, which
# hold the node.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
# mass GAP LOAD
mass() {
  cat <<YAML
study: response
model: {type: chain, masses: [1.0, 0.0], springs: [1.0, 20.0]}
reduction: {method: massless_craig_bampton, modes: 1, rayleigh: {mass: 0.04}}
contact:
  - {node: 2, law: unilateral, normal: -x, gap: $1}
  - {node: 2, law: unilateral, normal: x, gap: $1}
excitation: {node: 1, amplitude: $2, phase: cos}
response: {from: 0.1, to: 0.24, harmonics: 15, at: 0.24}
inputs: {frequency: response.at}
outputs:
  top: {node: 1, reduce: max}
  bottom: {node: 1, reduce: min}
  end: {node: 2, reduce: half_peak_to_peak}
YAML
}
# Newton's method ends at 1e-9.
mass 1.0 0.001 >free.yaml
printf 'sample_id,frequency\na,0.12\nb,0.155\nc,0.2\n' >samples.csv
"$chatter" eval free.yaml -i samples.csv -o free.csv --quiet --device cpu 2>log || say "free: $(cat log)"
awk -F, 'NR > 1 { split("0.12 0.155 0.2", f, " "); w = 8 * atan2(1, 1) * f[NR - 1]; x = 0.001 / sqrt((1 - w * w) ^ 2 + (0.04 * w) ^ 2)
    for (i = 3; i <= 5; i++) { y = i == 4 ? -$i : $i; if (!((y / x - 1) ^ 2 < 1e-16)) print $1, i, $i, x } n++ }
  END { if (n != 3) print n " rows" }' free.csv >wrong.txt
[ -s wrong.txt ] && say "not reached: $(cat wrong.txt)"

# Without gap node 2 stays where it is: the mass has springs of 1 and 20 N/m.
mass 0.0 1.0 | sed 's/at: 0.24/at: 0.9/; s/to: 0.24/to: 0.9/; s/from: 0.1,/from: 0.6,/' >held.yaml
printf 'sample_id,frequency\na,0.65\nb,0.8\n' >held-samples.csv
"$chatter" eval held.yaml -i held-samples.csv -o held.csv --quiet --device cpu 2>log || say "held: $(cat log)"
# Stops yield by 1e-6 of the boundary's flexibility: 20/21 of that in the spring, and more near resonance.
awk -F, 'NR > 1 { split("0.65 0.8", f, " "); w = 8 * atan2(1, 1) * f[NR - 1]; x = 1 / sqrt((21 - w * w) ^ 2 + (0.04 * w) ^ 2)
    if (!(($3 / x - 1) ^ 2 < 1e-10) || !($5 < 2e-6 * x)) print $0, x; n++ }
  END { if (n != 2) print n " rows" }' held.csv >wrong.txt
[ -s wrong.txt ] && say "held: $(cat wrong.txt)"

# compare NAME TOLERANCE: balance and time steps in all columns, of the first one's size
compare() {
  in_time "scheme: leapfrog, steps_per_period: $3, periods: 300, window: 10" <"$1.yaml" >"$1-steps.yaml"
  for name in "$1" "$1-steps"; do "$chatter" eval "$name.yaml" -i "$1-samples.csv" -o "$name.csv" --quiet --device cpu 2>log || say "$name: $(cat log)"; done
  paste -d, "$1.csv" "$1-steps.csv" | awk -F, -v tolerance="$2" '
    NR > 1 { n++; half = NF / 2; if ($2 != "ok" || $(half + 2) != "ok") print $0
      for (i = 3; i <= half; i++) { d = ($i - $(i + half)) / $3; if (!(d * d <= tolerance * tolerance)) print $1, i, $i, $(i + half) } }
    END { if (n < 2) print n " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "$1: $(cat wrong.txt)"
}
mass 0.3 0.2 | sed 's/harmonics: 15/harmonics: 41/' >reached.yaml
printf 'sample_id,frequency\na,0.12\nb,0.2\n' >reached-samples.csv
compare reached 3e-4 4000
cat >beam.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 8, clamped: left}
reduction: {method: massless_craig_bampton, modes: 4, damping: 0.05}
contact:
  - {node: 8, law: unilateral, normal: y, gap: 1.0e-5}
  - {node: 4, law: unilateral, normal: y, gap: 0.4e-5}
  - {node: 8, law: unilateral, normal: -y, gap: 1.4e-5}
  - {node: 4, law: unilateral, normal: -y, gap: 0.6e-5}
excitation: {node: 6, amplitude: 2.0, phase: cos}
response: {from: 100.0, to: 200.0, harmonics: 41, at: 180}
inputs: {frequency: response.at}
outputs:
  top: {node: 8, reduce: max}
  bottom: {node: 8, reduce: min}
  middle: {node: 6, reduce: max}
YAML
printf 'sample_id,frequency\na,120\nb,180\n' >beam-samples.csv
compare beam 1e-3 8000
finish
