#!/usr/bin/env bash
# The figures of the blade and of the plate by one command each (models/blade/make_figures,
# models/plate/make_figures): all exist, and have the numbers of their README files.
. "$(dirname "$0")/../../program.sh"
need_deck blade/convergence-massless.yaml
command -v gnuplot >/dev/null || skip "gnuplot is not installed"
for model in blade plate; do
  CHATTER=$chatter "$models/$model/make_figures" "$model" --device cpu >"$model.txt" 2>errors.txt || say "$model: $(cat errors.txt)"
done
for figure in blade/figure10 blade/figure11 blade/figure12 plate/levels; do
  { [ -s $figure.svg ] && [ -s $figure.png ]; } || say "no $figure"
done
[ -s plate/nonperiodic.png ] || say "no plate/nonperiodic"
ratio() { sed -n "$1p" blade/summary.csv | cut -d, -f4; }
expect "ratio of stable steps, linear" "$(ratio 2)" 18.5 6.5 # the notes: 12 to 25
expect "ratio of steps that stay bounded" "$(ratio 3)" 18.5 6.5
expect "ratio of steps for 1 %" "$(ratio 4)" 10 5 # 5 to 15
# Times have a lower bound only, that of the steps: the cost of a step depends on the machine.
awk -v x="$(ratio 5)" 'BEGIN { exit !(x > 10) }' || say "ratio of computing times: $(ratio 5)"
awk -F, '$1 == "moreau-0.9" && $2 == 128000 { exit !($4 < 0.01) }' blade/errors.csv || say "e = 0.9 does not agree with massless"
# The smallest error of a mass-carrying run with e = 0.99 stays above 1e-3 (Monjaraz-Tec et al.
# 2022: 8e-3); for massless ones it falls below 1e-4.
awk -F, '$1 == "moreau" && $3 > 0 && $3 < 1e-3 { exit 1 }' blade/errors.csv || say "e = 0.99 converges"
awk -F, '$1 == "massless" && $3 > 0 && $3 < 1e-4 { found = 1 } END { exit !found }' blade/errors.csv || say "massless does not converge"
grep -q 'every other period of the upper branch differ from 1\.01[78][0-9] to 1\.02[89][0-9] f_1' plate.txt || say "$(tail -2 plate.txt)"
finish
