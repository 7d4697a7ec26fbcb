#!/usr/bin/env bash
# Friction under constant loads and stops with restitution along the same direction of a node: every
# trajectory runs and equals that of rub_and_stop.py, a separate integration. Cases: one and several
# nodes, stops on both sides, more rows than one system for all lanes takes, friction in the plane,
# one mode of several nodes, which makes all contacts act along one direction, nodes that move
# nearly together, and stops without friction, which are eliminated.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
for case in slides pushed many wide plane one_mode stops_only edge_1e5_3 edge_1e7_3; do
  /usr/bin/python3 "$here/rub_and_stop.py" write $case >$case.yaml || say "$case: no study"
  "$chatter" run $case.yaml -o $case.h5 -f -q --device cpu 2>errors.txt || { say "$case: $(cat errors.txt)"; continue; }
  /usr/bin/python3 "$here/rub_and_stop.py" check $case >told 2>&1 && [ ! -s told ] || say "$(head -5 told)"
done
# The relaxation alone stalls here, and its advice removes that.
"$chatter" run slides.yaml -o slides.h5 -f -q --device cpu --set integrator.contact_solver=relaxation 2>errors.txt
grep -q 'did not converge; take integrator.contact_solver: newton' errors.txt || say "the relaxation alone: $(cat errors.txt)"
finish
