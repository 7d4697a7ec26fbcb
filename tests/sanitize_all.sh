#!/usr/bin/env bash
# Every test of sanitize_long.sh, not only those that take other branches than the rest.
exec bash "$(dirname "$0")/sanitize_long.sh" "$1" all
