#!/usr/bin/env bash
# Invariance of harmonic balance: results do not depend on the time origin (the phase of the loads),
# the order of contacts, the scale of loads if laws have no loads of their own, the units of force,
# length and time, and the direction of the curve. The events of four studies, with backbones and
# Floquet multipliers, are compared in all their numbers.
. "$(dirname "$0")/../../program.sh"
cat >chain.in <<'YAML'
study: backbone
title: Three masses with dashpots and two pads
model: {type: chain, masses: [2@m, 1.2@m, 0.8@m], springs: [1500@k, 900@k, 700@k], dashpots: [0.4@c, 0, 0.9@c]}
contact:
  - {node: 2, law: elastic, tangential_stiffness: 350@k, friction: 0.35, preload: 2@f}
  - {node: 3, law: elastic, tangential_stiffness: 500@k, friction: 0.25, preload: 3@f}
excitation:
  - {node: 1, amplitude: 1@f, phase: cos}
  - {node: 3, amplitude: 0.4@f, phase: cos}
response: {from: 1.2@w, to: 5.5@w, harmonics: 5, points: 5000}
backbone: {methods: [extremum, phase, dnnm], from: 0.05, to: 15}
outputs:
  x: {node: 3}
  y: {node: 1}
  work: {quantity: cycle_dissipation, contact: 0}
  grip: {quantity: stick_fraction, contact: 1}
  force: {quantity: tangential_force, contact: 0, reduce: max}
YAML
cat >pads.in <<'YAML'
study: response
title: Three masses with two pads, multipliers
model: {type: chain, masses: [1@m, 0.5@m, 0.7@m], springs: [1000@k, 800@k, 600@k]}
reduction: {rayleigh: {mass: 0.2@w, stiffness: 1e-4@t}}
contact:
  - {node: 2, law: elastic, tangential_stiffness: 500@k, friction: 0.4, preload: 3@f}
  - {node: 3, law: elastic, tangential_stiffness: 300@k, friction: 0.3, preload: 2@f}
excitation: {node: 1, amplitude: 3.5@f, phase: cos}
response: {from: 1.5@w, to: 8@w, harmonics: 5, points: 4000, stability: floquet}
outputs:
  x: {node: 1}
  y: {node: 3}
  work: {quantity: cycle_dissipation, contact: 1}
YAML
cat >rub.in <<'YAML'
study: response
title: Two masses with set-valued friction under a constant load
model: {type: chain, masses: [1@m, 0.6@m], springs: [1@k, 0.8@k], dashpots: [0.02@c, 0.01@c]}
reduction: {method: modal}
contact: {node: 2, law: coulomb, friction: 0.4, preload: 0.5@f}
excitation:
  - {node: 1, amplitude: 0.5@f, phase: cos}
  - {node: 1, type: constant, amplitude: 0.2@f}
response: {from: 0.05@w, to: 0.3@w, harmonics: 9, static: yes, growth: 0.1}
outputs:
  x: {node: 1}
  y: {node: 2}
YAML
cat >stop.in <<'YAML'
study: response
title: Two masses on a shaken base, before a stop
model: {type: chain, masses: [1@m, 0.6@m], springs: [1@k, 0.8@k], dashpots: [0.02@c, 0.05@c]}
reduction: {method: modal}
contact: {node: 2, law: unilateral, gap: 0.3@l}
excitation: {type: base, direction: x, amplitude: 0.05@a, phase: cos}
response: {from: 0.05@w, to: 0.3@w, harmonics: 7, points: 3000}
outputs:
  x: {node: 1}
  y: {node: 2}
YAML

