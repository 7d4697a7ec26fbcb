#!/usr/bin/env bash
# A key that an event-exact regime study takes does something: every key of the schema (keys_act_long.py, which takes the other
# engines of its table too).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
export XDG_CACHE_HOME=$PWD/cache
dead=$(python3 "$here/keys_act_long.py" "$chatter" "regimes, chain" "regimes, model" 2>&1)
[ -z "$dead" ] || say "keys that do nothing: $dead"
finish
