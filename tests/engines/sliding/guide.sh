#!/usr/bin/env bash
# The guide of sliding bodies by a drive added to its velocity. Three masses in a row are drawn over
# a rigid level path, compared with a Runge-Kutta method in the global frame, without inertial
# forces (guide_in_time.py): orders in the step; sines from tables; a constant drive; the return,
# and its end. A rod of finite elements is stretched by its inertia. Noise, with rough surfaces:
# threads, chunks, lanes, shards, restarts.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../../program.sh"
matrix() { # file rows row,column,value...
  { printf '%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n' "$2" "$2" $(($# - 2)) && printf '%s\n' "${@:3}" | tr , ' '; } >"$1"
}
matrix K.mtx 6 1,1,1000 5,1,-1000 5,5,3000 5,3,-2000 3,3,2000 2,2,4000 6,2,-4000 6,6,9000 6,4,-5000 4,4,5000
matrix M.mtx 6 1,1,0.02 5,1,0.01 5,5,0.04 5,3,0.01 3,3,0.02 2,2,0.02 6,6,0.03 4,4,0.02
matrix k.mtx 2 1,1,1e4 2,2,1e4
matrix m.mtx 2 1,1,0.1 2,2,0.1
printf 'eq,node,dof\n1,1,x\n2,1,y\n3,2,x\n4,2,y\n5,3,x\n6,3,y\n' >dof.csv
printf 'id,x,y,z,sets\n1,0,0.1,0,GUIDE\n2,0,0,0,TIP\n3,0,0.05,0,MIDDLE\n' >nodes.csv
printf 'eq,node,dof\n1,4,x\n2,4,y\n' >path_dof.csv
printf 'id,x,y,z,sets\n1,0,0,0,PATH\n2,0.04,0,0,PATH\n3,0.1,0,0,PATH\n4,0,-1,0,REST\n' >path_nodes.csv
cat >row.yaml <<'TEXT'
study: sliding
slider:
  model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}
  reduction: {method: craig_bampton, modes: 2, rayleigh: {mass: 0, stiffness: 0}}
  contact: TIP
  guide: GUIDE
  start: 0.02
  velocity: 0.5
  velocity_drive: sine
  preload: 1
  friction: 0
target:
  model: {type: matrices, stiffness: k.mtx, mass: m.mtx, dof: path_dof.csv, nodes: path_nodes.csv}
  reduction: {method: craig_bampton, modes: 1}
  path: PATH
sliding: {duration: 0.1, step: 1.0e-4}
drives:
  sine: {type: harmonic, frequency: 20, phase: 0.5, factor: 0.2}
  still: {type: constant}
  sampled: {file: sampled.csv}
  cubic: {file: sampled.csv, interpolation: cubic}
outputs:
  guide: {quantity: displacement, node: slider.1, direction: x, reduce: series}
  x: {quantity: displacement, node: slider.2, direction: x, reduce: series}
  velocity: {quantity: velocity, node: slider.2, direction: x, reduce: series}
  acceleration: {quantity: acceleration, node: slider.2, direction: x, reduce: series}
  arc: {quantity: contact_arc, reduce: series}
  contact: {quantity: contact_velocity, reduce: series}
  slip: {quantity: slip_velocity, reduce: series}
  force: {quantity: normal_force, reduce: series}
TEXT
sample() { # rows of the sine
  awk -v n="$1" 'BEGIN { print "time,speed"; for (i = 0; i <= n; i++) printf "%.17g,%.17g\n", 0.1 * i / n, 0.2 * sin(4 * atan2(0, -1) * i / n + 0.5) }' >sampled.csv
}
sample 40
run() { # name file settings...: name.txt has, per step,
        # guide,x,velocity,acceleration,arc,contact,slip,force
  local name=$1 file=$2 sets=() s
  for s in "${@:3}"; do sets+=(--set "$s"); done
  "$chatter" run "$file" -q -f --device cpu --max-failed 1 -o "$name.h5" "${sets[@]}" 2>log && "$chatter" export -f "$name.h5" 2>>log || { say "$name: $(cat log)"; return 1; }
  for s in guide x velocity acceleration arc contact slip force; do
    [ ! -e "$name-series-${s}_sample.csv" ] || { tail -n +2 "$name-series-${s}_sample.csv" | cut -d, -f3 >"$s.txt"; }
  done
  paste -d, guide.txt x.txt velocity.txt acceleration.txt arc.txt contact.txt slip.txt force.txt >"$name.txt"
}
# off FILE FILE EVERY COLUMN: the largest difference of a column from that of the second file, whose
# steps are EVERY times smaller
off() {
  awk -F, -v every="$3" -v c="$4" 'NR == FNR { a[NR] = $c; n = NR; next } (FNR - 1) % every == 0 && (i = (FNR - 1) / every + 1) <= n {
    d = a[i] - $c; if (d < 0) d = -d; if (d > most || d != d) most = d; count++ } END { printf "%.6g", count == n ? most : "nan" }' "$1" "$2"
}
ratio() { # WHAT NEAR FAR LEAST MOST: the factor by which the error decreases
  awk -v a="$2" -v b="$3" -v least="$4" -v most="$5" 'BEGIN { exit !(b > 0 && a / b >= least && a / b <= most) }' || say "$1: $2, then $3"
}

# in_time a b mu: the reference at the steps of 1e-4 s as guide,x,velocity,acceleration
in_time() { /usr/bin/env python3 "$here/guide_in_time.py" "$@" 0.5 0.2 20 0.5 1 0.1 1000 | cut -d, -f2- >wanted.txt || say "guide_in_time.py fails"; sed -i '$d' wanted.txt; }
# Central differences: error h²; damping by backward differences: h (ratio 4 and 2, here within 10
# %). Friction mu N is constant. The first acceleration is that of half a step, from rest in the
# frame to the middle of the step.
for damped in 0 1; do
  for mu in 0 0.1; do
    a=$((20 * damped)) b=$(awk -v d=$damped 'BEGIN { print 1e-4 * d }')
    in_time $a "$b" $mu
    sets=(slider.reduction.rayleigh.mass=$a slider.reduction.rayleigh.stiffness="$b" slider.friction=$mu)
    run coarse row.yaml "${sets[@]}"
    run fine row.yaml "${sets[@]}" sliding.step=5.0e-5
    ratio "way of the guide, damped $damped" "$(off wanted.txt coarse.txt 1 1)" "$(off wanted.txt fine.txt 2 1)" 3.9 4.1
    least=3.8 most=4.2
    [ $damped = 0 ] || least=1.9 most=2.1
    ratio "x, damped $damped, mu $mu" "$(off wanted.txt coarse.txt 1 2)" "$(off wanted.txt fine.txt 2 2)" $least $most
    expect "x, damped $damped, mu $mu" "$(off wanted.txt fine.txt 2 2)" 0 "$([ $damped = 0 ] && echo 2e-7 || echo 1e-5)"
    # of up to 60 m/s²: one step late with damping, by h ω, 2 %
    expect "acceleration, damped $damped, mu $mu" "$(off <(tail -n +2 wanted.txt) <(tail -n +3 fine.txt) 2 4)" 0 "$([ $damped = 0 ] && echo 0.02 || echo 0.5)"
  done
done
# A constant drive is a constant velocity, to the rounding of distances of 0.1 m, over h (1e-12 m/s)
# and h² (1e-8 m/s²).
damping=(slider.reduction.rayleigh.mass=20 slider.reduction.rayleigh.stiffness=1e-4 slider.friction=0.1)
sed '/velocity_drive/d' row.yaml >steady.yaml
run steady steady.yaml "${damping[@]}" slider.velocity=0.7
run part row.yaml "${damping[@]}" slider.velocity=0.5 slider.velocity_drive=still slider.velocity_factor=0.2
sed '/ velocity: 0.5/d' row.yaml >alone.yaml
run alone alone.yaml "${damping[@]}" slider.velocity_drive=still slider.velocity_factor=0.7
for name in part alone; do
  expect "$name: x" "$(off steady.txt $name.txt 1 2)" 0 1e-15
  expect "$name: velocity" "$(off steady.txt $name.txt 1 3)" 0 1e-12
  expect "$name: acceleration" "$(off steady.txt $name.txt 1 4)" 0 1e-8
done

# A sine from tables, 20 and 40 rows per period: orders 2 and 4.
run sine row.yaml
# Position and velocity of the contact are those of its node, one step later; only the preload
# presses it (distances of 0.1 m are rounded, over h to 1e-12 m/s).
awk -F, '{ if (NR > 1) { d = $2 + 0.02 - arc; if (d > 1e-15 || d < -1e-15) bad = bad " place" } arc = $5
  d = $3 - $6; e = $3 - $7; f = $8 - 1; if (d * d > 1e-24 || e * e > 1e-24) bad = bad " velocity"; if (f * f > 1e-18) bad = bad " force" } END { if (bad) print substr(bad, 1, 60) }' sine.txt >errors.txt
