#!/usr/bin/env bash
# The model of bench/predict on synthetic machine code, and its table: predict.py.
root=${CHATTER_SOURCE:-$(dirname "$0")/../../..}
predict=$root/bench/predict
[ -d "$predict" ] || { echo "skipped: the source folder is not there"; exit 77; }
PYTHONPATH=$predict PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$(dirname "$0")/predict.py" "$root"
