#!/usr/bin/env bash
# docs/bibliography.md is what tools/bibliography makes of docs/references.bib. Every DOI in a page of
# the project is in that file. Planted files with faults show that the tool refuses them.
set -u
root=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
tool=$root/tools/bibliography
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "$1" >&2; failures=$((failures + 1)); }

python3 "$tool" | diff -u "$root/docs/bibliography.md" - ||
  fail "docs/bibliography.md is stale: tools/bibliography >docs/bibliography.md"

while read -r doi; do
  grep -qF "{$doi}" "$root/docs/references.bib" || fail "a page cites doi:$doi, which docs/references.bib lacks"
done < <(cd "$root" && find docs host kernels models bench README.md -name '*.md' \
  -exec grep -hoE 'doi:10\.[0-9]{4,}/[^] ,;]+' {} + | sed -E 's/^doi://; s/\.$//' | sort -u)

refused() { # MESSAGE ENTRY
  printf '%s\n' "$2" >"$work/faulty.bib"
  said=$(python3 "$tool" "$work/faulty.bib" 2>&1 >/dev/null) && fail "taken without a message: $1"
  grep -qF "$1" <<<"$said" || fail "not said: $1, but: $said"
}
one=$'@book{a,\n  author = {A, B},\n  title = {T},\n  year = {2000},\n'
one+=$'  keywords = {K},\n  note = {No DOI.},\n}'
refused 'two entries have the heading A 2000' "$one"$'\n'"${one/\{a,/\{b,}"
refused 'a lacks year' "${one/$'  year = {2000},\n'/}"
refused 'a lacks doi' "${one/$'  note = {No DOI.},\n'/}"
refused 'an entry does not have the form' '@book{a, author = {A, B}}'
exit $((failures > 0))
