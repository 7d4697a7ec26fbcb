#!/usr/bin/env bash
# Without arguments the program shows three commands, which work as they are, and existing
# documents.
. "$(dirname "$0")/../program.sh"
root=$(dirname "$models")
"$chatter" >out.txt 2>screen.txt
[ $? = 2 ] && [ ! -s out.txt ] || say "not exit code 2 with all on standard error"
[ "$(wc -l <screen.txt)" -le 12 ] || say "$(wc -l <screen.txt) lines are more than a first screen"
awk 'length > 100 { exit 1 }' screen.txt || say "lines of more than 100 characters"

ln -s "$models" models
mapfile -t commands < <(grep -oE '^  chatter [a-z]+ [^ ]+' screen.txt)
[ ${#commands[@]} = 3 ] || say "${#commands[@]} commands"
for command in "${commands[@]}"; do
  read -ra words <<<"$command"
  if [ "${words[1]}" = plot ] && ! command -v gnuplot >/dev/null; then continue; fi
  "$chatter" "${words[@]:1}" >log.txt 2>&1 || say "$command: exit $?: $(tail -2 log.txt)"
done
for file in massless.h5 $(command -v gnuplot >/dev/null && echo massless.svg); do
  grep -q "$file" screen.txt && [ -s "$file" ] || say "no $file, or the screen does not name it"
done

documents=$(grep -oE '[A-Za-z_/]+[.]md' screen.txt)
[ "$(wc -w <<<"$documents")" -ge 2 ] || say "documents: $documents"
for document in $documents; do [ -s "$root/$document" ] || say "$document is not there"; done
while read -r heading; do
  grep -qx "## $heading" "$root/README.md" || say "README.md has no '$heading'"
done < <(grep -oE '"[^"]+"' screen.txt | tr -d '"')
grep -q 'chatter --help' screen.txt || say "no way to the list of commands"
finish
