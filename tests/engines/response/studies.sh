# shellcheck shell=bash
# Sourced by tests of harmonic balance behind program.sh: what several of them have in common.

# columns TABLE NAME...: these columns of a CSV table, separated by blanks; "-" for a missing one
columns() {
  awk -F, -v names="${*:2}" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
    { for (i = 1; i <= n; i++) printf "%s%s", name[i] in at ? $at[name[i]] : "-", i < n ? " " : "\n" }' "$1"
}
# curves NAME STUDY "COLUMN..." [options]: runs a study; NAME.csv: these columns of every point
curves() {
  { "$chatter" run "$2" -o "$1.h5" --force --quiet --device cpu "${@:4}" && "$chatter" export "$1.h5" --force; } >output.txt 2>&1 || say "$1: $(cat output.txt)"
  # shellcheck disable=SC2086 # words
  columns "$1-point.csv" $3 >"$1.csv"
}
# in_time "INTEGRATOR" <STUDY: converts a study of responses at the input `frequency` to one of time
# steps
in_time() {
  sed -e '/^response/d' -e 's/^study.*/study: transient/' -e 's/phase: cos/phase: cos, frequency: 1/' -e 's/cycle_dissipation/dissipation/' \
    -e "s/^inputs.*/inputs: {frequency: excitation.0.frequency}\nintegrator: {$1}/"
}

# duffing "RESPONSE": x'' + 0.05 x' + x + x³ = 0.1 cos ωt, from below the resonance to above it, over two folds
duffing() {
  cat <<YAML
study: response
title: Duffing oscillator
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.025}
contact: {nodes: 1, law: cubic, cubic_stiffness: 1.0}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.1, to: 0.3, $1}
outputs:
  amplitude: {node: 1}
YAML
}
# oscillator NAME CONTACT RESPONSE: NAME.yaml, 1 kg on 100 N/m under 3 N with a contact, from 0.5 Hz on
oscillator() {
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact:
  - {node: 1, $2}
excitation: {node: 1, amplitude: 3}
response: {from: 0.5, $3}
outputs: {x: {node: 1}}
YAML
}
# before_stop "RESPONSE": a mass that does not reach its rigid stop
before_stop() {
  cat <<YAML
study: response
title: A mass before a stop
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: unilateral, gap: 1.0}
excitation: {node: 1, amplitude: 0.01, phase: cos}
response: {from: 0.1, to: 0.12, $1}
outputs:
  amplitude: {node: 1}
YAML
}
# chain_and_stop "LOADS" <OUTPUTS: a chain whose massless end hits a stop, under two given loads and
# others, one per line
chain_and_stop() {
  cat <<YAML
study: response
model: {type: chain, masses: [1.0, 2.0, 1.0e-9], springs: [100.0, 200.0, 400.0]}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.02}
contact: {nodes: 3, law: unilateral, normal: -x, gap: 0.02}
excitation:
  - {node: 1, amplitude: 1.0, phase: cos}
  - {node: 2, amplitude: 0.7, phase: 0.4}$1
response: {from: 0.3, to: 1.2, harmonics: 30, at: 0.8}
inputs: {frequency: response.at}
outputs:
$(cat)
YAML
}
# refused_with STUDY SED WHAT: the study changed by the sed script must be refused with these words
refused_with() {
  sed "$2" "$1.yaml" >refused.yaml
  "$chatter" run refused.yaml -f -q --device cpu -o refused.h5 >message 2>&1 && say "not refused: $3"
  grep -qF "$3" message || say "$3: $(cat message)"
}
