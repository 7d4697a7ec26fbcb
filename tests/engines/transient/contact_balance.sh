#!/usr/bin/env bash
# Impulse balance and friction power of a free block on a floor that shakes and slides, per turn of
# its load, by contact_balance.py, a separate program: laws friction, elastic, coulomb by leapfrog,
# friction with restitution by Moreau.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
for case in friction elastic coulomb moreau; do
  /usr/bin/python3 "$here/contact_balance.py" write $case >$case.yaml || say "$case: no study"
  "$chatter" run $case.yaml -o $case.h5 -f -q --device cpu 2>errors.txt || { say "$case: $(cat errors.txt)"; continue; }
  /usr/bin/python3 "$here/contact_balance.py" check $case >told 2>&1 && [ ! -s told ] || say "$(head -5 told)"
done
finish
