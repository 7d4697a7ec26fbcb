#!/usr/bin/env bash
# Names of node sets may have 80 characters, as in ccx, and differ in the last one only: contacts,
# loads, outputs and fields find the right one, also in a saved model. The numbers equal those by
# node ids. Longer names are refused with their limit.
. "$(dirname "$0")/../program.sh"
long=$(printf 'S%.0s' $(seq 79))
deck() { # FIRST SECOND
  one_brick 2e7 | sed "/^\*ELEMENT/i *NSET, NSET=$1\n7\n*NSET, NSET=$2\n6"
}
study() { # NAME MODEL CONTACT LOAD OUTPUT FIELD
  cat >"$1.yaml" <<YAML
study: transient
model: $2
reduction: {method: modal, modes: 6}
contact: {nodes: $3, normal: x, law: unilateral, gap: 1.0e-4}
excitation: {node: $4, direction: x, amplitude: 2000, frequency: 3}
integrator: {scheme: moreau, step: 1e-4, duration: 1}
outputs: {x: {node: $5, direction: x, reduce: rms}, shape: {quantity: field, nodes: $6, at: [0.5]}}
YAML
}
# matrices of sets in a table too, if ccx is missing
matrices() {
  printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 300\n2 1 -100\n2 2 100\n' >K.mtx
  printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 2 1\n' >M.mtx
  printf 'eq,node,dof\n1,7,1\n2,6,1\n' >dof.csv
  printf 'id,x,y,z,sets\n7,0,0,0,%s\n6,1,0,0,%s\n' "$1" "$2" >nodes.csv
}
models=(matrices)
command -v ccx >/dev/null && models+=(deck)
for kind in "${models[@]}"; do
  matrices "${long}1" "${long}2"
  deck "${long}1" "${long}2" >names.inp
  model="{type: calculix, deck: names.inp}"
  [ $kind = matrices ] && model="{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}"
  study names "$model" "${long}1" "${long}2" "${long}1" "${long}2"
  study ids "$model" 7 6 7 6
  study crossed "$model" 6 7 6 7
  study saved "{type: reduced, file: names-reduced.h5}" "${long}1" "${long}2" "${long}1" "${long}2"
  sed -i '/^reduction/d' saved.yaml
  [ $kind = matrices ] && sed -i 's/modes: 6/modes: 2/; s/amplitude: 2000/amplitude: 2/' names.yaml ids.yaml crossed.yaml saved.yaml
  "$chatter" reduce names.yaml -f -o names-reduced.h5 >/dev/null 2>message || say "$kind, reduce: $(cat message)"
  for name in names ids crossed saved; do tabulate $name; done
  for name in names saved; do
    [ "$(last $name.csv 5)" = "$(last ids.csv 5)" ] || say "$kind, $name: $(last $name.csv 5), by ids $(last ids.csv 5)"
  done
  [ "$(last names.csv 5)" != "$(last crossed.csv 5)" ] || say "$kind: the nodes do not matter"
done
matrices "$long$long" x
study names "{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}" 7 6 7 6
"$chatter" check names.yaml >/dev/null 2>message && say "a set name of 158 characters is taken"
grep -q "nodes.csv:2:.*is too long; allowed: 95 characters" message || say "$(cat message)"
finish
