#!/usr/bin/env bash
# initial.static: the equilibrium at t = 0 with the contact laws themselves, compared with
# static_start.py, a separate program that tries every state of every contact, with closed forms of
# laws with memory. A run from it does not move; a block without supports rests on its contacts,
# with friction on a slope; unsupported motions are reported.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
/usr/bin/env python3 "$here/static_start.py" >expected || say "static_start.py fails"

study() { # name, model, contact, load, integrator, outputs
  cat >"$1.yaml" <<YAML
study: transient
$2
contact: $3
excitation: $4
integrator: {$5}
initial: {static: true}
outputs: {$6}
YAML
}
run() { "$chatter" run "$1.yaml" -o "$1.h5" -f -q --device cpu --keep-state "${@:2}" 2>errors.txt && "$chatter" export "$1.h5" -f >/dev/null 2>&1 || say "$1: $(cat errors.txt)"; }
# Values from the fifth column on, followed by two numbers of the state, compared with those of
# static_start.py: 1e-12 of the largest.
agrees() { # study, case, [bound]
  paste -d' ' <(tail -1 "$1.csv" | cut -d, -f5- | tr ',' ' ') <(grep "^$2 " expected | cut -d' ' -f2-) | awk -v bound="${3-1e-12}" '
    { n = (NF - 2) / 2; for (i = 1; i <= n; i++) { s = $i < 0 ? -$i : $i; if (s > most) most = s }
      for (i = 1; i <= n; i++) { e = $i - $(n + 2 + i); if (NF % 2 || !(e <= bound * most && -e <= bound * most)) { print "differs:", $0; exit } } }' |
    grep . && say "$1: not $2"
}
# Nothing moves in 1000 steps under constant loads: 1e-12 of the displacement, or the solver
# tolerance 1e-13 accumulated over the steps.
stands() { # study, largest drift over largest displacement
  sed -e 's/^outputs.*/outputs: {d: {node: 2, reduce: drift}, f: {quantity: energy_total, reduce: drift}, x: {node: 2}}/' "$1.yaml" >still.yaml
  run still --set integrator.duration=1 && tail -1 still.csv | awk -F, -v most="$2" -v name="$1" '
    { x = $7 < 0 ? -$7 : $7; if (!($5 <= most * x)) print name, "moves by", $5, "of", x }' | grep . && say "$1 moves"
}
mass='model: {type: chain, masses: [2, 1, 0.5], springs: [100, 150, 80]}
reduction: {method: modal, damping: 0.02}'
massless='model: {type: chain, masses: [2, 1, 0.5, 0], springs: [100, 150, 80, 400]}
reduction: {method: macneal, modes: 3, damping: 0.02}'
nodes='x1: {node: 1}, x2: {node: 2}, x3: {node: 3}'
once='step: 1e-3, duration: 1e-3'
gravity='{type: gravity, direction: -x, amplitude: 9.81}'

stops='[{nodes: 1, law: unilateral, gap: 0.2}, {nodes: 3, law: unilateral, gap: 0.3}]'
study stops "$mass" "$stops" "$gravity" "scheme: moreau, $once" "$nodes, f1: {quantity: normal_force}, f2: {quantity: normal_force, contact: 1}"
run stops && agrees stops stops && stands stops 1e-11
study pressed "$mass" "${stops//gap/preload: 3, gap}" "${gravity/9.81/1}" "scheme: moreau, $once" \
  "$nodes, f1: {quantity: normal_force}, f2: {quantity: normal_force, contact: 1}"
run pressed
# the output is the total force, with the preload
tail -1 pressed.csv >whole && awk -F, 'BEGIN { OFS = "," } { $8 -= 3; $9 -= 3; print }' whole >pressed.csv && agrees pressed pressed
for load in 1 4 9; do
  study rubs "$massless" '{nodes: 4, law: coulomb, preload: 2, friction: 0.4}' "{type: constant, node: 2, amplitude: $load}" "$once" \
    "$nodes, x4: {node: 4}, t: {quantity: tangential_force}"
  run rubs && agrees rubs rubs_$load && stands rubs 1e-11
done
study two "$mass" '[{nodes: 1, law: coulomb, preload: 2, friction: 0.5}, {nodes: 3, law: coulomb, preload: 2, friction: 0.3}]' \
  '[{type: constant, node: 2, amplitude: 3}, {type: constant, node: 3, amplitude: 1}]' "scheme: moreau, $once" \
  "$nodes, t1: {quantity: tangential_force}, t2: {quantity: tangential_force, contact: 1}"
run two && agrees two two && stands two 1e-11