[ ! -s errors.txt ] || say "contact:$(cat errors.txt)"
for way in sampled cubic; do
  for rows in 40 80; do
    sample $rows
    run $way$rows row.yaml slider.velocity_drive=$way
  done
done
ratio "linear tables" "$(off sine.txt sampled40.txt 1 2)" "$(off sine.txt sampled80.txt 1 2)" 3.5 4.5
ratio "cubic tables" "$(off sine.txt cubic40.txt 1 2)" "$(off sine.txt cubic80.txt 1 2)" 12 20

# Forwards and back over the node at 0.04 m, without friction, from rest: the largest distance.
/usr/bin/env python3 "$here/guide_in_time.py" 5 0 0 0 0.5 5 0 1 0.4 1000 | cut -d, -f2- | sed '$d' >wanted.txt
run back alone.yaml sliding.duration=0.4 slider.reduction.rayleigh.mass=5 drives.sine.frequency=5 drives.sine.phase=0 drives.sine.factor=0.5 sliding.step=5e-5
expect "back: x" "$(off wanted.txt back.txt 8 2)" 0 2e-5
awk -F, '{ if ($5 > 0.045) far = 1; if (far && $5 < 0.03) near = 1 } END { exit !near }' back.txt || say "back: it never came back"
# With friction it comes to rest where the velocity of C changes sign, and it leaves the path at 0.1
# m: in that step or the next. Without any motion it has no such end.
ends() { # name status time
  awk -F, -v status="$2" -v t="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { d = $at["end_time"] - t; if ($at["status"] != status || d > 1.01e-4 || d < -1.01e-4) print $at["status"], $at["end_time"], "for", status, t }' "$1.csv" >errors.txt
  [ ! -s errors.txt ] || say "$1: $(cat errors.txt)"
}
/usr/bin/env python3 "$here/guide_in_time.py" 5 0 0.1 0.3 0.5 5 0.5 1 0.2 2000 >wanted.txt
run rest row.yaml slider.reduction.rayleigh.mass=5 slider.friction=0.1 slider.velocity=0.3 drives.sine.frequency=5 drives.sine.factor=0.5 sliding.duration=0.2
ends rest stuck "$(awk -F, '$4 < 0 && !t { t = $1 } END { print t }' wanted.txt)"
/usr/bin/env python3 "$here/guide_in_time.py" 0 0 0 1.5 0.2 20 0.5 1 0.1 1000 >wanted.txt
run gone row.yaml slider.velocity=1.5
ends gone off_target "$(awk -F, '$3 > 0.08 && !t { t = $1 } END { print t }' wanted.txt)"
run none row.yaml slider.friction=0.1 slider.velocity=0 slider.velocity_factor=0
ends none stuck 0
run stays row.yaml slider.velocity=0 slider.velocity_factor=0
ends stays ok 0.1

