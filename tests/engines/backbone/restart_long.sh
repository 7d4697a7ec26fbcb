#!/usr/bin/env bash
# backbone.restart: the backbone of maxima jumps over the kink interval of first slip instead of
# following the onset. It has no points within each jump and needs as many jumps as its ε takes to
# pass the end of the interval (of an independent program). After that it agrees with the backbone
# that followed the onset, at the same loads, to 1e-8, the difference of two paths to one solution.
# Phase resonance, which begins with the peak of the first curve, is not affected.
. "$(dirname "$0")/../../program.sh"

run() { "$chatter" run "$models/$1" -o out.h5 --force -q "--set=backbone.methods=$2" "${@:3}" || say "run: $*"; }
table() { "$chatter" export out.h5 -o "$1" --force >/dev/null 2>&1 || say "export"; }
# Prints the last point of the backbone of maxima: load, frequency, amplitude.
last() { awk -F, -v tip="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" { s = $at["load_factor"] " " $at["frequency"] " " $at[tip] } END { print s }' "$1-point.csv"; }

# jumps NAME STUDY OUTPUT EPSILON FIRST LAST LOAD SETTINGS...: onsets at FIRST and LAST of the
# interval, end at LOAD
jumps() {
  local name="$1, ε = $4" file=$2 output=$3 epsilon=$4 first=$5 end=$6 load=$7
  shift 7
  run "$file" extremum "$@" "--set=backbone.to=$load" && table followed
  run "$file" extremum "$@" "--set=backbone.to=$load" "--set=backbone.restart=$epsilon" && table jumped
  awk -F, -v e="$epsilon" -v a="$first" -v b="$end" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { s = b > a ? 1 : -1; n = int(s * (b - a) / e) + 1; if ($at["extremum_restarts"] != n || $at["extremum_end"] != "end_of_range") print "jumps", $at["extremum_restarts"], "of", n, $at["extremum_end"] }' jumped.csv > wrong.txt
  awk -F, -v e="$epsilon" -v a="$first" -v b="$end" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["curve"] != "extremum" { if ($at["piece"] != 0) print "piece", $at["piece"]; next }
    { x = $at["load_factor"]; s = b > a ? 1 : -1; n = int(s * (b - a) / e) + 1
      if ($at["event"] == "restart") { gaps++; d = (x - last) - s * n * e; if (d > 1e-9 * a || d < -1e-9 * a) print "gap from", last, "to", x }
      if ($at["piece"] != gaps + 0) print "piece", $at["piece"]; last = x }
    END { if (gaps != 1) print gaps + 0, "gaps" }' jumped-point.csv >> wrong.txt
  echo "$(last followed "$output") $(last jumped "$output")" | awk '
    function off(p, q) { return !(p / q - 1 < 1e-8 && q / p - 1 < 1e-8) }
    { if (NF != 6 || off($1, $4) || off($2, $5) || off($3, $6)) print "ends:", $0 }' >> wrong.txt
  [ ! -s wrong.txt ] || say "$name: $(cat wrong.txt)"
}
for epsilon in 1e-7 2e-7 1e-3; do
  for load in 0.02 0.8; do jumps cantilever cantilever/backbone.yaml tip $epsilon 0.0182271295 0.0182277098 $load; done
done
jumps "cantilever, downwards" cantilever/backbone.yaml tip 1e-4 0.0182277098 0.0182271295 0.01 --set=backbone.from=1
blades() { # NAME DAMPING FIRST LAST
  for epsilon in 0.01 0.1; do
    jumps "$1" blade-damper-blade/backbone.yaml right $epsilon "$3" "$4" 12 --set=backbone.from=0.5 --set=response.from=193 --set=response.to=205.3 --set=reduction.rayleigh.stiffness="$2"
  done
}
blades "most damping" 1.5e-5 3.9914767 4.0199821
blades "less damping" 8e-6 2.4236074 2.4811636
# Two onsets in succession, 268 jumps.
blades "least damping" 3e-6 0.9704412 3.6413763
jumps "least damping, downwards" blade-damper-blade/backbone.yaml right 0.1 3.6413763 0.9704412 0.5 --set=backbone.from=12 --set=response.from=193 --set=response.to=205.3 --set=reduction.rayleigh.stiffness=3e-6

# Loads that a jump would pass: the last curve is that of `to`. Its peak is a kink, or the last
# point of the backbone.
run cantilever/backbone.yaml extremum --set=backbone.to=0.0182275 --set=backbone.restart=1e-3 && table kink
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { if ($at["extremum_end"] != "end_of_range" || $at["extremum_restarts"] != 1) print }' kink.csv | grep -q . && say "a kink at the end: $(tail -1 kink.csv)"
grep -q ",restart," kink-point.csv && say "a kink at the end is a point of the backbone"
jumps "ends in the first jump" cantilever/backbone.yaml tip 0.0017728705 0.0182271295 0.0182277098 0.02
# The backbone begins within the interval: the peak of its first curve is a kink.
run cantilever/backbone.yaml extremum --set=backbone.from=0.0182274 --set=backbone.to=0.1 --set=backbone.restart=1e-7 && table inside
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { if ($at["extremum_restarts"] != 4) print "restarts", $at["extremum_restarts"] }' inside.csv > wrong.txt
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" { if (!n++ && ($at["event"] != "restart" || !($at["load_factor"] - 0.0182278 < 1e-14))) print "first", $0 }' inside-point.csv >> wrong.txt
[ ! -s wrong.txt ] || say "begins within: $(cat wrong.txt)"
# An ε that would need more than 1000 curves ends the backbone.
run blade-damper-blade/backbone.yaml extremum --set=backbone.from=0.5 --set=backbone.to=5 --set=response.from=193 --set=response.to=205.3 --set=reduction.rayleigh.stiffness=8e-6 --set=backbone.restart=1e-5 && table many
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { if ($at["extremum_end"] != "step_too_small" || $at["extremum_restarts"] != 1000) print }' many.csv | grep -q . && say "many: $(tail -1 many.csv)"

# Other backbones begin at backbone.from as before.
run cantilever/backbone.yaml "[extremum, phase]" --set=backbone.to=1 && table followed
run cantilever/backbone.yaml "[extremum, phase]" --set=backbone.to=1 --set=backbone.restart=1e-3 && table jumped
phases() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "phase" { print $at["load_factor"], $at["frequency"], $at["tip"] }' "$1-point.csv"; }
[ "$(phases followed | wc -l)" -gt 20 ] && [ "$(phases followed)" = "$(phases jumped)" ] || say "phase resonance differs"

"$chatter" check "$models/cantilever/backbone.yaml" --set=backbone.methods=phase --set=backbone.restart=1e-3 >log 2>&1
[ $? = 3 ] && grep -q "backbone.restart: only the backbone of maxima" log || say "restart without extremum: $(cat log)"
finish
