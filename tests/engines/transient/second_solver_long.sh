#!/usr/bin/env bash
# Four times as many inclusions as second_solver compares.
exec bash "$(dirname "$0")/second_solver.sh" "$1" 4 1200
