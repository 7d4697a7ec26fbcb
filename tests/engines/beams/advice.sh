#!/usr/bin/env bash
# Advice where an increment of beams in contact does not converge, followed: studies that earn it run with each remedy, to the force
# of 60 increments.
. "$(dirname "$0")/../../program.sh"
cp "$(dirname "$0")/through.yaml" .
# ends SETTINGS...: status and force; messages are in words.txt
ends() {
  "$chatter" run through.yaml -o x.h5 -f -q --device cpu --max-failed 1 "${@/#/--set=}" 2>words.txt || say "$*: exit code $?: $(cat words.txt)"
  "$chatter" export x.h5 -o x.csv -f >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["status"], $at["force"] }' x.csv
}
read -r _ whole <<<"$(ends)"
# cures ADVICE EARNED CURE: the message that the first settings earn names the advice; with the last one the study runs
cures() {
  local status force
  read -r status _ <<<"$(ends $2)"
  [ "$status" = not_converged ] || say "$2: $status"
  grep -q "does not converge; take .*$1" words.txt || say "$2: no advice '$1': $(cat words.txt)"
  read -r status force <<<"$(ends $2 "$3")"
  [ "$status" = ok ] || say "$3 does not help: $status"
  expect "$3" "$force" "$whole" 1e-5 # Newton's tolerance; nothing slips, so that the way there does not count
}
cures 'more of them' 'loading.increments=1 loading.halvings=0' loading.increments=10
cures 'loading.halvings' 'loading.increments=1 loading.halvings=0' loading.halvings=8
cures 'loading.iterations' 'loading.increments=10 loading.halvings=0 loading.iterations=3' loading.iterations=25
cures 'stiffer penalties where beams go' beam_contact.normal_penalty=3 beam_contact.normal_penalty=3000
finish
