#!/usr/bin/env bash
# reduction.method none: a lattice with friction, a stop between two nodes and lumped mass, compared
# with unreduced.py, a separate program; a chain with a massless contact node, compared with all its
# modes; the same bits in lanes, threads and parts of a run; unsupported keys are refused.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")

lattice() { # name, a, b of the damping
  cat >"$1.yaml" <<YAML
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv, mass_matrix: lumped}
reduction: {method: none, rayleigh: {mass: $2, stiffness: $3}}
contact:
  - {nodes: 7 19, law: friction, normal: [0, 0.6, 0.8], tangent: x, gap: 2e-5, friction: 0.4}
  - {node: 15, partner: 22, law: unilateral, normal: z, gap: 1e-5}
excitation:
  - {node: 7, direction: [0, -0.8, -0.6], amplitude: 4, frequency: 31, phase: sin}
  - {node: 24, direction: [0.6, 0, 0.8], amplitude: 3, frequency: 53, phase: sin}
integrator: {scheme: leapfrog, step: 2e-4, duration: 0.4, tolerance: 1e-13}
outputs:
  x7: {node: 7, direction: x, reduce: series}
  z7: {node: 7, direction: z, reduce: series}
  z24: {node: 24, direction: z, reduce: series}
  normal: {quantity: normal_force, contact: sum, reduce: series}
  elastic: {quantity: energy_elastic, reduce: series}
  stuck: {quantity: stick_fraction, contact: 0}
  closed: {quantity: contact_fraction, contact: 2}
YAML
}
# Columns of both, 1e-9 of the largest: the solver tolerance of 1e-13, amplified over 2000 steps of
# stick and slip.
follows() { # name, a, b
  /usr/bin/python3 "$here/unreduced.py" "$2" "$3" 2000 >expected || say "unreduced.py fails"
  lattice "$1" "$2" "$3"
  tabulate "$1"
  for output in x7 z7 z24 normal elastic; do tail -n +2 "$1-series-${output}_sample.csv" | cut -d, -f3 >"$output"; done
  paste -d' ' x7 z7 z24 normal elastic expected | awk '
    NF != 10 { print "rows differ"; exit }
    { for (i = 1; i <= 5; i++) { e = $i - $(i + 5); if (e < 0) e = -e; s = $(i + 5) < 0 ? -$(i + 5) : $(i + 5)
        if (e > off[i]) off[i] = e; if (s > most[i]) most[i] = s } }
    END { for (i = 1; i <= 5; i++) if (!(off[i] <= 1e-9 * most[i] && most[i] > 0)) print "column", i, "off by", off[i], "of", most[i]
          if (NR != 2000) print NR, "rows" }' | grep . && say "$1 does not follow the lattice"
  # both laws must act
  last "$1.csv" 5,6 | awk -F, '!($1 > 0.01 && $1 < 0.9 && $2 > 0.01 && $2 < 0.99)' | grep . && say "$1: no stick and slip, or no impacts"
}
follows undamped 0 0
follows damped 20 1e-5

# All modes of a chain whose last mass is zero equal the chain: to rounding over the steps.
chain() { # name, reduction
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [2, 1, 0.5, 0], springs: [1000, 1500, 800, 4000]}
reduction: {$2}
contact: {node: 4, law: unilateral, gap: 1e-3}
excitation: {node: 2, direction: x, amplitude: 3, frequency: 4.1}
integrator: {scheme: leapfrog, step: 1e-3, duration: 4}
initial: {direction: x, displacement: 0.01}
outputs: {x1: {node: 1}, x4: {node: 4}, e: {quantity: energy_total}, n: {quantity: impacts, contact: 0}, rms: {node: 3, reduce: rms}}
YAML
  tabulate "$1"
}
chain modes "method: macneal, modes: 3, rayleigh: {mass: 0.3}"
chain none "method: none, rayleigh: {mass: 0.3}"
paste -d, <(last modes.csv 5-) <(last none.csv 5-) | awk -F, '
  { for (i = 1; i <= 5; i++) { e = $i - $(i + 5); if (!(e <= 1e-9 * ($i < 0 ? -$i : $i) && -e <= 1e-9 * ($i < 0 ? -$i : $i))) print i, $i, $(i + 5) } }' |
  grep . && say "the chain is not all of its modes"

# Bits: lanes, threads, batches, and a start from the end of the first half.
lattice bits 5 1e-6
cat >>bits.yaml <<'YAML'
ensemble: {design: {type: grid, parameters: {contact.0.friction: {from: 0.1, to: 0.9, count: 9}, rayleigh: {values: [0, 8]}}}}
inputs: {rayleigh: reduction.rayleigh.mass}
YAML
sed -i '/reduce: series/d' bits.yaml
"$chatter" run bits.yaml -q -f --device cpu -o bits.h5 && "$chatter" export -f bits.h5 -o reference.csv 2>/dev/null || say "bits.yaml fails"
for options in "--device cpu --lanes 1 --threads 1" "--device device_sim" "--batch 5 --threads 2"; do
  # shellcheck disable=SC2086
  "$chatter" run bits.yaml -q -f $options -o other.h5 && "$chatter" export -f other.h5 -o other.csv 2>/dev/null && cmp reference.csv other.csv ||
    say "other bits with $options"
done

# Unsupported keys.
refused() { # name, pattern, sed words
  sed "${@:3}" undamped.yaml >"$1.yaml"
  "$chatter" run "$1.yaml" -q -f -o "$1.h5" 2>message && say "$1 is not refused"
  [ $? != 2 ] && grep -q "$1.yaml:[0-9]*:[0-9]*: .*$2" message || say "$1: $(cat message)"
}
refused consistent "needs a diagonal mass matrix (allowed: model.mass_matrix: lumped)" 's/, mass_matrix: lumped//'
refused damped_modes "has no modes to damp" 's/rayleigh: {.*}}/damping: 0.01}/'
refused modes "keeps the whole model" 's/method: none/method: none, modes: 5/'
refused field "recovered from modes" 's/^outputs:/outputs:\n  f: {quantity: field, of: displacement}/'
refused static "needs modes" 's/^outputs:/initial: {static: true}\noutputs:/'
refused moreau "massless" 's/leapfrog/moreau/'
awk 'NR == 3 { $3 = -1 } { print }' M.mtx >negative.mtx
refused negative "node 1 has a mass of -.* kg along x" 's/M.mtx/negative.mtx/'
"$chatter" reduce undamped.yaml -o saved.h5 >/dev/null 2>message && say "what is not reduced is saved"
grep -q "no reduced model to save" message || say "reduce -o: $(cat message)"
refused long_step "above the stability limit" 's/step: 2e-4/step: 5e-3/'
finish
