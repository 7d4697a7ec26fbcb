#!/usr/bin/env bash
# Keys of studies of time stepping by leapfrog have an effect (keys_act.py).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
export XDG_CACHE_HOME=$PWD/cache
dead=$(python3 "$here/keys_act.py" "$chatter" "$library" transient 2>&1)
[ -z "$dead" ] || say "keys that do nothing: $dead"
finish
