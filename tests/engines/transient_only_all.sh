#!/usr/bin/env bash
# The build with the transient engine alone, with every quick test that remains in it.
TRANSIENT_ONLY_TESTS=. exec bash "$(dirname "$0")/transient_only_long.sh" "$1"
