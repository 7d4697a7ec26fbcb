#!/usr/bin/env bash
# Includes never point back: base < study < model < reduction < results < plot < machines < ensemble < engines < api < cli;
# an engine's room includes no other's but by a declared use; kernels/ includes nothing of the host, and what is not in an
# engine's room there none of its headers. No name of a C file stands twice in host/ and kernels/, and the tests lie in
# folders of the code's names. Counts what it looked at, so that it cannot pass by looking nowhere.
set -u
root=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
cd "$root" || exit 1
order="base study model reduction results plot machines ensemble engines api cli"
# engines that use another one: the stepped regime maps are time-stepped
uses="regimes:transient"
rank() { local i=0 layer; for layer in $order; do [ "$layer" = "$1" ] && { echo $i; return; }; i=$((i + 1)); done; echo -1; }
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }

# file|included path, of every quoted include
list=$(grep -rHoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' host --include='*.[ch]' |
  sed -E 's/^([^:]+):.*"([^"]+)"/\1|\2/')
count=0
while IFS='|' read -r file path; do
  layer=$(echo "$file" | cut -d/ -f2)
  target=${path%%/*}
  count=$((count + 1))
  mine=$(rank "$layer")
  [ "$mine" -ge 0 ] || { say "$file: unknown layer '$layer'"; continue; }
  if [ "$path" = kernels/random.h ]; then
    : # plain numbers, for host and kernels alike
  elif [ "$target" = kernels ]; then
    # Only from machines upward.
    [ "$mine" -ge "$(rank machines)" ] || say "$file: includes $path, but kernels belong to machines and above"
  elif [ "$target" = chatter ]; then
    [ "$layer" = api ] || say "$file: includes the public header $path"
  elif [ "$target" = "$path" ]; then
    say "$file: includes \"$path\" without its layer"
  else
    theirs=$(rank "$target")
    [ "$theirs" -ge 0 ] || { say "$file: includes $path of no known layer"; continue; }
    [ "$theirs" -le "$mine" ] || say "$file: includes $path, which lies above $layer"
    if [ "$layer" = engines ] && [ "$target" = engines ] && [ "$file" != host/engines/registry.c ]; then
      own=$(echo "$file" | cut -d/ -f3) other=$(echo "$path" | cut -d/ -f2)
      [ "$own" = "$other" ] || [[ " $uses " = *" $own:$other "* ]] || say "$file: includes $path of another engine"
    fi
  fi
done <<<"$list"
[ "$count" -gt 100 ] || say "only $count includes were found: the test looks in the wrong place"

kernels=$(grep -rHoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' kernels | grep -E '"(\.\./host|base/|study/|model/|reduction/|results/|plot/|machines/|ensemble/|engines/|cli/)')
[ -z "$kernels" ] || say "kernels include the host: $kernels"
for room in kernels/*/; do
  own=$(basename "$room")
  [ "$own" = laws ] && continue
  others=$(grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"\.\./[a-z_]+/' "$room"*.h | grep -vE '"\.\./(laws)/')
  [ -z "$others" ] || say "$own includes another room: $others"
done

names=$(find host kernels -name '*.[ch]' | sed 's|.*/||' | sort)
[ "$(wc -l <<<"$names")" -gt 150 ] || say "only $(wc -l <<<"$names") files were found: the test looks in the wrong place"
for name in $(uniq -d <<<"$names"); do
  say "$name stands twice: $(find host kernels -name "$name" | tr '\n' ' ')"
done

# fuzz: the readers of all layers; standin: what takes the place of a GPU
folders=$(find tests -mindepth 1 -type d ! -path 'tests/fuzz*' ! -path tests/machines/cuda/standin)
[ "$(wc -l <<<"$folders")" -ge 12 ] || say "only $(wc -l <<<"$folders") folders of tests were found"
for folder in $folders; do
  [ -d "host/${folder#tests/}" ] || [ -d "${folder#tests/}" ] || say "$folder: there is no such folder in host/ or at the root"
done
numbered=$(find tests -name 't[0-9]*')
[ -z "$numbered" ] || say "a test's name says what it proves, not a number: $numbered"
exit $((failures > 0))