# in_units STUDY FORCE LENGTH TIME: its numbers in these units. 5@f is a force, @l a length, @t a
# time, @w a frequency, @k a spring, @c a dashpot, @m a mass, @a an acceleration.
in_units() {
  awk -v f="$2" -v l="$3" -v t="$4" '
    BEGIN { by["f"] = f; by["l"] = l; by["t"] = t; by["w"] = 1 / t; by["k"] = f / l; by["c"] = f * t / l; by["m"] = f * t * t / l; by["a"] = l / (t * t) }
    { while (match($0, /[0-9.e-]+@[a-z]/))
        $0 = substr($0, 1, RSTART - 1) sprintf("%.17g", substr($0, RSTART, RLENGTH - 2) * by[substr($0, RSTART + RLENGTH - 1, 1)]) substr($0, RSTART + RLENGTH)
      print }' "$1.in"
}
# run NAME: NAME.yaml to NAME.txt, one line per event with its curve, its word and COLUMN=VALUE for
# all else
run() {
  "$chatter" run "$1.yaml" -o "$1.h5" --force --quiet --device cpu 2>log && "$chatter" export "$1.h5" --force >/dev/null 2>>log || say "$study: $(cat log)"
  awk -F, 'NR == 1 { n = split($0, name) ; for (i = 1; i <= n; i++) at[name[i]] = i; next }
    $at["event"] != "none" { s = $at["curve"] " " $at["event"]; for (i = 3; i <= n; i++) if (name[i] != "curve" && name[i] != "event") s = s " " name[i] "=" $i; print s }' "$1-point.csv" >"$1.txt"
}
# same WHAT "TOLERANCE [OF_FOLDS]" [COLUMN=FACTOR...]: other.yaml is run and must have the events of
# first.txt times these factors. The truncation error is an estimate, for sampled laws by 8 instants
# in a period of its highest harmonic. An extreme of a force lies between two of 4096 instants,
# (π/4096)²/2. A multiplier changes along a flat maximum, whose position is accurate to 1e-8.
# Exactly at a fold `stable` is either value, and unknown if the error of the multiplier, an
# estimate, is too large. Zeros are rounded, as the work of permanent stick.
same() {
  run other
  [ "$1" != downwards ] || turn_round
  paste -d' ' first.txt other.txt | awk -v tolerances="$2" -v factors="${*:3}" '
    function size(x) { return x < 0 ? -x : x }
    BEGIN {
      OFMT = "%.12g"
      if (split(tolerances, tolerance, " ") < 2) tolerance[2] = tolerance[1]
      n = split(factors, word, " "); for (i = 1; i <= n; i++) { split(word[i], of, "="); factor[of[1]] = of[2] } }
    { half = NF / 2
      if ($1 != $(half + 1) || $2 != $(half + 2)) print $1, $2, "and", $(half + 1), $(half + 2)
      for (i = 3; i <= half; i++) {
        split($i, a, "="); split($(half + i), b, "=")
        if (a[1] == "multiplier_error" || a[1] == "stable" && ($2 == "fold" || a[2] == "unknown" || b[2] == "unknown")) continue
        if (a[2] !~ /^-?[0-9]/) { if ($i != $(half + i)) print $2, $i, $(half + i); continue }
        place[++k] = $1 " " $2; name[k] = a[1]; near[k] = tolerance[1 + ($2 == "fold")]
        x[k] = a[2]; y[k] = b[2] / (a[1] in factor ? factor[a[1]] : 1)
        if (size(x[k]) > largest[a[1]]) largest[a[1]] = size(x[k]) } }
    END {
      if (NR < 7) print NR " events"
      for (i = 1; i <= k; i++) {
        d = size(x[i] - y[i]); if (name[i] ~ /_phase$/ && d > 3.2) d = size(d - 8 * atan2(1, 1))
        bound = near[i] * (name[i] == "force" ? 30 : name[i] == "multiplier" ? 10 : 1)
        if (name[i] == "left_out" && bound < 5e-3) bound = 5e-3
        if (!(d <= bound * size(x[i]) + 1e-12 * largest[name[i]])) print place[i], name[i], x[i], y[i] } }' >wrong.txt
  [ -s wrong.txt ] && say "$study, $1: $(wc -l <wrong.txt) differ: $(head -3 wrong.txt)"
}
# A response curve from its other end: the last event comes first, and the former end is no event.
turn_round() {
  sed -i '/^response end/d' first.txt
  { sed '/^response end/d; /^response/!d' other.txt | tac; sed '/^response/d' other.txt; } >x
  mv x other.txt
}
# turned PHASE: first.yaml with another phase of its loads; later N: cos after N of 4096 instants of
# a period
turned() { sed "s/phase: cos/phase: $1/" first.yaml >other.yaml; }
later() { awk -v n="$1" 'BEGIN { printf "%.17g", 8 * atan2(1, 1) * (0.25 - n / 4096) }'; }

# Newton corrections end below 1e-9. Set-valued laws are evaluated at 4096 instants: with phases
# that are multiples of the interval only rounding changes, for others kinks of forces are sampled
# differently by 1/N². The last fold but one of the stop lies where it is barely touched; its error
# is the square root of the distance from there.
for study in chain pads rub stop; do
  in_units $study 1 1 1 >first.yaml
  run first
  turned sin; same "phase sin" 1e-8
  for instants in -341 1331; do turned "$(later $instants)"; same "$instants instants later" 1e-8; done
  turned "$(later 341.5)"; same "between instants" "$(case $study in rub) echo 1e-5 ;; stop) echo 1e-3 ;; *) echo 1e-8 ;; esac)"
  in_units $study 1000 1000 1 >other.yaml; same "loads" 1e-8 x=1e3 y=1e3 work=1e6 force=1e3
  in_units $study 1 1 1000 >other.yaml; same "time" 1e-8 frequency=1e-3
  in_units $study 0.22480894 39.370079 0.016666666666666667 >other.yaml; same "pounds, inches, minutes" 1e-8 \
    frequency=60 x=39.370079 y=39.370079 work=8.8507457 force=0.22480894
  # The second of two contact entries first, with their numbers exchanged.
  sed -E '/law: elastic/ { N; s/(.*)\n(.*)/\2\n\1/ }; s/contact: 0/contact: X/; s/contact: 1/contact: 0/; s/contact: X/contact: 1/' first.yaml >other.yaml
  cmp -s first.yaml other.yaml || same "contacts exchanged" 1e-8
  sed -E 's/(response: \{from: )([^,]*), to: ([^,]*)/\1\3, to: \2/' first.yaml >other.yaml
  same downwards "1e-8 1e-3"
done
finish
