#!/usr/bin/env bash
# The compatibility table of laws in the reference, cell by cell: a small study of each law on a
# massless boundary and on one with mass is accepted or refused according to the table, with the
# reason of its footnote.
. "$(dirname "$0")/../program.sh"
"$chatter" schema --markdown | sed -n '/^### What works with which law/,/^## /p' >page
grep '^| `' page >laws
reason() { sed -n "s/^$1\. //p" page; }

keys_of() {
  case $1 in
    unilateral) echo "gap: 1e-5" ;;
    friction) echo "gap: 1e-5, friction: 0.3, tangents: 1" ;;
    coulomb) echo "friction: 0.3, preload: 1, tangents: 1" ;;
    elastic) echo "tangential_stiffness: 1e5, normal_stiffness: 1e5, friction: 0.3, preload: 1, tangents: 1" ;;
    cubic) echo "cubic_stiffness: 1e12" ;;
    kelvin_voigt) echo "gap: 1e-5, normal_stiffness: 1e5, normal_damping: 1" ;;
    polynomial) echo "powers: [1, 3], coefficients: [1e4, 1e12]" ;;
    dashpot) echo "normal_damping: 1" ;;
    tanh_friction) echo "friction: 0.3, preload: 1, velocity_scale: 1e-2, tangent: x" ;;
    bouc_wen) echo "stiffness: 1e3, alpha: 0.5, beta: 1, gamma: 1, tangent: x" ;;
    iwan) echo "limit_force: 5, tangential_stiffness: 1e5, chi: -0.5, beta: 0.3, sliders: 4, tangent: x" ;;
    spring) echo "gap: 1e-5, normal_stiffness: 1e5" ;;
    *) say "law $1 of the table has no study in this test" ;;
  esac
}

# The rest of a study for the engine of a column.
rest_of() {
  local load="excitation: {node: 10, direction: y, amplitude: 0.05" outputs="outputs: {y: {node: 10, direction: y}}"
  case $1 in
    "transient leapfrog") printf '%s\n' "study: transient" "$load, frequency: 50}" "integrator: {scheme: leapfrog, step: 1e-7, duration: 1e-5}" "$outputs" ;;
    "transient moreau") printf '%s\n' "study: transient" "$load, frequency: 50}" "integrator: {scheme: moreau, step: 1e-7, duration: 1e-5}" "$outputs" ;;
    regimes) printf '%s\n' "study: regimes" "$load, frequency: 50, phase: cos}" "regimes: {cycles: 20, window: 5}" "outputs: {r: {quantity: regime}}" ;;
    response*) printf '%s\n' "study: response" "$load}" "response: {from: 20, to: 22, harmonics: 1, stability: floquet}" "$outputs" ;;
    backbone) printf '%s\n' "study: backbone" "$load}" "response: {from: 20, to: 22, harmonics: 1}" "backbone: {methods: [phase], to: 2}" "$outputs" ;;
    *) say "column $1 of the table is not tried in this test" ;;
  esac
}
study() { # column, law, method
  { rest_of "$1"
    echo "model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 4, elements_across: 1, clamped: left}"
    echo "reduction: {method: $3, modes: 4, damping: 0.01}"
    echo "contact: {nodes: 10, law: $2, normal: -y, $(keys_of "$2")}"; } >cell.yaml
}

# Returns 0: accepted, 1: refused, 2: neither, the study itself is wrong.
is_taken() { # column, law, boundary's method
  study "$1" "$2" "$3"
  case $1 in
    *multipliers) "$chatter" check cell.yaml >message 2>&1 || return 2; grep -q "by Floquet multipliers" message ;;
    *verify*) "$chatter" run cell.yaml --verify -q -f --device cpu -o cell.h5 >message 2>&1 || return 2; ! grep -q "not integrated" message ;;
    *) "$chatter" check cell.yaml >message 2>&1; case $? in 0) ;; 3) return 1 ;; *) return 2 ;; esac ;; # 3: a study that is refused
  esac
}
try() { # column, law, cell
  local number numbers=${3#*(} method expected code found
  for method in macneal craig_bampton; do
    case "$3 $method" in yes*|massless*macneal|with*craig_bampton) expected=0 ;; *) expected=1 ;; esac
    is_taken "$1" "$2" "$method"
    code=$?
    [ $code = $expected ] || { say "$1, law $2, $method: $code, but the table has '$3': $(head -3 message)"; continue; }
    [ $expected = 0 ] && continue
    found=
    for number in $(echo "${numbers%)*}" | tr -d ,); do grep -qF "$(reason "$number")" message && found=1; done
    case $1 in *multipliers) found=1 ;; esac # `check` reports it in other words
    [ "$found" ] || say "$1, law $2, $method: refused for another reason than '$3': $(cat message)"
  done
}

IFS='|' read -ra titles < <(sed -n 's/`//g; s/^| law |//p' page)
while IFS='|' read -r _ law rest; do
  law=$(echo "$law" | tr -d '` ')
  IFS='|' read -ra cells <<<"$rest"
  for i in "${!titles[@]}"; do
    title=$(echo ${titles[i]}) cell=$(echo ${cells[i]})
    [ "$title" ] && try "$title" "$law" "$cell" && tried=$((${tried:-0} + 1))
  done
done <laws
cells=$(($(wc -l <laws) * $(sed -n "s/^| law |//p" page | tr -cd "|" | wc -c)))
[ "$cells" -ge 24 ] && [ "${tried:-0}" = "$cells" ] || say "${tried:-0} of $cells cells were tried"
finish
