#!/usr/bin/env bash
# Sampled Rayleigh damping is a number of each trajectory, not another reduced model: every sample
# gets the numbers of a study with this value, in time steps and in harmonic balance, also with a
# rigid-body mode. If the model has its own damping matrix, which couples the modes, each value
# still has a model.
. "$(dirname "$0")/../program.sh"
cat >steps.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 2, 1], springs: [100, 100, 100]}
reduction: {method: modal, rayleigh: {mass: 0.1, stiffness: 1.0e-3}}
contact: {nodes: 1, law: coulomb, friction: 0.3, preload: 1}
excitation: {node: 3, amplitude: 1, frequency: 0.7}
integrator: {scheme: moreau, steps_per_period: 200, periods: 20}
inputs: {a: reduction.rayleigh.mass, b: reduction.rayleigh.stiffness}
outputs: {x: {node: 3, reduce: max}}
YAML
sed -e 's/\[100, 100, 100\]/[0, 100, 100]/' steps.yaml >free.yaml
sed -e 's/^study.*/study: response/; s/law: coulomb.*/law: elastic, tangential_stiffness: 50, friction: 0.3, preload: 1}/
  s/, frequency: 0.7//; s/^integrator.*/response: {from: 0.5, to: 4, harmonics: 3}/; s/x: {.*/x: {quantity: peak_amplitude, node: 3}}/' steps.yaml >balance.yaml
printf 'sample_id,a,b\np,0.1,1e-3\nq,0,1e-3\nr,0.1,5e-3\ns,0.4,0\n' >samples.csv
cat >grid.yaml <<'YAML'
ensemble: {design: {type: grid, parameters: {reduction.rayleigh.mass: {values: [0.1, 0.2]}, reduction.rayleigh.stiffness: {values: [0.001, 0.002]}}}}
YAML
# values STUDY: those of the samples together, and of separate studies, as id and x
values() {
  "$chatter" eval "$1.yaml" -i samples.csv --quiet -d cpu "${@:2}" 2>errors.txt | awk -F, 'NR > 1 { print $1, $3 }' >"$1.all"
  [ "$(wc -l <"$1.all")" = 4 ] || say "$1: $(cat errors.txt)"
  tail -n +2 samples.csv | while IFS=, read -r id a b; do
    { head -1 samples.csv; echo "$id,$a,$b"; } >one.csv
    "$chatter" eval "$1.yaml" -i one.csv --quiet -d cpu "${@:2}" --set reduction.rayleigh.mass="$a" --set reduction.rayleigh.stiffness="$b" |
      awk -F, 'NR > 1 { print $1, $3 }'
  done >"$1.each"
  [ "$(cut -d ' ' -f 2 "$1.all" | sort -u | wc -l)" = 4 ] || say "$1: damping makes no difference: $(cat "$1.all")"
}
for study in steps balance free; do
  values $study
  cmp -s $study.all $study.each || say "$study: samples have other numbers than studies of their own: $(diff $study.all $study.each)"
  cat $study.yaml grid.yaml >many.yaml
  "$chatter" check many.yaml >check.txt 2>&1 || say "$study: check fails: $(cat check.txt)"
  grep -q 'reduced models\|changes the reduced model' check.txt && say "$study: each value has a model of its own"
done
# A rigid body: the mass 3 kg under F cos ωt with C = a M moves by F / (3 ω √(ω² + a²)).
cat >body.yaml <<'YAML'
study: transient
model: {type: chain, masses: [3], springs: [0]}
reduction: {method: modal, rayleigh: {mass: 0.1}}
contact: {nodes: 1, law: coulomb, friction: 0, preload: 0}
excitation: {node: 1, amplitude: 2, frequency: 0.5, phase: cos}
integrator: {scheme: moreau, steps_per_period: 4000, periods: 60, window: 1}
inputs: {a: reduction.rayleigh.mass}
outputs: {x: {node: 1, reduce: half_peak_to_peak}}
YAML
printf 'sample_id,a\np,0.5\nq,1\nr,3\n' >samples.csv
# After 60 periods e^-60 of the start remains; 4000 steps per period have an error of (2π / 4000)² /
# 12 = 2e-7 of the period.
"$chatter" eval body.yaml -i samples.csv --quiet -d cpu | paste -d, samples.csv - | awk -F, '
  NR > 1 { n++; w = 3.14159265358979; x = 2 / (3 * w * sqrt(w * w + $2 * $2)); if (!(($5 / x - 1) ^ 2 < 1e-12)) print $1, $5, x }
  END { if (n != 3) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "a rigid body: $(cat wrong.txt)"
# A damping matrix that couples the modes.
cat >K.mtx <<'MTX'
%%MatrixMarket matrix coordinate real symmetric
2 2 3
1 1 200
2 1 -100
2 2 100
MTX
sed -e 's/^1 1 200/1 1 1/; /^2 1/d; s/^2 2 100/2 2 2/; s/^2 2 3$/2 2 2/' K.mtx >M.mtx
sed -e 's/^1 1 200/1 1 0.5/; /^2 1/d; /^2 2 100/d; s/^2 2 3$/2 2 1/' K.mtx >C.mtx
printf 'eq,node,dof\n1,1,x\n2,2,x\n' >dof.csv
sed -e 's/^model.*/model: {type: matrices, stiffness: K.mtx, mass: M.mtx, damping: C.mtx, dof: dof.csv}/; s/node: 3/node: 2/
  s/nodes: 1, law: coulomb/nodes: 1, normal: y, tangents: 1, tangent: x, law: coulomb/; s/\(excitation: {node: 2\|x: {node: 2\)/\1, direction: x/' steps.yaml >coupled.yaml
printf 'sample_id,a,b\np,0.1,1e-3\nq,0,1e-3\nr,0.1,5e-3\ns,0.4,0\n' >samples.csv
values coupled
cmp -s coupled.all coupled.each || say "coupled: $(diff coupled.all coupled.each)"
finish
