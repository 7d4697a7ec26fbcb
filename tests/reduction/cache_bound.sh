#!/usr/bin/env bash
# Caches stay below CHATTER_CACHE_GB: the least recently used entry is removed first, and no foreign
# file. Numbers do not depend on what was removed.
. "$(dirname "$0")/../program.sh"
export XDG_CACHE_HOME=$work/cache
kept=$XDG_CACHE_HOME/chatter/reduced
reduce() { # MASS
  cat >chain.yaml <<YAML
study: transient
model: {type: chain, masses: [$1, 1], springs: [100, 100]}
contact: {node: 2, law: unilateral, gap: 1}
integrator: {scheme: moreau, step: 1e-3, duration: 1}
outputs: {x: {node: 1}}
YAML
  "$chatter" reduce chain.yaml 2>message
}
files() { find "$kept" -name '*.h5' | wc -l; }
reduce 1 >first.txt
one=$(find "$kept" -name '*.h5' -printf '%s\n')
CHATTER_CACHE_GB=$(awk -v b="$one" 'BEGIN { printf "%.9f", 3.5 * b / 1e9 }') # three of these fit
export CHATTER_CACHE_GB
first=$(find "$kept" -name '*.h5')
echo mine >"$kept/notes.txt"
for mass in 2 3; do reduce $mass >/dev/null; done
[ "$(files)" = 3 ] || say "three fit, $(files) are kept"
second=$(find "$kept" -name '*.h5' ! -path "$first" -printf '%T+ %p\n' | sort | head -1 | cut -d' ' -f2)
reduce 1 >again.txt # used again: the second is the oldest now
cmp -s first.txt again.txt || say "the kept model is another one"
reduce 4 >/dev/null
[ "$(files)" = 3 ] && [ -e "$first" ] && [ ! -e "$second" ] || say "of four: $(ls -l --time-sort "$kept")"
for mass in 5 6 7; do reduce $mass >/dev/null; done
[ "$(files)" = 3 ] && [ ! -e "$first" ] && [ -e "$kept/notes.txt" ] || say "of seven: $(ls "$kept")"
reduce 1 >again.txt
cmp -s first.txt again.txt || say "a model that was removed is made anew as another one"
export CHATTER_CACHE_GB=0 # the last written entry stays
reduce 8 >/dev/null
[ "$(files)" = 1 ] || say "of none: $(files)"
export CHATTER_CACHE_GB=much
reduce 9 >/dev/null
grep -q "CHATTER_CACHE_GB: 'much' is no number of GB from 0 on" message || say "$(cat message)"
[ "$(files)" = 2 ] || say "a word removes models: $(files)"
if command -v ccx >/dev/null; then
  export CHATTER_CACHE_GB=0
  for modulus in 1e11 2e11; do
    one_brick $modulus >one.inp
    sed 's/^model: .*/model: {type: calculix, deck: one.inp}\nreduction: {method: modal, modes: 2}/
      s/node: 2,/node: 7, normal: x,/; s/node: 1}/node: 7, direction: x}/' chain.yaml >deck.yaml
    "$chatter" reduce deck.yaml >/dev/null 2>message || say "deck: $(cat message)"
    [ "$(find "$XDG_CACHE_HOME/chatter/matrices" -type f | wc -l)" = 1 ] || say "matrices: $(ls "$XDG_CACHE_HOME/chatter/matrices")"
  done
fi
finish
