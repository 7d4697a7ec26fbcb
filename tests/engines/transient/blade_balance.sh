#!/usr/bin/env bash
# The blade (models/blade/transient.yaml), per revolution: the momentum of each of its 50 modes changes by the impulses of 16 contact
# vectors, springs and dampers; and at every step of every node friction takes power from blade and casing, against its slip and at
# its limit: by blade_balance.py, a program of its own. With the casing of the model, and with one so slow that nodes stick and slip
# in all directions.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
need_deck blade/transient.yaml
points='quantity: normal_force, contact: all, reduce: series'
outputs="outputs={u: {quantity: field, nodes: TIP}, n: {$points}, t: {${points/normal_force/tangential_force}}, slip: {${points/normal_force/slip_velocity}}, \
taken: {quantity: dissipation}, presses: {quantity: normal_force, contact: sum, reduce: integral}}"
for wall in '-310.8356 0' '-0.3 0.2'; do
  # A few steps behind the fifth revolution tell the momentum at its end.
  "$chatter" run "$models/blade/transient.yaml" -o blade.h5 -f -q --device cpu --set integrator.periods=5.01 --set integrator.tolerance=1e-14 \
    --set "contact.wall_velocity=[${wall/ /, }]" --set "$outputs" 2>errors.txt || { say "$wall: $(cat errors.txt)"; continue; }
  # shellcheck disable=SC2086
  /usr/bin/python3 "$here/blade_balance.py" blade.h5 $wall 0.15 >told 2>&1 && [ ! -s told ] || say "casing at $wall m/s: $(head -5 told)"
done
finish
