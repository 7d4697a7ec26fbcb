#!/usr/bin/env bash
# model.materials: constants of a deck's materials given in the study lead to the frequencies of a
# deck that has them; ccx runs once, and once more for each material, for any values, number of
# modes, and loaded or observed nodes.
. "$(dirname "$0")/../program.sh"
command -v ccx >/dev/null || exit 77

export XDG_CACHE_HOME=$work/cache CHATTER_CCX=$work/counted
printf '#!/bin/sh\necho run >>%s/runs\nexec ccx "$@"\n' "$work" >counted && chmod +x counted
: >runs
ran() { [ "$(wc -l <runs)" = "$1" ] || say "$2: ccx ran $(wc -l <runs) times instead of $1"; }

deck() { # name, modulus and density of two materials, element type
  awk -v e1="$2" -v r1="$3" -v e2="$4" -v r2="$5" -v type="$6" 'BEGIN {
    print "*NODE, NSET=ALL"
    for (i = 0; i <= 6; i++) for (j = 0; j < 2; j++) for (k = 0; k < 2; k++)
      printf "%d,%g,%g,%g\n", 4 * i + 2 * j + k + 1, i * (i < 6 ? 0.011 : 0.01), j * 0.01, k * 0.012
    print "*ELEMENT, TYPE=" type ", ELSET=E"
    for (i = 0; i < 6; i++)
      printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", i + 1, 4*i+1, 4*i+5, 4*i+7, 4*i+3, 4*i+2, 4*i+6, 4*i+8, 4*i+4
    print "*ELSET, ELSET=A\n1,2,3\n*ELSET, ELSET=B\n4,5,6"
    printf "*MATERIAL, NAME=STEEL\n*ELASTIC\n%s, 0.3\n*DENSITY\n%s\n", e1, r1
    printf "*MATERIAL, NAME=Alloy_2\n*DENSITY\n%s\n*ELASTIC, TYPE=ISO\n%s,0.33\n", r2, e2
    print "*SOLID SECTION, ELSET=A, MATERIAL=STEEL\n*SOLID SECTION, ELSET=B, MATERIAL=ALLOY_2"
    print "*ELEMENT, TYPE=SPRINGA, ELSET=S\n9,25,28\n*SPRING, ELSET=S\n\n1000000."
    print "*BOUNDARY\n1,1,3\n2,1,3\n3,1,3\n4,1,3"
  }' >"$1.inp"
}
study() { # name, deck, materials
  cat >"$1.yaml" <<YAML
study: transient
model: {type: calculix, deck: $2.inp$3}
reduction: {method: modal, modes: 8}
excitation: {type: gravity, direction: z, amplitude: 9.81}
integrator: {scheme: leapfrog, step: 1e-7, duration: 1e-6}
outputs: {z: {node: 28, direction: z}}
YAML
}
modes() { "$chatter" reduce "$@" 2>message | awk '$1 == "mode" && NF > 3 { on = 1; next } on { print $2 } / kg along/ { print $(NF - 8) }'; }
# 1e-8: printed digits
compare() { # what
  paste -d' ' one two | awk -v what="$1" 'NF != 2 { print what ": rows differ"; next }
    { d = $1 - $2; if (d < 0) d = -d; if (!(d <= 1e-8 * $2 && $2 > 0)) print what ":", $1, "instead of", $2 }' | grep . && say "$1"
  [ "$(wc -l <one)" -ge 8 ] || say "$1: $(cat message)"
}
changed=(--set model.materials.STEEL.youngs_modulus=1.7e11 --set model.materials.Alloy_2.youngs_modulus=9.3e10
  --set model.materials.Alloy_2.density=3500)
for type in C3D8 C3D8I C3D8R; do
  : >runs
  deck own 2.1e11 7850 7e10 2700 $type && study own own ", materials: {STEEL: {}, Alloy_2: {}}"
  deck other 1.7e11 7850 9.3e10 3500 $type && study other other ""
  modes own.yaml >one && deck same 2.1e11 7850 7e10 2700 $type && study same same "" && modes same.yaml >two
  compare "$type: no constants given"
  ran 2 "$type: gravity takes two runs" # the same deck under another name is found in the cache too
  modes own.yaml "${changed[@]}" >one && ran 6 "$type: a material each, held and free"
  modes other.yaml >two && compare "$type: other constants"
  : >runs
  modes own.yaml "${changed[@]}" --set reduction.modes=9 --set outputs.z.node=26 >/dev/null
  modes own.yaml --set model.materials.STEEL.youngs_modulus=2.2e11 --set model.materials.Alloy_2.density=100 >/dev/null
  ran 0 "$type: other values"
done
cat >>own.yaml <<'YAML'
ensemble: {design: {type: grid, parameters: {model.materials.STEEL.youngs_modulus: {from: 1.7e11, to: 2.1e11, count: 3},
  model.materials.Alloy_2.density: {values: [2700, 3500]}}}}
YAML
: >runs
tabulate own
ran 0 "an ensemble"
[ "$(tail -n +2 own.csv | cut -d, -f8 | sort -u | wc -l)" = 6 ] || say "six models: $(cat own.csv)"
cut -d, -f5,6,8 own.csv | grep -q '^210000000000,2700,' || say "the ensemble's values"
# materials that cannot be scaled are refused
refused() { # name, words, sed script on the deck
  sed "$3" own.inp >"$1.inp" && study "$1" "$1" ", materials: {STEEL: {youngs_modulus: 2e11}}"
  "$chatter" reduce "$1.yaml" >/dev/null 2>message && say "$1 is taken"
  grep -qF "$2" message || say "$1: $(cat message)"
}
refused warm "2 lines of constants" 's/^2.1e11, 0.3/2.1e11,0.3,0\n2e11,0.3,100/'
refused unknown "the deck has no material 'STEEL'; allowed: BRASS, ALLOY_2" 's/STEEL/BRASS/'
refused aniso "is of isotropic materials" '/NAME=STEEL/{n;s/.*/*ELASTIC, TYPE=ORTHO/;n;s/.*/1,0,1,0,0,1,1,1,\n1/}'
finish
