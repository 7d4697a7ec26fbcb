#!/usr/bin/env bash
# Some three hundred random inclusions of 3 to 690 rows, friction up to 1.5, well conditioned and
# nearly singular, with open, sticking and slipping points: motions and forces compared with
# second_solver.py, a separate solver by convex problems, Newton's method and continuation in F.
# second_solver.sh BUILD [SHARE LEAST]: the number of problems of many_points, and how many must be
# compared
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
seed=$(date +%s)
"$build/tests/engines/transient/tests" many_points "$seed" inclusions.bin 2>errors.txt || say "many_points $seed: $(tail -3 errors.txt)"
OPENBLAS_NUM_THREADS=1 /usr/bin/python3 "$here/second_solver.py" inclusions.bin "${2-1}" "${3-300}" >told || say "second_solver.py fails"
[ ! -s told ] || say "seed $seed: $(cat told)"
finish
