#!/usr/bin/env bash
# Scaling of units: no law and no iteration may depend on them. Each contact law in units of mass,
# length and time that are 1e-12 and 1e12 times the usual ones. The curve ends as before, with the
# state there and at the peak in these units.
. "$(dirname "$0")/../../program.sh"
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0@k\n2 2 1.3@k\n' >K.in
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0@m\n2 2 1.0@m\n' >M.in
printf 'eq,node,dof\n1,1,1\n2,1,2\n' >dof.csv
# law NAME CONTACT [MODEL REDUCTION NODE DRIVE] >NAME.in
law() {
  cat >"$1.in" <<YAML
study: response
model: ${3:-{type: chain, masses: [1.0@m, 0.5@m], springs: [1.0@k, 2.0@k], dashpots: [0.06@c, 0.04@c]\}}
reduction: ${4:-{method: modal\}}
contact: {$2}
excitation: {${6:-node: 1}, amplitude: 0.1@f, phase: cos}
response: {from: 0.06@w, to: 0.26@w, harmonics: 5, growth: 0.1}
outputs:
  state: {${5:-node: 2}}
  peak: {quantity: peak_amplitude, ${5:-node: 2}}
  at: {quantity: peak_frequency}
YAML
}
plane=('{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}' '{method: modal, rayleigh: {mass: 0.05@w, stiffness: 0.04@t}}' 'node: 1, direction: y' 'node: 1, direction: [1, 1, 0]')
massless=('{type: chain, masses: [1.0@m, 0.0], springs: [1.0@k, 20.0@k]}' '{method: massless_craig_bampton, modes: 1, rayleigh: {mass: 0.04@w}}' 'node: 1')
law stop 'node: 2, law: unilateral, normal: -x, gap: 0.1@l' "${massless[@]}"
law stop_with_mass 'node: 2, law: unilateral, gap: 0.1@l'
law friction 'nodes: 1, law: friction, normal: y, friction: 0.1, preload: 0.3@f' "${plane[@]:0:2}" 'node: 1, direction: x' "${plane[3]}"
law coulomb 'node: 2, law: coulomb, friction: 0.3, preload: 0.2@f'
law elastic 'node: 2, law: elastic, tangential_stiffness: 1.0@k, friction: 0.3, preload: 0.2@f'
law gap 'node: 2, law: elastic, normal_stiffness: 1.0@k, gap: 0.05@l'
law both 'nodes: 1, law: elastic, normal: y, normal_stiffness: 1.0@k, tangential_stiffness: 1.0@k, friction: 0.3, preload: 0.05@f' "${plane[@]}"
law cubic 'node: 2, law: cubic, cubic_stiffness: 1.0@q'

# in_units FILE MASS LENGTH TIME
in_units() {
  awk -v m="$2" -v l="$3" -v t="$4" '
    BEGIN { f = m * l / (t * t); by["m"] = m; by["l"] = l; by["t"] = t; by["f"] = f; by["w"] = 1 / t; by["k"] = f / l; by["c"] = f * t / l; by["q"] = f / l / l / l }
    { while (match($0, /[0-9.e-]+@[a-z]/))
        $0 = substr($0, 1, RSTART - 1) sprintf("%.17g", substr($0, RSTART, RLENGTH - 2) * by[substr($0, RSTART + RLENGTH - 1, 1)]) substr($0, RSTART + RLENGTH)
      print }' "$1.in"
}
# run NAME MASS LENGTH TIME: status, how the curve ended, the last frequency and displacement, those
# of the peak
run() {
  in_units "$1" "${@:2}" >study.yaml
  in_units K "${@:2}" >K.mtx
  in_units M "${@:2}" >M.mtx
  "$chatter" run study.yaml -o study.h5 --force --quiet --device cpu 2>log && "$chatter" export study.h5 --force >/dev/null 2>>log || say "$*: $(cat log)"
  { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["status"], $at["response_end"], $at["at"], $at["peak"] }' study.csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["frequency"], $at["state"] }' study-point.csv; } | tr '\n' ' '
}
# Newton corrections end below 1e-9, and the positions of intermediate steps depend on rounding by
# their number. The position of a peak is accurate to the square root of rounding. For set-valued
# friction the slope of the amplitude jumps wherever one of 4096 samples begins to slip, and its
# peak is one of these points, up to 1e-4 apart where it is flat; with an amplification of 15 the
# amplitude there differs by (15e-4)² / 2.
for name in stop stop_with_mass friction coulomb elastic gap both cubic; do
  usual=$(run $name 1 1 1)
  [ "${usual%% [0-9]*}" = "ok end_of_range" ] || say "$name: $usual"
  for size in 1e-12 1e12; do
    for unit in "$size 1 1" "1 $size 1" "1 1 $size"; do
      # shellcheck disable=SC2086 # three numbers
      echo "$usual $(run $name $unit) $unit" | awk '
        function far(x, y, by) { return !((x / y - 1) ^ 2 <= by * by) }
        { near = "'$name'" == "friction"; l = $(NF - 1); t = $NF
          if ($7 " " $8 != "ok end_of_range" || far($9 * t, $3, near ? 1e-4 : 1e-7) || far($10 / l, $4, near ? 1.2e-6 : 1e-8) || far($11 * t, $5, 1e-12) || far($12 / l, $6, 1e-8)) print }' >wrong.txt
      [ -s wrong.txt ] && say "$name in units of $unit: $(cat wrong.txt)"
    done
  done
done
finish
