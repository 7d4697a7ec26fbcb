#!/usr/bin/env bash
# `static: auto` includes the static harmonic whenever something causes a mean. Each law with each
# property that does so gives the result of `static: yes`, byte for byte, and has a mean that
# `static: no` neglects; odd laws give the result of `static: no`, and no mean with the static
# harmonic. The gap of an elastic contact is compared with a motion composed of free flights and
# contacts.
. "$(dirname "$0")/../../program.sh"
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0\n2 2 1.3\n' >K.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0\n2 2 1.0\n' >M.mtx
printf 'eq,node,dof\n1,1,1\n2,1,2\n' >dof.csv
chain='{type: chain, masses: [1.0, 0.5], springs: [1.0, 2.0], dashpots: [0.06, 0.04]}'
plane='{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}'

# study MODEL CONTACT [LOAD]: at 0.11 Hz, and the mean there
study() {
  local node='{node: 2}' drive='{node: 1, amplitude: 0.1, phase: cos}' reduction='{method: modal}'
  [ "$1" = plane ] && node='{node: 1, direction: y}' drive='{node: 1, direction: [1, 1, 0], amplitude: 0.1, phase: cos}' reduction='{method: modal, damping: 0.05}'
  cat <<YAML
study: response
model: ${!1}
reduction: $reduction
contact: $2
excitation:
  - $drive
${3:+  - $3}
response: {from: 0.05, to: 0.11, harmonics: 9, at: 0.11}
outputs:
  x: ${node%\}}}
  mean: ${node%\}}, reduce: mean}
YAML
}
# run NAME STATIC [options]: the numbers of name.yaml
run() {
  "$chatter" run "$1.yaml" -o "$1-$2.h5" --force --quiet --device cpu --set "response.static=$2" "${@:3}" 2>log && "$chatter" export "$1-$2.h5" --force >/dev/null 2>>log || say "$1, $2: $(cat log)"
}
mean_of() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["mean"] }' "$1.csv"; }
# same NAME WITH SIZE: auto equals static: WITH; the mean with the static harmonic is more than SIZE
# (yes) or less (no), m
same() {
  for static in auto yes no; do # without the static harmonic constant loads are refused
    [ $static = no ] && grep -q 'constant\|gravity' "$1.yaml" && continue
    run "$1" $static
  done
  cmp -s "$1-auto.csv" "$1-$2.csv" || say "$1: static auto is not as $2: $(tail -1 "$1-auto.csv") and $(tail -1 "$1-$2.csv")"
  awk -v x="$(mean_of "$1-yes")" -v with="$2" -v size="$3" 'BEGIN { if (x < 0) x = -x; exit !(with == "yes" ? x > size : x < size) }' || say "$1: the mean is $(mean_of "$1-yes") m"
}
spring='law: elastic, normal_stiffness: 1.0'
n=0
while IFS='|' read -r model contact load; do
  study "$model" "$contact" "$load" >"mean$((++n)).yaml"
  same "mean$n" yes 1e-5
done <<END2
chain|{node: 2, law: unilateral, gap: 0.05}
chain|{node: 2, law: unilateral, gap: 0, preload: 0.02}
chain|{node: 2, law: unilateral}
chain|{node: 2, $spring, gap: 0.05}
chain|{node: 2, $spring, gap: -0.05}
chain|{node: 2, $spring, preload: 0.02}
chain|{node: 2, $spring}
chain|{node: 2, $spring, tangential_stiffness: 0, gap: 0.05}
chain|{node: 2, law: cubic, cubic_stiffness: 5.0}|{node: 1, type: constant, amplitude: 0.05}
chain|{node: 2, law: elastic, tangential_stiffness: 1.0, friction: 0.3, preload: 0.2}|{node: 1, type: constant, amplitude: 0.05}
chain|{node: 2, law: coulomb, friction: 0.3, preload: 0.2}|{node: 1, type: constant, amplitude: 0.3}
chain|{node: 2, law: cubic, cubic_stiffness: 5.0}|{type: gravity, direction: x, amplitude: 0.02}
plane|{nodes: 1, law: friction, normal: y, friction: 0.3, gap: 0.02}
plane|{nodes: 1, law: friction, normal: y, friction: 0.3, preload: 0.02}
plane|{nodes: 1, $spring, normal: y, tangential_stiffness: 1.0, friction: 0.3, gap: 0.02}
plane|{nodes: 1, $spring, normal: y, tangential_stiffness: 1.0, friction: 0.3, preload: 0.01}
END2
while IFS='|' read -r model contact; do
  study "$model" "$contact" >"odd$((++n)).yaml"
  same "odd$n" no 1e-12
