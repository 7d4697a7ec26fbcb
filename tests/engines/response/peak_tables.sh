#!/usr/bin/env bash
# 265 peaks of the cantilever and of the blades, mixed in one call each, compared with an
# independent program in full coordinates (reference/friction_reference.py): smooth ones and kinks,
# deep slip, separation, ridges that end, phase resonance and the damped nonlinear normal mode.
. "$(dirname "$0")/../../program.sh"

# table FOLDER INPUTS: rows of reference/FOLDER_peaks.csv. omega and amplitude of both programs are
# exact to rounding times the condition number of the model, at most 8e7 for the cantilever; roots
# of the phase and points of the mode to their printed digits.
table() {
  local reference=$(dirname "$0")/reference/$2_peaks.csv
  awk -F, -v names="$3" 'BEGIN { n = split(names, name, " ") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; printf "sample_id"; for (k = 1; k <= n; k++) printf ",%s", name[k]; print ""; next }
    { printf "%d", NR - 1; for (k = 1; k <= n; k++) printf ",%s", $at[name[k]]; print "" }' "$reference" > rows.csv
  "$chatter" eval "$models/$1/peak.yaml" -i rows.csv -o out.csv --force --quiet --device cpu || say "$1 fails"
  awk -F, '
    function off(name, bound,   a, b) {
      a = $at[name]; b = value[FNR, name]
      if (tolower(a) ~ /nan/ || a == "") { if (tolower(b) !~ /nan/) print FNR - 1, name, b, "not nan" ; return }
      if (!(b - a <= bound * a && a - b <= bound * a)) print FNR - 1, name, b, "not", a
    }
    FNR == 1 { for (i = 1; i <= NF; i++) if (FNR == NR) column[$i] = i; else at[$i] = i; next }
    FNR == NR { for (name in column) value[FNR, name] = $column[name]; if ($column["status"] != "ok") print FNR - 1, $column["status"]; next }
    { off("omega", 1e-8); off("amplitude", 1e-8); off("kind", 0); off("omega_phase", 1e-7); off("omega_dnnm", 1e-7); rows++ }
    END { if (rows < 100) print "only", rows, "rows" }' out.csv "$reference" > wrong.txt
  [ ! -s wrong.txt ] || say "$1: $(cat wrong.txt)"
}
table cantilever cantilever "alpha harmonics pad_node"
table blade-damper-blade blade "alpha harmonics beta ridge"
finish
