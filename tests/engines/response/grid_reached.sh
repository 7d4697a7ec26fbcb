#!/usr/bin/env bash
# A response curve that ends early has values on response.grid for the part that it reached, equal
# to those of the same curve with room enough, and none beyond. The figure of quantiles says so.
. "$(dirname "$0")/../../program.sh"

cat > all.yaml << 'END'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 8, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact: {node: 2, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 190, to: 340, harmonics: 3, points: 3000, grid: [195, 335, 57]}
outputs:
  tip: {node: RIGHT}
END
sed 's/points: 3000/points: 60/' all.yaml > some.yaml
for name in all some; do
  "$chatter" run $name.yaml -o $name.h5 --force -q > $name.txt 2>&1
  "$chatter" export $name.h5 -o $name --force > /dev/null 2>&1 || say "export $name"
done
grep -q ',ok,' all.csv || say "the whole curve: $(tail -1 all.csv)"
grep -q ',event_overflow,' some.csv || say "the short curve: $(tail -1 some.csv)"
# Below the last point but one the pieces of the curve, and so the cubics, are the same: equal
# digits.
awk -F, '
  FNR == 1 { file++; for (i = 1; i <= NF; i++) at[file, $i] = i; next }
  file == 1 { before = last; last = $at[1, "frequency"]; next }
  file == 2 { low[FNR] = $at[2, "tip_lower"]; high[FNR] = $at[2, "tip_upper"]; next }
  { f = $at[3, "grid_frequency"]; is = $at[3, "tip_lower"] " " $at[3, "tip_upper"]; lost = is == "nan nan" }
  f < before { reached++; if (is != low[FNR] " " high[FNR]) print f, is, "not", low[FNR], high[FNR] }
  f > last { beyond++; if (!lost) print f, is, "beyond", last }
  END { if (reached < 5 || beyond < 5) print reached, "reached", beyond, "beyond" }
' some-point.csv all-grid_frequency.csv some-grid_frequency.csv > wrong.txt
[ ! -s wrong.txt ] || say "$(head -5 wrong.txt)"

command -v gnuplot > /dev/null || finish
"$chatter" plot some.h5 -o some.svg --set plot.kind=quantiles > log.txt 2>&1 || say "figure: $(tail -1 log.txt)"
grep -qF "1 of them ended early: what they reached counts" some.gp || say "the figure does not say that the curve ended early"
finish
