#!/usr/bin/env bash
# The version of CMakeLists.txt is that of the program, the manual page, CITATION.cff and the newest release in
# CHANGELOG.md, which has a date.
. "$(dirname "$0")/program.sh"
root=$models/..
version=$(sed -n 's/^project(chatter VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
[ "$("$chatter" --version)" = "chatter $version" ] || say "the program is $("$chatter" --version), not $version"
"$chatter" --man | grep -q "^\.TH CHATTER .*\"chatter $version\"" || say "the manual page has another version"
grep -q "^version: $version$" "$root/CITATION.cff" || say "CITATION.cff has another version than $version"
grep -m1 '^## [0-9]' "$root/CHANGELOG.md" | grep -qE "^## $version - [0-9]{4}-[0-9]{2}-[0-9]{2}$" ||
  say "the newest release in CHANGELOG.md is not '## $version - DATE'"
[ "$(grep -m1 '^## ' "$root/CHANGELOG.md")" = '## Unreleased' ] || say "CHANGELOG.md has no section Unreleased at its top"
finish
