#!/usr/bin/env bash
# The examples of docs/uq whose tool is installed, with the package from the source tree: see uq.py.
# Debian lacks the tools: CHATTER_UQ_PYTHON names a Python that has some.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
source=${CHATTER_SOURCE:-$here/../..}
python=${CHATTER_UQ_PYTHON:-/usr/bin/python3}
"$python" -c 'import numpy' 2>/dev/null || skip "numpy is missing"
[ -d "$source/docs/uq" ] && [ -d "$source/python/chatter" ] || skip "the examples are not here"
if ldd "$library" | grep -q libasan; then skip "built with AddressSanitizer"; fi
cp "$source"/docs/uq/* .
export PYTHONPATH=$source/python CHATTER_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1
"$python" "$here/uq.py" "$chatter"
