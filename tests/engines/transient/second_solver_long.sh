#!/usr/bin/env bash
# Four times as many inclusions as in second_solver.
exec bash "$(dirname "$0")/second_solver.sh" "$1" 4 1200
