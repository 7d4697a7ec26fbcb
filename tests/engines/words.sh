#!/usr/bin/env bash
# The common layers of the host name no engine: not its name, its files, its functions and types,
# its sections, keys and quantities. The words are taken from the folders and tables of the engines,
# so that a new engine is checked as well; plain English words (a single word such as `window` or
# `gap`) count only as a whole text, "window".
set -u
root=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$root" || exit 1
common="base statistics study model reduction results plot machines ensemble drives report serve cli mpi api"
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }

engines=$(find host/engines -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
sources=$(for layer in $common; do find "host/$layer" -name '*.[ch]'; done | sort)
[ "$(wc -w <<<"$engines")" -ge 2 ] || say "only these engines were found: $engines"
[ "$(wc -l <<<"$sources")" -gt 140 ] || say "only $(wc -l <<<"$sources") files of the common layers were found"

# Rows of keys are {"section.key", ...}, rows of quantities {{"word", ...}, sections {"name", SECTION_...
keys=$(grep -rhoE '^ +\{"[a-z_0-9]+\.[a-z_0-9.]+", NULL, FIELD_' host/engines | grep -oE '[a-z_0-9]+\.[a-z_0-9.]+' | sort -u)
quantities=$(grep -rhoE '^ +\{\{"[a-z_0-9]+"' host/engines | grep -oE '[a-z_0-9]+' | sort -u)
sections=$(grep -rhoE '\{"[a-z_]+", SECTION_' host/engines | cut -d'"' -f2 | sort -u)
values=$(grep -rhoE '\.words = "[a-z_ ]+"' host/engines | cut -d'"' -f2 | tr ' ' '\n' | sort -u)
commands=$(grep -rhA1 -E 'engine_command [a-z_]+ = \{' host/engines | grep -oE '\.name = "[a-z_]+"' | cut -d'"' -f2 | sort -u)
# Identifiers that their headers declare, except those named after types of the common layers
# (static inline included).
functions=$(grep -rhoE '\b[a-z][a-z0-9_]+\(' host/engines --include='*.h' | tr -d '(' | grep _ | sort -u)
types=$(grep -rhoE '^\} [a-z_0-9]+;' host/engines --include='*.h' | grep -oE '[a-z_0-9]{3,}' | sort -u)
enumerators=$(grep -rhoE '^typedef enum \{[^}]*\}' host/engines --include='*.h' | grep -oE '[A-Z][A-Z_0-9]+' | sort -u)
for list in keys:20 values:4 quantities:20 sections:2 commands:2 functions:30 types:10 enumerators:5; do
  name=${list%:*} least=${list#*:}
  [ "$(wc -w <<<"${!name}")" -ge "$least" ] || say "only $(wc -w <<<"${!name}") $name of engines were found: the test looks in the wrong place"
done
defined=$(grep -rhoE '\b[a-z][a-z0-9_]+\(' kernels host/base host/statistics host/study host/model host/reduction host/results host/plot host/machines \
  host/ensemble --include='*.h' | tr -d '(' | sort -u)
functions=$(comm -23 <(echo "$functions") <(echo "$defined"))

words=$(mktemp) texts=$(mktemp)
trap 'rm -f "$words" "$texts"' EXIT
short=$( { echo "$keys" | sed 's/.*\.//'; echo "$quantities"; echo "$commands"; echo "$values"; } | sort -u)
# Common words with the same name: keys of the common sections, and words of an initial state, a
# load, a figure, a dimension of results, a column of a table, an option, a message.
shared=$(grep -ohE '"[a-z_.]+\.[a-z_0-9]+"' host/study/schema/schema_table.c host/study/schema/structure_keys.h | tr -d '"' | sed 's/.*\.//' | sort -u)
[ "$(wc -w <<<"$shared")" -gt 60 ] || say "only $(wc -w <<<"$shared") common keys were found"
same=$(echo amplitude displacement force frequency from gap centre ground kernel left right mass step to velocity window windows contact mode points auto yes no coefficients tolerance $shared)
# Count wherever they stand, and as a text of their own. A response is also what a node's displacement is called, beams
# are elements of models, and what the common sections call alike is theirs.
{ printf '%s\n' "$engines" "$sections" "$functions" "$types" "$enumerators" "$keys"; grep _ <<<"$short" | grep -vxFf <(echo "$shared"); } | grep . | sort -u |
  grep -vxE 'response|beams' >"$words"
for word in $(grep -v _ <<<"$short"); do [[ " $same " = *" $word "* ]] || echo "\"$word\""; done >"$texts"
[ "$(wc -l <"$words")" -gt 80 ] || say "only $(wc -l <"$words") words of engines were found"

# Examples of commands name keys as users write them.
found=$(echo "$sources" | xargs grep -nwFf "$words" | grep -vE ':[0-9]+: +"  chatter [a-z]+ ')
[ -z "$found" ] || say "words of engines in the common layers:
$found"
found=$(echo "$sources" | xargs grep -nFf "$texts")
[ -z "$found" ] || say "words of engines as texts in the common layers:
$found"
# The search itself works: the files of each engine contain many of them.
for engine in $engines; do
  [ "$(grep -rwFf "$words" "host/engines/$engine" | wc -l)" -gt 25 ] || say "its own words were not found in host/engines/$engine"
done
exit $((failures > 0))