one='model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal}'
law_study() { # name, law, load
  study "$1" "$one" "{nodes: 1, $2}" "{type: constant, node: 1, amplitude: $3}" "$once" "x: {node: 1}, t: {quantity: ${4-tangential_force}}"
  run "$1" && agrees "$1" "$1" "${5-1e-12}"
}
for load in 0.2 1 4; do
  law_study jenkins_$load 'law: elastic, tangential_stiffness: 300, friction: 0.5, preload: 1' $load
  law_study bouc_wen_$load 'law: bouc_wen, stiffness: 300, alpha: 0.2, beta: 400, gamma: 200' $load tangential_force 1e-6 # moves of second order, extrapolated
  law_study iwan_$load 'law: iwan, limit_force: 1.5, tangential_stiffness: 300, chi: -0.5, beta: 0.4, sliders: 3' $load
  law_study cubic_$load 'law: cubic, cubic_stiffness: 4000' $load normal_force
done
for name in jenkins_4 bouc_wen_1 iwan_1 cubic_4; do
  sed -e 's/^outputs.*/outputs: {d: {node: 1, reduce: drift}, x: {node: 1}}/' $name.yaml >still.yaml
  run still --set integrator.duration=1
  tail -1 still.csv | awk -F, -v name=$name '!($5 <= 1e-12 * $6) { print name, "moves by", $5 }' | grep . && say "$name moves"
done

# Laws of all kinds at once on a chain that only they hold to the ground, under loads in both
# directions: stops open or closed, a dashpot and tanh friction without force.
study mixed 'model: {type: chain, masses: [1, 1, 0.5, 0.7], springs: [0, 150, 80, 60]}
reduction: {method: modal, damping: 0.02}' '[{nodes: 1, law: iwan, limit_force: 1.5, tangential_stiffness: 300, chi: -0.5, beta: 0.4, sliders: 8}, {nodes: 2, law: bouc_wen, stiffness: 300, alpha: 0.2, beta: 400, gamma: 200}, {nodes: 3, law: kelvin_voigt, gap: 0.001, normal: -x, normal_stiffness: 4000, normal_damping: 5}, {nodes: 4, law: polynomial, powers: [1, 3], coefficients: [5, 3000]}, {nodes: 4, law: tanh_friction, friction: 0.3, preload: 1, velocity_scale: 0.01}, {nodes: 1, law: dashpot, normal_damping: 3}, {nodes: 2, law: elastic, tangential_stiffness: 90, friction: 0.4, preload: 2}]' \
  '[{type: gravity, direction: x, amplitude: 1.3}, {type: constant, node: 2, amplitude: 0.5}]' 'step: 1e-3, duration: 1' 'd: {node: 3, reduce: drift}, x: {node: 3}'
sed -i '$aensemble: {design: {type: random, count: 50, parameters: {excitation.0.amplitude: {from: -6, to: 6}}}}' mixed.yaml
run mixed
awk -F, 'NR > 1 && !($2 == "ok" && $6 <= 1e-14 && $7 * $7 > 1e-12)' mixed.csv | grep . && say "mixed: no equilibrium, or it moves"

# A block of steel on three of its bottom nodes without other supports: the contacts carry its
# weight, also on a slope.
block() { # name, slope, friction
  study "$1" 'model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.04, width: 0.01, elements: 8, elements_across: 2}
reduction: {method: '"${4-macneal}"', modes: 6, damping: 0.01}' '[{nodes: [1, 13, 25], law: friction, normal: y, friction: '"$3"', gap: 1e-6}]' \
    "{type: gravity, direction: [$(awk "BEGIN { print sin($2) }"), $(awk "BEGIN { print -cos($2) }"), 0], amplitude: 9.81}" "${5-}step: 1e-6, duration: 1e-6" \
    'n: {quantity: normal_force, contact: all}, t: {quantity: tangential_force, contact: all}, x: {node: 13, direction: x}, y: {node: 13, direction: y}'
}
weight=$(awk 'BEGIN { printf "%.15g", 7850 * 0.2 * 0.04 * 0.01 * 9.81 }')
for method in macneal rubin; do
  scheme=; [ $method = macneal ] || scheme='scheme: moreau, '
  for slope in 0 0.2; do
    block block $slope 0.4 $method "$scheme"
    run block
    read -r n t < <(tail -1 block.csv | awk -F, '{ print $5 + $6 + $7, $8 + $9 + $10 }')
    expect "$method: normal forces on a slope of $slope" "$n" "$(awk "BEGIN { print $weight * cos($slope) }")" 1e-5
    expect "$method: friction on a slope of $slope" "$t" "$(awk "BEGIN { print -$weight * sin($slope) }")" 1e-5
    sed -e 's/^outputs.*/outputs: {d: {node: 25, direction: y, reduce: drift}, e: {node: 25, direction: x, reduce: drift}, y: {node: 25, direction: y}}/' block.yaml >still.yaml
    run still --set integrator.duration=1e-3
    tail -1 still.csv | awk -F, '!($5 <= 1e-11 * 1e-6 && $6 <= 1e-11 * 1e-6)' | grep . && say "$method: the block moves on a slope of $slope"
  done
