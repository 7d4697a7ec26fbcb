#!/usr/bin/env bash
# A backbone followed downward in load equals the one followed upward: the same slip onsets, which
# bound the interval where the maximum lies on a kink, and the same curve in between, although
# upward the kink is entered from stick and downward from slip.
. "$(dirname "$0")/../../program.sh"

cat > chain.yaml << 'END'
study: backbone
model: {type: chain, masses: [1, 0.5, 0.7], springs: [1000, 800, 600]}
reduction: {rayleigh: {mass: 0.2, stiffness: 1.0e-4}}
contact:
  - {node: 2, law: elastic, tangential_stiffness: 500, friction: 0.4, preload: 3}
  - {node: 3, law: elastic, tangential_stiffness: 300, friction: 0.3, preload: 2}
excitation: {node: 1, amplitude: 1.0, phase: cos}
response: {from: 1.5, to: 8, harmonics: 3, points: 4000}
backbone: {methods: [extremum], from: 0.02, to: 50}
outputs:
  a: {node: 1}
END

# walk OUT STUDY SETTINGS...: writes the columns curve, event, load, frequency, amplitude of points;
# OUT.end, OUT.dnnm: how it ended
walk() {
  "$chatter" run "$2" -o out.h5 --force -q "${@:3}" || say "$*: run"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1 || say "$*: export"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["curve"], $at["event"], $at["load_factor"], $at["frequency"], $11 }' out-point.csv > "$1"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["extremum_end"] > "'"$1.end"'"; if ("dnnm_end" in at) print $at["dnnm_end"] > "'"$1.dnnm"'" }' out.csv
}

# agree NAME EVENT BOUND: compares the points of that kind up and down, in the order of their loads,
# and their number
agree() {
  for way in up down; do
    awk -v event="$2" '$1 == "extremum" && $2 == event { print $3, $4, $5 }' $way | sort -g > $way.event
  done
  paste -d ' ' up.event down.event | awk -v bound="$3" '
    function off(a, b) { return !(a - b <= bound * b && b - a <= bound * b) }
    { for (i = 1; i <= 3; i++) if (NF != 6 || off($i, $(i + 3))) { print; break } }
    END { if (NR == 0) print "none" }' > wrong.txt
  [ ! -s wrong.txt ] || say "$1, $2: $(cat wrong.txt)"
}

# both NAME LOW HIGH LOADS STUDY SETTINGS...: from LOW up and from HIGH down, to the other end and
# to each of LOADS. The onsets are roots of a slope that passes 0 linearly, accurate to 1e-12; ω of
# a smooth maximum is accurate to 1e-9 (condition number of the cantilever's stiffness).
both() {
  local low=$2 high=$3 load
  walk up "$5" --set=backbone.methods=extremum --set=backbone.from="$low" --set=backbone.to="$high" "${@:6}"
  walk down "$5" --set=backbone.methods=extremum --set=backbone.from="$high" --set=backbone.to="$low" "${@:6}"
  [ "$(cat up.end down.end)" = $'end_of_range\nend_of_range' ] || say "$1: ends with $(cat up.end down.end)"
  agree "$1" onset 1e-9
  for load in $4; do
    walk up "$5" --set=backbone.methods=extremum --set=backbone.from="$low" --set=backbone.to="$load" "${@:6}"
    walk down "$5" --set=backbone.methods=extremum --set=backbone.from="$high" --set=backbone.to="$load" "${@:6}"
    agree "$1 under $load" end 1e-8
  done
}
both cantilever 0.01 30 "0.015 0.0182275 0.05 1" "$models/cantilever/backbone.yaml"
both "blades, in phase" 0.5 200 "2 4 10 31.1025 60" "$models/blade-damper-blade/backbone.yaml"
both "blades, least damping" 0.5 200 "0.972 2 8 13.989 60" "$models/blade-damper-blade/backbone.yaml" --set=reduction.rayleigh.stiffness=3e-6
both "blades, out of phase" 0.5 6.5 "1.5 2.43 4 6" "$models/blade-damper-blade/backbone.yaml" --set=response.ridge=2
both chain 0.1 50 "0.2 0.385 2" chain.yaml