# A rod of finite elements along x, slowly accelerated, without friction: its left end, at half its
# height, lags by rho (a + 20/s v) L²/2E with the drag of mass damping. Tolerance: up to 2e-8 m here
# for a motion of 100 Hz below the first one of 16.8 kHz, which the jump of the rate of acceleration
# at the start excites by 0.6 %; bending is that of a run at constant velocity.
small=$here/small.yaml
rod() { # name drive
  sed -e 's/angle: 0.523.*/angle: 0/; s/modes: 5/modes: 14/' -e 's/friction: 0.3/friction: 0/' -e "s|velocity: 0.5|velocity: 0.5$2|" -e '/^roughness/d; /^ensemble/,$d' -e 's/duration: 0.003/duration: 0.01/; s/, windows: 4, record: 0.002//' "$small" >"$1.yaml"
  echo 'drives: {w: {type: harmonic, frequency: 100, phase: cos, factor: 0.3}}' >>"$1.yaml"
  echo 'outputs: {guide: {quantity: displacement, sum: [{node: slider.1, direction: x, weight: 0.5}, {node: slider.2, direction: x, weight: 0.5}, {node: slider.31, direction: x, weight: -1}], reduce: series, every: 100}}' >>"$1.yaml"
  "$chatter" run "$1.yaml" -q -f --device cpu -o "$1.h5" 2>log && "$chatter" export -f "$1.h5" 2>>log || say "$1: $(cat log)"
}
rod smooth ''
rod pulled '\n  velocity_drive: w'
paste -d, pulled-series-guide_sample.csv smooth-series-guide_sample.csv | awk -F, '
  NR == 1 { next }
  { w = 200 * atan2(0, -1); t = 1e-5 * (NR - 2); size = 2700 * 0.075 ^ 2 / (2 * 69e9) * 0.3 * w; wanted = size * (sin(w * t) - 20 / w * cos(w * t))
    d = ($3 - $7 - wanted) / size; if (d < 0) d = -d; if (d > most) most = d; n++ }
  END { if (!(n == 1000 && most < 0.01)) print n " samples, off by " most }' >errors.txt