done <<END2
chain|{node: 2, law: cubic, cubic_stiffness: 5.0}
chain|{node: 2, law: elastic, tangential_stiffness: 1.0, friction: 0.3, preload: 0.2}
chain|{node: 2, law: coulomb, friction: 0.3, preload: 0.2}
END2

# 0 in the file and varied: gap, preload, and the stiffness that creates a normal coordinate.
vary() { # NAME CONTACT PARAMETER VALUE
  study chain "$2" >"$1.yaml"
  sed "s/^outputs:/ensemble: {design: {type: grid, parameters: {$3: {values: [$4]}}}}\n&/" "$1.yaml" >"$1-varied.yaml"
  run "$1-varied" auto
  run "$1" yes --set "$3=$4"
  [ "$(tail -1 "$1-varied-auto.csv" | cut -d, -f3-)" = "$(tail -1 "$1-yes.csv" | cut -d, -f3-)" ] || [ "$(mean_of "$1-varied-auto")" = "$(mean_of "$1-yes")" ] ||
    say "$1 varied: $(tail -1 "$1-varied-auto.csv"), alone $(tail -1 "$1-yes.csv")"
}
vary gap "{node: 2, $spring, gap: 0}" contact.gap 0.05
vary preload "{node: 2, $spring, preload: 0}" contact.preload 0.02
vary stiffness '{node: 2, law: elastic, normal_stiffness: 0, gap: 0.05}' contact.normal_stiffness 1.0

# x'' + 0.1 x' + x = 0.1 cos ωt with a spring of 4 N/m below x = -0.05: time steps. The errors of 30
# harmonics and of steps of 1/4000 of the period are 1e-5.
cat >balance.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0], springs: [1.0], dashpots: [0.1]}
contact: {node: 1, law: elastic, normal_stiffness: 4.0, gap: 0.05}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 30, at: 0.2}
inputs: {frequency: response.at}
outputs:
  top: {node: 1, reduce: max}
  bottom: {node: 1, reduce: min}
  mean: {node: 1, reduce: mean}
YAML
. "$(dirname "$models")/tests/engines/response/studies.sh"
in_time "scheme: leapfrog, steps_per_period: 4000, periods: 200, window: 10" <balance.yaml >steps.yaml
printf 'sample_id,frequency\na,0.15\nb,0.19\nc,0.25\n' >samples.csv
for evaluation in exact sampled; do
  for name in balance steps; do
    option=(--set "response.evaluation=$evaluation")
    [ $name = steps ] && option=()
    "$chatter" eval $name.yaml -i samples.csv -o $name.csv --quiet --force --device cpu "${option[@]}" 2>log || say "$name fails: $(cat log)"
  done
  without_stability balance.csv steps.csv
  paste -d, balance.csv steps.csv | awk -F, '
    NR > 1 { rows++; for (i = 3; i <= 5; i++) { d = ($i - $(i + 5)) / $3; if (!(d * d <= 1e-5 * 1e-5)) print $1, i, $i, $(i + 5) } }
    END { if (rows != 3) print rows " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "elastic gap, $evaluation: $(cat wrong.txt)"
done
finish
