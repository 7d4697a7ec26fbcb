#!/usr/bin/env bash
# The layout of all C and CUDA sources is that of clang-format 14. Other versions differ in places:
# the test is then skipped.
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
formatter=$(command -v clang-format-14 || command -v clang-format) || exit 77
"$formatter" --version | grep -q 'version 14\.' || exit 77
cd "$source" && find bench host include kernels tests tools -name '*.[ch]' -o -name '*.cu' | xargs "$formatter" --dry-run -Werror
