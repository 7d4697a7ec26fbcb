#!/usr/bin/env bash
# Order of layers: an include must not point back: base < statistics < study < model < reduction <
# results < plot < machines < ensemble < drives < engines < inference < report < api < serve < cli
# (and mpi, a separate program). The folder of an engine includes headers of another engine only by
# a declared use. kernels/ includes nothing of the host, and its common folders no headers of
# engines. Each name of a header occurs once in kernels/ (NVRTC identifies headers by the text of an
# #include), and the folders of the tests have the names of those of the code. The test counts the
# files that it examined, so that it cannot pass without any.
set -u
root=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
cd "$root" || exit 1
order="base statistics study model reduction results plot machines ensemble drives engines inference report api serve cli mpi"
# engines that use another one, as declared to the build: "regimes:transient ..."
uses=$(sed -nE 's/^chatter_engine\(([a-z0-9_]+) USES ([a-z0-9_ ]+)\)$/\1 \2/p' cmake/engines.cmake |
  awk '{for (i = 2; i <= NF; i++) printf "%s:%s ", $1, $i}')
for folder in host/engines/*/; do
  grep -q "^chatter_engine($(basename "$folder")[ )]" cmake/engines.cmake || { echo "$folder is not declared in cmake/engines.cmake" >&2; exit 1; }
done
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
  if [ "$path" = kernels/random.h ] || [ "$path" = kernels/laws/laws.h ] || [ "$path" = kernels/drives/drives.h ]; then
    : # plain numbers, for host and kernels
  elif [ "$target" = kernels ]; then
    # Only from machines upward.
    [ "$mine" -ge "$(rank machines)" ] || say "$file: includes $path, but kernels belong to machines and above"
  elif [ "$target" = chatter ]; then
    [ "$layer" = api ] || [ "$layer" = serve ] || say "$file: includes the public header $path"
  elif [ "$target" = "$path" ]; then
    say "$file: includes \"$path\" without its layer"
  else
    theirs=$(rank "$target")
    [ "$theirs" -ge 0 ] || { say "$file: includes $path of no known layer"; continue; }
    [ "$theirs" -le "$mine" ] || say "$file: includes $path, which lies above $layer"
    if [ "$layer" = engines ] && [ "$target" = engines ]; then
      own=$(echo "$file" | cut -d/ -f3) other=$(echo "$path" | cut -d/ -f2)
      [ "$own" = "$other" ] || [[ " $uses " = *" $own:$other "* ]] || say "$file: includes $path of another engine"
    fi
  fi
done <<<"$list"
[ "$count" -gt 100 ] || say "only $count includes were found: the test looks in the wrong place"

kernels=$(grep -rHoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' kernels | grep -E '"(\.\./host|base/|study/|model/|reduction/|results/|plot/|machines/|ensemble/|engines/|cli/)')
[ -z "$kernels" ] || say "kernels include the host: $kernels"
# folders of kernels that belong to no engine
shared=" laws drives "
while IFS='|' read -r file path; do
  own=$(cut -d/ -f2 <<<"$file")
  target=$(realpath -m --relative-to=. "$(dirname "$file")/$path")
  other=$(sed -nE 's|^kernels/([a-z0-9_]+)/.*|\1|p' <<<"$target")
  [ -e "$target" ] || say "$file includes $path, which is not there"
  [ -z "$other" ] || [ "$own" = "$other" ] || [[ $shared = *" $other "* ]] || [[ " $uses " = *" $own:$other "* ]] ||
    say "$file includes the room $other"
done < <(grep -rHoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' kernels --include='*.h' | sed -E 's/^([^:]+):.*"([^"]+)"/\1|\2/' |
  grep -v kernels.h)
# common code of all kernels and launchers names no engine and none of its kernels
kernel_names=$(grep -hoE '^KERNEL\([a-z0-9_]+' kernels/*/kernels.h | sed 's/KERNEL(//')
[ -n "$kernel_names" ] || say "no list of kernels was found"
for word in $kernel_names $(ls -d kernels/*/ | xargs -n1 basename | grep -vxE 'laws|drives'); do
  found=$(grep -rnwiE "$word|${word}_[a-z_]+" kernels/*.h host/machines --include='*.[ch]')
  [ -z "$found" ] || say "common files name $word: $found"
done

names=$(find kernels -name '*.h' ! -name kernels.h | sed 's|.*/||' | sort)
[ "$(wc -l <<<"$names")" -gt 100 ] || say "only $(wc -l <<<"$names") files were found: the test looks in the wrong place"
for name in $(uniq -d <<<"$names"); do
  say "$name stands twice: $(find kernels -name "$name" | tr '\n' ' ')"
done
# Each file name occurs once in host, kernels and include together (except kernels.h: the list that
# every engine's kernels have).
names=$(find host kernels include -name '*.[ch]' ! -name kernels.h | sed 's|.*/||' | sort)
[ "$(wc -l <<<"$names")" -gt 700 ] || say "only $(wc -l <<<"$names") names of files were found"
for name in $(uniq -d <<<"$names"); do
  say "$name stands twice: $(find host kernels include -name "$name" | tr '\n' ' ')"
done
# file.c has file.h. Exceptions are programs, the public library, and the members of a family, which the family's header
# declares: commands, figures, kinds of models, methods of reduction, rules of a study, sections of a report, back ends.
families="api:(chatter|evaluate) cli:(main|one_thread) mpi:mpi_main cli/commands:command_[a-z]+
  machines:kernel_kinds machines/cpu:cpu_(kernel|launch) machines/device_sim:device_sim
  machines/cuda:cuda_(devices|launch|none|solver_slots) model:(bar|beam|chain|plane) model/deck:calculix model/matrices:matrices
  plot/(curves|mesh|signals|spread):[a-z_0-9]+ reduction:(craig_bampton|free_interface) report:section_[a-z]+
  serve:serve_without_http study/rules:[a-z]+_rules"
members=0
for file in $(find host -name '*.c'); do
  [ ! -e "${file%.c}.h" ] || continue
  folder=${file#host/} folder=${folder%/*} topic=$(basename "${file%.c}")
  for family in $families; do
    [[ $folder =~ ^${family%%:*}$ && $topic =~ ^${family#*:}$ ]] && { members=$((members + 1)); continue 2; }
  done
  say "$file has no $topic.h"
done
[ "$members" -gt 40 ] || say "only $members members of families were found"
# A figure's file defines the figure and nothing else for others.
for file in host/plot/{curves,mesh,signals,spread}/*.c; do
  [ -e "${file%.c}.h" ] || grep -qE '^const figure_kind figure_[a-z_0-9]+ =' "$file" || say "$file has no header and is no figure"
done
# A folder that one can take in at a glance (host/base: topics without an order among them).
for folder in $(find host kernels -type d ! -path 'host/base'); do
  n=$(find "$folder" -maxdepth 1 -type f | wc -l)
  [ "$n" -le 24 ] || say "$folder holds $n files"
done

# The folders of an engine have one order: keys and kind in study/, and folders with more than one
# file.
engines_in_order=0
for folder in host/engines/*/; do
  [ -n "$(find "$folder" -mindepth 1 -type d)" ] || continue # few files, and none of these folders
  engines_in_order=$((engines_in_order + 1))
  for file in "$folder"*_keys.[ch] "$folder"*_kind.c; do
    [ ! -e "$file" ] || say "$file belongs to ${folder}study"
  done
  for room in $(find "$folder" -mindepth 1 -type d); do
    [ "$(find "$room" -type f | wc -l)" -gt 1 ] || say "$room is a folder for one file"
  done
done
[ "$engines_in_order" -ge 4 ] || say "only $engines_in_order engines with folders were found"

# fuzz: the readers of all layers; standin: stand-ins for a GPU
folders=$(find tests -mindepth 1 -type d ! -path 'tests/fuzz*' ! -path tests/machines/cuda/standin)
[ "$(wc -l <<<"$folders")" -ge 12 ] || say "only $(wc -l <<<"$folders") folders of tests were found"
for folder in $folders; do
  [ -e "$folder/kernels.h" ] && continue # a kernel for tests
  [ -n "$(find "$folder" -maxdepth 1 '(' -name '*.[ch]' -o -name '*.sh' ')')" ] || continue # data of the tests above it
  [ -d "host/${folder#tests/}" ] || [ -d "${folder#tests/}" ] || say "$folder: there is no such folder in host/ or at the root"
done
numbered=$(find tests -name 't[0-9]*')
[ -z "$numbered" ] || say "a test's name says what it proves, not a number: $numbered"
exit $((failures > 0))
