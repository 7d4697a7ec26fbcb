#!/usr/bin/env bash
# A body that leans against a moving wall is drawn into it by friction, and wedges: above a friction
# coefficient given by its stiffness (K_tt / |K_nt|) the wall carries it along without bound. This
# is status `diverged` with the time at which it exceeded the limit, beside trajectories that stay
# bounded: a strut of one mass (Moreau), compared with its closed form, a cantilever (leapfrog), a
# blade with a twist of 25°.
. "$(dirname "$0")/../../program.sh"
friction() { echo "ensemble: {design: {type: grid, parameters: {contact.friction: {values: [$1]}}}}"; }
statuses() { tail -n +2 "$1.csv" | cut -d, -f2 | tr '\n' ' '; }

# Stiffness 1000 N/m along 20° from the normal, 10 N/m across; pressed by P = 1 N, the wall moves at
# v = 0.5 m/s. While it slides, x" = a² x + μ P with a² = μ K_nt - K_tt; from x' = v on it moves
# with the wall. Its first coordinate is x cos 20°.
awk 'BEGIN { s = sin(atan2(0, -1) / 9); c = cos(atan2(0, -1) / 9)
  printf "%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 %.17g\n2 1 %.17g\n2 2 %.17g\n", 1000*s*s+10*c*c, 990*s*c, 1000*c*c+10*s*s }' >K.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 2 1\n' >M.mtx
printf 'eq,node,dof\n1,1,x\n2,1,y\n' >dof.csv
cat >strut.yaml <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}
reduction: {method: modal}
contact: {nodes: 1, law: friction, normal: y, tangent: x, tangents: 1, wall_velocity: 0.5, friction: 0.4}
excitation: {type: constant, node: 1, direction: -y, amplitude: 1}
integrator: {scheme: moreau, step: 1e-4, duration: 20, divergence: 1.5}
inputs: {mu: contact.friction}
outputs: {x: {node: 1, direction: x, reduce: max}}
YAML
cp strut.yaml struts.yaml && friction '0.1, 0.3, 0.39, 0.4, 0.42, 0.5, 0.8' >>struts.yaml # K_tt / K_nt = 0.3954
tabulate struts
# Divergence is checked every 64 steps; with the law of Moreau at the end of a step the sticking
# begins up to a few steps off. Bounded motions reach twice their static displacement, with an error
# of first order too.
awk -F, 'function asinh(x) { return log(x + sqrt(x * x + 1)) }
  NR > 1 {
    s = sin(atan2(0, -1) / 9); c = cos(atan2(0, -1) / 9); tt = 1000*s*s + 10*c*c; nt = 990*s*c; mu = $5; d = mu * nt - tt; dt = 1e-4
    if (d < 0) { x = -2 * mu / d; if ($2 != "ok" || $3 < 20 - 1e-9 || !(($6 / x - 1)^2 < 1e-4)) print "stays:", $0, x; next }
    a = sqrt(d); t = asinh(0.5 * a / mu) / a; x = mu / d * (sqrt(1 + (0.5 * a / mu)^2) - 1); t += (1.5 / c - x) / 0.5
    if ($2 != "diverged" || $6 != "nan" || !($3 >= t - 10 * dt && $3 <= t + 74 * dt)) print "wedges:", $0, t
  }' struts.csv >told
[ ! -s told ] || say "$(head -3 told)"
printf 'sample_id,mu\nfree,0.3\nwedged,0.5\nslow,0.39\n' >samples.csv
"$chatter" eval strut.yaml -i samples.csv -o out.csv -f -q --device cpu 2>errors.txt || say "eval: $(cat errors.txt)"
[ "$(cut -d, -f1,2 out.csv | tr '\n' ' ')" = 'sample_id,status free,ok wedged,diverged slow,ok ' ] || say "eval: $(cat out.csv)"
grep -qi '^wedged,diverged,nan' out.csv || say "eval gives a number where it diverged: $(grep wedged out.csv)"