[ ! -s errors.txt ] || say "a rod: $(cat errors.txt)"

# Noise on a velocity, different for each trajectory, with rough surfaces by another drive.
sed -e '/^ensemble/,/slider.friction:/d' -e 's/velocity: 0.5/&\n  velocity_drive: uneven/' -e 's/^roughness:.*/roughness: {drive: rough}/' -e 's/^  height:.*/  height: {quantity: contact_y, reduce: series, every: 500, trajectories: [0, 5, 11]}/' "$small" >noise.yaml
cat >>noise.yaml <<'TEXT'
drives:
  uneven: {type: noise, deviation: 1.0e-3, band: [200, 2000]}
  rough: {type: noise, deviation: 0.002, band: [200, 20000]}
ensemble: {seed: 3, design: {type: grid, parameters: {slider.friction: {values: [0.1, 0.4]}, slider.velocity_factor: {values: [0.5, 1, 1.5, 2, 2.5, 3]}}}}
TEXT
tables() { "$chatter" export "$1.h5" -o "$1.csv" --force >log 2>&1 || say "$1: export: $(cat log)"; cat "$1.csv" "$1-window.csv" "$1-series-height_sample.csv" >"$1.txt"; }
same() { # name options
  "$chatter" run noise.yaml -q -f -o "$1.h5" "${@:2}" 2>log || say "$1: $(cat log)"
  tables "$1"
  cmp -s whole.txt "$1.txt" || say "$1: other numbers than the first run's"
}
"$chatter" run noise.yaml -q -o whole.h5 --device cpu_scalar || say "noise fails"
tables whole
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { ok += $at["status"] == "ok"; arc[$at["arc"]] }
  END { if (!(NR == 13 && ok >= 10 && length(arc) >= 11)) print ok " good ones of " NR - 1 ", " length(arc) " places" }' whole.csv >errors.txt
[ ! -s errors.txt ] || say "noise: $(cat errors.txt)"
same lanes --device cpu --threads 1
same lanes4 --device cpu --lanes 4 --threads 2 --batch 5
same chunks --device cpu --chunk 777
same teams --device device_sim --team 32 --chunk 5000
for i in 1 2 3; do "$chatter" run noise.yaml -o "part$i.h5" --shard "$i/3" --batch 3 -q || say "shard $i"; done
"$chatter" merge shards.h5 part?.h5 >log 2>&1 || say "merge: $(cat log)"
tables shards
cmp -s whole.txt shards.txt || say "shards: other numbers"
kill_and_resume noise run noise.yaml -o out.h5 --device cpu --batch 4 --chunk 1000 --checkpoint 0 --quiet
finish