done
# A clamped strip on nine points with friction, under large forces: a found equilibrium does not
# move. One or two of hundreds with much friction may have no equilibrium in one increment, or none
# that is found.
cat >strip.yaml <<YAML
study: transient
model: {type: plane, youngs_modulus: 7e10, poisson_ratio: 0.33, density: 2700, length: 0.3, height: 0.02, width: 0.02, elements: 30, elements_across: 2, clamped: left}
reduction: {method: macneal, modes: 12, damping: 0.01}
contact: {nodes: [16, 25, 34, 43, 52, 61, 70, 79, 91], law: friction, normal: y, friction: 0.3}
excitation: [{type: constant, node: 93, direction: -y, amplitude: 40}, {type: constant, node: 50, direction: -y, amplitude: 40}, {type: constant, node: 93, direction: x, amplitude: 40}, {type: constant, node: 47, direction: -x, amplitude: 40}]
integrator: {step: 1e-6, duration: 2e-4}
initial: {static: true}
ensemble: {design: {type: latin_hypercube, count: 400, parameters: {contact.gap: {from: -1e-4, to: 2e-5}, contact.friction: {from: 0, to: 1.5}, excitation.0.amplitude: {from: -200, to: 400}, excitation.1.amplitude: {from: -400, to: 400},excitation.2.amplitude: {from: -4000, to: 4000}, excitation.3.amplitude: {from: -4000, to: 4000}}}}
outputs: {x: {node: 93, direction: x, reduce: drift}, y: {node: 93, direction: y, reduce: drift}}
YAML
run strip
awk -F, 'NR > 1 { n += $2 == "ok"; if ($2 == "ok" && !($11 <= 1e-14 && $12 <= 1e-14)) print } END { if (n < 396) print n, "found" }' strip.csv |
  grep . && say "the strip moves, or has no equilibrium"
no_rest() { # words
  "$chatter" run "$1.yaml" -o none.h5 -f --device cpu 2>errors.txt
  "$chatter" info none.h5 | grep -q no_equilibrium || say "$1 has an equilibrium"
  grep -q "$2" errors.txt || say "$1: $(cat errors.txt)"
}
block slides 0.5 0.4 # tan 0.5 = 0.546
no_rest slides 'no static equilibrium'
study falls 'model: {type: chain, masses: [1, 1], springs: [0, 100]}
reduction: {method: modal}' '{nodes: 1, law: unilateral, gap: 1, normal: x}' '{type: gravity, direction: x, amplitude: 1}' "scheme: moreau, $once" 'x: {node: 1}'
no_rest falls 'nothing holds the body against its loads'
# A belt drags a body on it up to the friction limit.
study belt "$one" '{nodes: 1, law: coulomb, preload: 2, friction: 0.4, wall_velocity: -0.3}' '{type: constant, node: 1, amplitude: 0.1}' \
  "scheme: moreau, $once" 'x: {node: 1}, t: {quantity: tangential_force}'
run belt
expect "belt" "$(tail -1 belt.csv | cut -d, -f5)" -0.007 1e-15
expect "belt's force" "$(tail -1 belt.csv | cut -d, -f6)" -0.8 1e-12
# Drives have their values at t = 0; each trajectory of an ensemble has its own equilibrium.
study swings "$one" '{nodes: 1, law: cubic, cubic_stiffness: 1}' '{node: 1, amplitude: 2, frequency: 1, phase: cos}' "$once" 'x: {node: 1}'
sed -i '$aensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [1, 2]}}}}' swings.yaml
run swings
expect "a cosine's start" "$(sed -n 3p swings.csv | cut -d, -f6)" 0.02 1e-6
for keys in 'displacement: 1, direction: x' 'velocity: 1, direction: x' 'modal: [1]' 'from: stops.h5'; do
  sed "s/static: true/static: true, $keys/" stops.yaml >both.yaml
  "$chatter" check both.yaml >/dev/null 2>errors.txt && say "static and $keys"
  grep -q 'not both' errors.txt || say "static and $keys: $(cat errors.txt)"
done
finish
