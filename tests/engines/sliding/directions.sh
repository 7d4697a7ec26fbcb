#!/usr/bin/env bash
# Outputs of the slider include the motion of its guide, in any direction: along an oblique one and
# in sums they are the components of those along x and y; and the quantities of the contact are
# those of its node.
. "$(dirname "$0")/../../program.sh"
sed -e '/^inputs:/,$d' -e 's/duration: 3.13/duration: 0.002/' "$models/beam-on-beam/slide.yaml" >directions.yaml
cat >>directions.yaml <<'TEXT'
outputs:
  x: {quantity: displacement, node: slider.1, direction: x}
  y: {quantity: displacement, node: slider.1, direction: y}
  up: {quantity: displacement, node: slider.1, direction: [1, 1, 0]}
  down: {quantity: displacement, node: slider.1, direction: [1, -1, 0]}
  back: {quantity: displacement, node: slider.1, direction: -x}
  guide: {quantity: displacement, node: slider.227, direction: x}
  sum: {quantity: displacement, sum: [{node: slider.1, direction: x, weight: 2}, {node: slider.227, direction: x, weight: -3}]}
  vx: {quantity: velocity, node: slider.1, direction: x}
  vy: {quantity: velocity, node: slider.1, direction: y}
  vup: {quantity: velocity, node: slider.1, direction: [1, 1, 0]}
  cvx: {quantity: contact_velocity}
  cvy: {quantity: contact_velocity_y}
  cx: {quantity: contact_x}
  cy: {quantity: contact_y}
  arc: {quantity: contact_arc}
  slip: {quantity: slip_velocity}
  tx: {quantity: displacement, sum: [{node: target.21, direction: x, weight: 0.8}, {node: target.24, direction: x, weight: 0.2}]}
TEXT
"$chatter" eval directions.yaml -o row.csv --quiet --device cpu || say "eval fails"
# The last recorded step is n = 39999; displacements are those at t_n, the position of the contact
# at t_{n+1}: 0.03 m/s 5e-8 s = 1.5e-9 m later. Sums of numbers of 1e-4 m in different orders: 1e-18
# m at most; velocities are their differences over 5e-8 s.
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  function v(name) { return $at[name] }
  function near(what, x, y, tolerance) { if (!(x - y <= tolerance && y - x <= tolerance)) { printf "%s: %.17g is not %.17g\n", what, x, y; bad = 1 } }
  {
    if ($2 != "ok") { print; bad = 1 }
    half = sqrt(0.5)
    near("guide", v("guide"), 0.03 * (0.002 - 5e-8), 1e-18)
    near("up", v("up"), half * (v("x") + v("y")), 1e-18); near("down", v("down"), half * (v("x") - v("y")), 1e-18)
    near("back", v("back"), -v("x"), 1e-18); near("sum", v("sum"), 2 * v("x") - 3 * v("guide"), 1e-18)
    near("vup", v("vup"), half * (v("vx") + v("vy")), 1e-11)
    near("cvx", v("cvx"), v("vx"), 1e-11); near("cvy", v("cvy"), v("vy"), 1e-11)
    near("cx", v("cx"), 0.006 + v("x") + 5e-8 * v("vx"), 1e-16); near("cy", v("cy"), 0.002 + v("y") + 5e-8 * v("vy"), 1e-16)
    # over the element between nodes 21 and 24, 6 to 7 mm, with a strain of 1e-9
    near("arc", v("arc"), v("cx") - v("tx"), 1e-9)
    # C relative to the target, which moves by some 1e-5 m/s at C, on a slope of 1e-4
    near("slip", v("slip"), v("vx"), 1e-5)
    rows++
  }
  END { exit bad || rows != 1 }' row.csv >errors.txt || say "$(cat errors.txt)"
finish
