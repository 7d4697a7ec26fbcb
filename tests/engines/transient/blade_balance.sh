#!/usr/bin/env bash
# The blade (models/blade/transient.yaml), per revolution: the momentum of each of its 50 modes
# changes by the impulses of 16 contact vectors, springs and dampers; at every step and node
# friction takes power from blade and casing, against its slip and at its limit. Checked by
# blade_balance.py, a separate program, with the casing of the model, with one so slow that nodes
# stick and slip in all directions, and with the laws coulomb and elastic under loads.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
need_deck blade/transient.yaml
points='quantity: normal_force, contact: all, reduce: series'
outputs="outputs={u: {quantity: field, nodes: TIP}, n: {$points}, t: {${points/normal_force/tangential_force}}, slip: {${points/normal_force/slip_velocity}}, \
taken: {quantity: dissipation}, presses: {quantity: normal_force, contact: sum, reduce: integral}}"
balance() { # LAW WALL_Y WALL_X [OPTIONS]; a few steps behind the last revolution tell the momentum at its end
  "$chatter" run "$models/blade/transient.yaml" -o blade.h5 -f -q --device cpu --set integrator.periods=5.01 --set integrator.tolerance=1e-14 \
    --set "$outputs" "${@:4}" 2>errors.txt || { say "$1: $(cat errors.txt)"; return; }
  /usr/bin/python3 "$here/blade_balance.py" blade.h5 "$1" "$2" "$3" >told 2>&1 && [ ! -s told ] || say "$1, casing at $2, $3 m/s: $(head -5 told)"
}
balance friction -310.8356 0
balance friction -0.3 0.2 --set integrator.periods=2.01 --set 'contact.wall_velocity=[-0.3, 0.2]'
# Two loads at the leading tip replace the bulge of the casing, for these laws.
loads='excitation=[{node: LEADING_TIP, direction: y, amplitude: 400, frequency: 300}, {node: LEADING_TIP, direction: x, amplitude: 250, frequency: 450}]'
rubs='nodes: TIP, normal: -z, tangent: y, friction: 0.15, preload: 40'
balance coulomb 0.03 -0.02 --set integrator.periods=2.01 --set "$loads" --set inputs=null --set "contact={law: coulomb, $rubs, wall_velocity: [0.03, -0.02]}"
balance elastic 0 0 --set integrator.periods=2.01 --set "$loads" --set inputs=null --set "contact={law: elastic, $rubs, tangential_stiffness: 1e6, normal_stiffness: 1e6}"
finish
