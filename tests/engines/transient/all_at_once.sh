#!/usr/bin/env bash
# Errors of a study that only its model or its scheme shows are reported in one run: a path, nodes,
# modes, a scheme that does not fit the laws, a file of a drive; and each of them alone.
. "$(dirname "$0")/../../program.sh"

study() { # model, modes, node, file of the drive
  cat >s.yaml <<YAML
study: transient
model: $1
reduction: {method: modal, modes: $2}
contact: {node: $3, law: unilateral, normal: y, gap: 1e-3}
drives: {push: {type: table, file: $4}}
excitation: {node: 2, direction: y, amplitude: 1, drive: push}
integrator: {scheme: leapfrog, step: 1e-6, duration: 1e-4}
outputs: {y: {node: 4, direction: y}}
YAML
}
# Lines that the program prints, in any order; nothing else.
told() { # lines
  "$chatter" check s.yaml 2>said && say "it is taken"
  grep '^chatter: ' said | cut -d: -f3- | sort >got
  printf '%s\n' "$@" | sort >wanted
  diff -u wanted got || say "other mistakes"
}
beam='{type: beam, youngs_modulus: 2e11, density: 7800, length: 1, width: 0.1, height: 0.1, elements: 4, clamped: left}'
law="7:22: law unilateral, reduction.method modal: scheme leapfrog needs a massless boundary for set-valued laws (allowed with it: reduction.method macneal, massless_craig_bampton, or contacts of springs and dashpots alone, as laws elastic and cubic; or take scheme moreau)"
gone="5:36: gone.csv: cannot be read: No such file or directory"
node="4:10: the model has no node or node set '7' (sets: LEFT RIGHT; ids: 0 to 4)"
modes="3:35: reduction.modes is 90; allowed: at most 8 (8 equations)"
printf 'time,push\n0,1\n1,1\n' >push.csv
study "$beam" 90 7 gone.csv && told "$law" "$gone" "$node" "$modes"
study "$beam" 3 7 push.csv && told "$law" "$node"
study "$beam" 3 3 push.csv && told "$law"
study "{type: calculix, deck: part.inp}" 3 3 gone.csv && told "2:31: part.inp: cannot be read: No such file or directory" "$law" "$gone"
study "{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}" 3 3 push.csv &&
  told "2:36: K.mtx: cannot be read: No such file or directory" "2:49: M.mtx: cannot be read: No such file or directory" \
    "2:61: dof.csv: cannot be read: No such file or directory" "$law"
finish
