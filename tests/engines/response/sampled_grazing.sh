#!/usr/bin/env bash
# An elastic contact that is barely touched, by samples and by its exact events: where contact
# begins between two samples its force is integrated, so that it has neither a jump nor a kink at a
# sample. Peaks on both sides of the motion that grazes the gap.
. "$(dirname "$0")/../../program.sh"
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0\n2 2 1.3\n' >K.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.0\n2 2 1.0\n' >M.mtx
printf 'eq,node,dof\n1,1,1\n2,1,2\n' >dof.csv
cat >grazing.yaml <<'YAML'
study: response
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: elastic, normal: y, normal_stiffness: 5.0, tangential_stiffness: 1.0, friction: 0.3, gap: 0.3}
excitation: {node: 1, direction: [1, 1, 0], amplitude: 0.05, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 7}
outputs:
  x: {node: 1, direction: y}
  peak: {quantity: peak_amplitude, node: 1, direction: y}
  at: {quantity: peak_frequency}
YAML
sed 's/, tangential_stiffness: 1.0, friction: 0.3//' grazing.yaml >pressed.yaml
# peak STUDY SETTINGS: how the curve ended, the peak, its frequency
peak() {
  "$chatter" run "$1.yaml" -o x.h5 --force --quiet --device cpu --set "response.evaluation=$2" --set "response.samples=$3" 2>log && "$chatter" export x.h5 --force >/dev/null 2>>log || say "$*: $(cat log)"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["status"], $at["response_end"], $at["peak"], $at["at"] }' x.csv
}
# Samples have an error of (2π/N)²/12 of the jumps of the slope, here a dozen at most; measured:
# 8e-5 of the peak with 128.
for study in grazing pressed; do
  exact=$(peak $study exact 0)
  for samples in 128 256 1024; do
    echo "$exact $(peak $study sampled $samples)" | awk -v n=$samples '
      { bound = 40 / n / n; a = $7 / $3 - 1; f = $8 / $4 - 1
        if ($5 " " $6 != "ok end_of_range" || !(a * a <= bound * bound) || !(f * f <= bound * bound)) print n " samples: " $0 }' >wrong.txt
    [ -s wrong.txt ] && say "$study: $(cat wrong.txt)"
  done
done
finish