# Out of phase the kink ends at 6.6053453, where it meets a minimum: the response curve at 6.60 has
# both, that at 6.61 neither.
walk up "$models/blade-damper-blade/backbone.yaml" --set=backbone.methods=extremum --set=response.ridge=2
[ "$(cat up.end)" = ridge_ends ] || say "the ridge out of phase ends with $(cat up.end)"
for load in 6.60 6.61; do
  walk at "$models/blade-damper-blade/backbone.yaml" --set=backbone.methods=extremum --set=response.ridge=2 --set=backbone.from=$load --set=backbone.to=7 \
    --set=response.from=211.5 --set=response.to=212.5 --set=response.growth=3e-4 --set=response.points=20000
  awk '$1 == "response" && ($2 == "minimum" || $2 == "kink" || $2 == "maximum") { print $2 }' at > kinds.txt
  case $load in
    6.60) [ "$(cat kinds.txt)" = $'minimum\nkink' ] || say "under $load: $(cat kinds.txt)" ;;
    *) [ ! -s kinds.txt ] || say "under $load: $(cat kinds.txt)" ;;
  esac
done

# A damped nonlinear normal mode begins at zero amplitude, so that both ways it runs to the larger
# load: the same points bit by bit.
for way in "up 0.01 30" "down 30 0.01"; do
  read -r name from to <<< "$way"
  walk "$name" "$models/cantilever/backbone.yaml" --set=backbone.methods=dnnm --set=backbone.from="$from" --set=backbone.to="$to"
  grep '^dnnm' "$name" > "$name.mode"
  [ "$(cat "$name.dnnm")" = end_of_range ] || say "mode $name: $(cat "$name.dnnm")"
done
cmp -s up.mode down.mode || say "the mode depends on the sense"

# Downward from any load, with any step length, every backbone passes the kink and reaches its end:
# a point on another branch is not accepted, and a jump is not taken for a fold.
scattered() { # STUDY SETTINGS...
  local study=$1
  shift
  "$chatter" run "$study" -o out.h5 --force -q --set=backbone.methods=extremum "$@" 2> errors.txt || say "$study: $(cat errors.txt)"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1 || say "$study: export"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["extremum_end"] != "end_of_range" { n++ } END { if (n || NR != 257) print n, "of", NR - 1, "end early" }' out.csv > wrong.txt
  [ ! -s wrong.txt ] || say "$study $*: $(cat wrong.txt)"
}
cp "$models"/blade-damper-blade/*.{mtx,csv} .
{
  sed -e 's/from: 0.01, to: 30.0/from: 10.0, to: 0.01/' "$models/cantilever/backbone.yaml"
  echo 'ensemble: {design: {type: sobol, count: 256, parameters: {backbone.from: {distribution: uniform, from: 0.5, to: 30}, response.growth: {distribution: uniform, from: 0.02, to: 0.4}, response.step: {distribution: uniform, from: 0.003, to: 0.02}}}}'
} > scattered.yaml
scattered scattered.yaml
scattered scattered.yaml --set=response.adapt=0.01
{
  sed -e 's/from: 0.5, to: 200.0/from: 10.0, to: 0.5/' "$models/blade-damper-blade/backbone.yaml"
  echo 'ensemble: {design: {type: sobol, count: 256, parameters: {backbone.from: {distribution: uniform, from: 5, to: 100}, reduction.rayleigh.stiffness: {values: [3.0e-6, 5.0e-6, 8.0e-6, 1.2e-5, 1.5e-5]}, response.growth: {distribution: uniform, from: 0.02, to: 0.2}}}}'
} > blades.yaml
scattered blades.yaml --set=response.from=193 --set=response.to=205.3
finish
