#!/usr/bin/env bash
# Free bodies whose mean position only contacts hold: with the static harmonic the balance is solved
# by the stiffness of the contacts. Compared with the same bodies on very soft springs that hold
# their mean, in states and forces; with exact means; and with integration in time (--verify).
# Motions that no contact holds are refused.
. "$(dirname "$0")/../../program.sh"
# chain SPRING LAW
chain() {
  cat <<YAML
study: response
model: {type: chain, masses: [1.0, 0.6, 0.8], springs: [$1, 1.0, 2.0], dashpots: [0.0, 0.08, 0.06]}
reduction: {method: $3, rayleigh: {mass: 0.05}}
contact: {node: 1, $2}
excitation:
  - {node: 3, amplitude: 0.1, phase: cos}
  - {node: 2, type: constant, amplitude: -0.1}
response: {from: 0.03, to: 0.2, harmonics: 15, at: 0.2}
inputs: {frequency: response.at}
outputs:
  top: {node: 1, reduce: max}
  bottom: {node: 1, reduce: min}
  mean: {node: 3, reduce: mean}
  force: {quantity: normal_force, contact: 0, reduce: mean}
YAML
}
printf 'sample_id,frequency\na,0.06\nb,0.1\nc,0.2\n' >samples.csv
both() { # NAME LAW METHOD SPRING
  chain 0.0 "$2" "$3" >"$1-free.yaml"
  chain "$4" "$2" "$3" >"$1-held.yaml"
  for name in "$1-free" "$1-held"; do "$chatter" eval "$name.yaml" -i samples.csv -o "$name.csv" --quiet --device cpu 2>log || say "$name: $(cat log)"; done
  without_stability "$1-free.csv" "$1-held.csv"
  # Such a spring changes a body of about 1 kg on springs of about 1 N/m by its stiffness in N/m,
  # near resonance by ten times that.
  paste -d, "$1-free.csv" "$1-held.csv" | awk -F, -v spring="$4" '
    NR > 1 { half = NF / 2; n++; if ($2 != "ok" || $(half + 2) != "ok") print $0
      for (i = 3; i <= half; i++) if ($i ~ /^-?[0-9]/) { d = $i - $(half + i); if (!(d * d <= 100 * spring * spring)) print $1, i, $i, $(half + i) } }
    END { if (n != 3) print n " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "$1: $(cat wrong.txt)"
}
both elastic 'law: elastic, normal_stiffness: 2.0, preload: 0.3' modal 1.0e-7
both gap 'law: elastic, normal_stiffness: 2.0, gap: 0.05' modal 1.0e-7
both stop 'law: unilateral, gap: 0.05' 'massless_craig_bampton, modes: 2' 1.0e-5
# In permanent contact the mean is that of statics: 0.4 N, of which 0.3 N are the preload, on 2 N/m.
awk -F, '$1 == "a" { if (!(($6 - 0.4) ^ 2 < 1e-18)) print "force " $6; if (!(($3 + $4) / 2 + 0.05 < 1e-9 && ($3 + $4) / 2 + 0.05 > -1e-9)) print "mean " ($3 + $4) / 2 }' elastic-free.csv >wrong.txt
[ -s wrong.txt ] && say "exact: $(cat wrong.txt)"
# In time (the truncation error of 15 harmonics for a contact that opens is 1e-4), with the mean
# position of the rigid body from the contacts.
chain 0.0 'law: elastic, normal_stiffness: 2.0, preload: 0.3' modal | sed 's/at: 0.2/at: 0.1/' >time.yaml
"$chatter" run time.yaml -o time.h5 --force --verify --device cpu >output.txt 2>&1 || say "in time: $(cat output.txt)"
awk '$2 == "response" { n++; a = $(NF - 5); b = $(NF - 2); if (!(a < 0.02 && a > -0.02 && b < 0.02 && b > -0.02)) print } END { if (n < 1) print n " states" }' output.txt >wrong.txt
[ -s wrong.txt ] && say "in time: $(cat wrong.txt)"
chain 0.0 'law: elastic, tangential_stiffness: 0, normal_stiffness: 2.0' modal | sed 's/springs: \[0.0, 1.0, 2.0\]/springs: [0.0, 1.0, 0.0]/; s/dashpots: .*}/dashpots: [0.0, 0.08, 0.0]}/' >loose.yaml
"$chatter" check loose.yaml >output.txt 2>&1 && say "a loose body is not refused"
grep -q 'loose.yaml:.*: the model has rigid-body motions that no contact holds along its normal or by a spring' output.txt || say "refused otherwise: $(cat output.txt)"
finish
