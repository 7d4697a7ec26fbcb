#!/usr/bin/env bash
# backbone.grid: amplitudes and frequencies of backbones at common loads, compared with peak, phase
# resonance and mode of a separate response curve at each of these loads; exact if the system is
# linear, without value where the backbone does not exist.
. "$(dirname "$0")/../../program.sh"
grid() { # NAME SETTINGS...
  "$chatter" run "$models/cantilever/backbone.yaml" -o out.h5 --force -q --set=backbone.to=2 "${@:2}" 2>log && "$chatter" export out.h5 -o "$1" --force >/dev/null 2>&1 || say "$1: $(cat log)"
}
grid coarse '--set=backbone.grid=[0.1, 1.9, 10]'
{ echo sample_id,alpha,harmonics,pad_node; for i in 0 1 2 3 4 5 6 7 8 9; do echo "$i,$(awk "BEGIN { printf \"%.15g\", 0.1 + 0.2 * $i }"),3,5"; done; } >loads.csv
"$chatter" eval "$models/cantilever/peak.yaml" -i loads.csv -o peaks.csv -q || say "peaks"
# Between points 0.2 of the state apart a cubic is off by less than 1.5e-4 of it, 1/20 of that with
# a quarter of the step (third order gives 1/64); twenty times as much near 1.1, where the slope
# changes within a step.
off() { # NAME TOLERANCE
  awk -F, -v tolerance="$2" -v name="$1" '
    function far(a, b) { return !(a / b - 1 < e && b / a - 1 < e) }
    NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i; else { n++; omega[n] = $at["omega"]; high[n] = $at["amplitude"]; phase[n] = $at["omega_phase"]; mode[n] = $at["omega_dnnm"] } next }
    FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i; next }
    { m++; c = 2 * 3.14159265358979324; e = tolerance * (m == 6 ? 20 : 1)
      if (far($of["tip_by_extremum"], high[m]) || far(c * $of["frequency_by_extremum"], omega[m])) print "maximum", $0
      if (far(c * $of["frequency_by_phase"], phase[m])) print "phase", $0, phase[m]
      if (far(c * $of["frequency_by_dnnm"], mode[m])) print "mode", $0, mode[m]
      if (!($of["tip_by_phase"] > 0 && $of["tip_by_phase"] <= high[m] * (1 + 10 * e) && $of["tip_by_dnnm"] > 0)) print "amplitude", $0 }
    END { if (n != 10 || m != 10) print n, m }' peaks.csv "$1-grid_load_factor.csv" >wrong.txt
  [ -s wrong.txt ] && say "$1: $(head -4 wrong.txt)"
}
off coarse 1.5e-4
grid fine '--set=backbone.grid=[0.1, 1.9, 10]' --set=response.growth=0.05
off fine 7e-6

# Stuck, the beam is linear; below 0.01 and above 0.0182 N, or after a jump, there is no such
# backbone.
grid stuck '--set=backbone.grid=[0.008, 0.018, 6]'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { a = $at["grid_load_factor"]; x = $at["tip_by_extremum"]; f = $at["frequency_by_extremum"]; n++
    if (a < 0.0099 && (x != "nan" || f != "nan")) print; if (a > 0.0099 && !first) first = x / a
    if (a > 0.0099 && !((d = x / a / first - 1) < 1e-9 && d > -1e-9)) print } END { if (n != 6 || !first) print n " loads" }' stuck-grid_load_factor.csv >wrong.txt
[ -s wrong.txt ] && say "stuck: $(cat wrong.txt)"
grid jumped '--set=backbone.grid=[0.01, 0.03, 21]' --set=backbone.restart=0.004
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { a = $at["grid_load_factor"]; x = $at["tip_by_extremum"]; gap = a > 0.018228 && a < 0.022227; n += gap
    if (gap != (x == "nan") || $at["tip_by_phase"] == "nan") print } END { if (n != 4) print n " in the gap" }' jumped-grid_load_factor.csv >wrong.txt
[ -s wrong.txt ] && say "jumped: $(cat wrong.txt)"

refused() { "$chatter" check "$models/cantilever/backbone.yaml" "$1" >log 2>&1; [ $? = 3 ] && grep -qF "$2" log || say "$1 is not refused: $(cat log)"; }
refused '--set=backbone.grid=[1, 0.1, 10]' "backbone.grid: [from, to, count] is expected"
refused '--set=backbone.grid=[0.1, 1, 1.5]' "backbone.grid: [from, to, count] is expected"
refused '--set=outputs.tip_by_phase.node=RIGHT' "the output 'tip' has a variable of that name"
finish
