#!/usr/bin/env bash
# First slip on backbones of maxima: the maximum lies on the kink of the onset from the load at
# which the stuck peak begins to slip to that at which the peak leaves the kink. Both are compared
# with an independent program (1e-6; three harmonics). With the smallest damping the second flank
# begins to slip in between, and the backbone changes to its onset.
. "$(dirname "$0")/../../program.sh"

# interval NAME STUDY LOWER UPPER SETTINGS...: checks the first and the last onset of the backbone
# of maxima, and that it continues
interval() {
  local name=$1 file=$2 lower=$3 upper=$4
  "$chatter" run "$models/$file" -o out.h5 --force -q "--set=backbone.methods=extremum" "${@:5}" || say "$name: run"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1 || say "$name: export"
  awk -F, -v lower="$lower" -v upper="$upper" '
    function off(a, b) { return !(a / b - 1 < 1e-6 && b / a - 1 < 1e-6) }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["curve"] == "extremum" { load = $at["load_factor"]; if ($at["event"] == "onset") { if (!first) first = load; last = load } }
    END { if (off(first, lower) || off(last, upper)) print first, last; if (!(load > 1.5 * upper)) print "ends at", load }' out-point.csv > wrong.txt
  [ ! -s wrong.txt ] || say "$name: $(cat wrong.txt)"
}
interval cantilever cantilever/backbone.yaml 0.0182271295 0.0182277098 --set=backbone.to=0.1
blades="--set=backbone.from=0.5 --set=backbone.to=12 --set=response.from=193 --set=response.to=205.3"
# shellcheck disable=SC2086 # words
{
  interval "most damping" blade-damper-blade/backbone.yaml 3.9914767 4.0199821 $blades --set=reduction.rayleigh.stiffness=1.5e-5
  interval "less damping" blade-damper-blade/backbone.yaml 2.4236074 2.4811636 $blades --set=reduction.rayleigh.stiffness=8e-6
  interval "least damping" blade-damper-blade/backbone.yaml 0.9704412 3.6413763 $blades --set=reduction.rayleigh.stiffness=3e-6
}
finish
