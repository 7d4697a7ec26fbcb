#!/usr/bin/env bash
# Every test of sanitize_long.sh, not only those with branches of their own.
exec bash "$(dirname "$0")/sanitize_long.sh" "$1" all
