#!/usr/bin/env bash
# docs/reference.md equals the output of the schema table.
build=$1
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
"$build/chatter" schema --markdown | diff -u "$source/docs/reference.md" - ||
  { echo "docs/reference.md is stale: chatter schema --markdown > docs/reference.md"; exit 1; }