# A cantilever of plane elements that meets a wall at 20°: stiffness along it EA/L, across 3EI/L³ =
# EA/L h²/4L²; K_tt / |K_nt| = 0.372.
cat >lean.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 12, elements_across: 2, clamped: left}
reduction: {method: macneal, modes: 6, damping: 0.01}
contact: {nodes: 38, law: friction, normal: [-0.9396926207859084, 0.3420201433256687, 0], tangent: [0.3420201433256687, 0.9396926207859084, 0], gap: -1e-7, wall_velocity: -0.2}
excitation: {node: 38, direction: y, amplitude: 0, frequency: 400}
integrator: {scheme: leapfrog, step: 2e-6, duration: 0.1, divergence: 5e-3}
outputs:
  slip: {quantity: slip_velocity, reduce: series, every: 64, trajectories: [0, 1, 2, 3, 4, 5]}
  tip: {node: 38, direction: y, reduce: series, every: 64, trajectories: [0, 1, 2, 3, 4, 5]}
YAML
friction '0.1, 0.3, 0.36, 0.39, 0.5, 0.8' >>lean.yaml
tabulate lean --lanes 1
[ "$(statuses lean)" = 'ok ok ok diverged diverged diverged ' ] || say "a leaning cantilever: $(cat lean.csv)"
cp lean.csv one.csv && cp lean-series-tip_sample.csv one-tip.csv
# In stick its tip has the velocity of the wall along y, 0.2 cos 20°, except for the elasticity of
# the tip, which the growing force bends.
for i in 3 4 5; do
  awk -F, -v i=$i '$1 == i && $3 == $3 + 0 && $3 != "nan" { x[++n] = $3; t[n] = $4 } END { print (x[n] - x[n - 99]) / (t[n] - t[n - 99]) }' lean-series-tip_sample.csv >speed
  expect "speed of the wedged tip, trajectory $i" "$(cat speed)" -0.187938 1e-4
done
for how in '--lanes 4' '--lanes 8' '--device device_sim' '--batch 2 --chunk 100'; do
  # shellcheck disable=SC2086
  { [ "${how#--lanes}" = "$how" ] || "$chatter" run lean.yaml -o lean.h5 -f -q --device cpu $how 2>/dev/null; } || continue # not in this build
  # shellcheck disable=SC2086
  tabulate lean $how
  { cmp -s lean.csv one.csv && cmp -s lean-series-tip_sample.csv one-tip.csv; } || say "other bits, $how"
done
tabulate lean --set integrator.step=1e-6 # when it happens does not depend on the step: 64 of the larger one and as many of the smaller
paste -d, <(cut -d, -f2,3 one.csv) <(cut -d, -f2,3 lean.csv) | awk -F, 'NR > 1 && !($1 == $3 && ($2 - $4) ^ 2 < 2e-4 ^ 2)' >told
[ ! -s told ] || say "half the step: $(head -3 told)"

# The formula of the blade with 40° + 25° ζ and no lean: within five revolutions the casing draws it
# in from μ = 0.2 on.
if command -v ccx >/dev/null && grep -q calculix "$models/blade/transient.yaml"; then
  sed 's/(40 + 8 \* zeta)/(40 + 25 * zeta)/; s/tan(-10 \* pi/tan(0 * pi/' "$models/blade/mesh.awk" >mesh.awk
  awk -f mesh.awk >blade.inp && cp "$models/blade/transient.yaml" blade.yaml && friction '0.05, 0.1, 0.2, 0.3' >>blade.yaml
  tabulate blade --set integrator.divergence=0.1 --set 'outputs={tip: {node: LEADING_TIP, direction: z, reduce: half_peak_to_peak}}'
  [ "$(statuses blade)" = 'ok ok diverged diverged ' ] || say "a blade with a twist of 25°: $(cat blade.csv)"
  awk -F, 'NR > 1 && $2 == "diverged" && !($3 > 0 && $3 < 5 / 156.06)' blade.csv | grep . && say "no time of divergence"
fi
finish
