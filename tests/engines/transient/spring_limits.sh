#!/usr/bin/env bash
# The largest stable step with spring stops, compared with spring_limits.py; a larger step causes a
# warning with two different numbers.
. "$(dirname "$0")/../../program.sh"
/usr/bin/python3 "$(dirname "$0")/spring_limits.py" "$chatter" >told 2>&1 && [ ! -s told ] || say "$(head -5 told)"
cat >stop.yaml <<'TEXT'
study: transient
model: {type: chain, masses: [1], springs: [3]}
reduction: {method: modal}
contact: {node: 1, law: spring, normal: x, gap: 0.02, normal_stiffness: 1.0e+6}
integrator: {scheme: leapfrog, step: 1.0e-2, duration: 1}
outputs: {x: {node: 1, reduce: max}}
TEXT
"$chatter" run stop.yaml -o stop.h5 --device cpu 2>errors.txt || say "stop: $(cat errors.txt)"
grep -q 'between the stability limits 0.002 s with all contacts stuck and 1.1547 s' errors.txt || say "stop: $(cat errors.txt)"
# A step above even the limit with open contacts is refused with the limit of the springs as well:
# 2/sqrt(3 + 1e6) s.
sed -i 's/step: 1.0e-2/step: 2/' stop.yaml
"$chatter" check stop.yaml --device cpu >errors.txt 2>&1 && say "stop: a step of 2 s runs"
grep -q '2/ω_max: 1.15470054 s contacts open, not less when rigid ones stick .*; 0.002 s with the springs of all contacts' \
  errors.txt || say "refused step: $(cat errors.txt)"
finish
