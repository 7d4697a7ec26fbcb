#!/usr/bin/env bash
# cmake --install into an empty prefix: the program runs from there, a C program finds the library
# by pkg-config, manual page and completion agree with --help, the models run.
. "$(dirname "$0")/program.sh"
command -v cmake >/dev/null && [ -e "$build/cmake_install.cmake" ] || skip "no CMake build folder"
if readelf -d "$chatter" | grep -q 'lib[at]san'; then skip "built with a sanitizer"; fi
# quickstart builds program and library only: linking the program makes everything else that is
# installed.
[ ! -e "$build/build.ninja" ] || grep -q '^build chatter [^:]*share/chatter[.]1' "$build/build.ninja" ||
  say "the manual page is not made with the program"
cmake --install "$build" --prefix "$work/a prefix" >log.txt 2>&1 || { cat log.txt; say "cmake --install fails"; finish; }
mv "a prefix" moved # no file in it may contain the place of installation
prefix=$work/moved
library=$(dirname "$(find "$prefix" -name libchatter.so)")
grep -rIl 'a prefix' moved && say "files name the prefix"
[ -L "$library/libchatter.so" ] && [ -e "$library/libchatter.so.2" ] || say "no names of the library's version"

export XDG_CACHE_HOME=$work/cache PATH=$prefix/bin:$PATH
[ "$(command -v chatter)" = "$prefix/bin/chatter" ] || say "the program is not in bin"
cd "$prefix/share/chatter/models" || exit 1
chatter eval bar/moreau.yaml --quiet --device cpu >"$work/table.csv" || say "the installed program does not evaluate a model"
for study in */*.yaml; do
  sed -n 's/.*\(deck\|stiffness\|mass\|dof\|nodes\|contact\|file\): *\([A-Za-z_.-]*\.\(inp\|mtx\|csv\)\).*/\2/p' "$study" |
    while read -r file; do [ -e "$(dirname "$study")/$file" ] || echo "$study lacks $file"; done
done >"$work/lacking.txt"
[ -s "$work/lacking.txt" ] && say "$(cat "$work/lacking.txt")"
cd "$work" || exit 1

# A C program, linked by pkg-config, with the same numbers as the chatter program.
cat >use.c <<'C'
#include <chatter/chatter.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  chatter_study *study = NULL;
  chatter_options options = chatter_options_default();
  options.device = "cpu";
  if (argc != 2 || chatter_open(argv[1], &options, &study)) return fprintf(stderr, "%s\n", chatter_error()), 1;
  int n = chatter_output_count(study), status = 0;
  double *value = calloc((size_t)n, sizeof *value);
  if (chatter_evaluate(study, 1, 0, NULL, NULL, n, value, &status)) return fprintf(stderr, "%s\n", chatter_error()), 1;
  printf("0,%s", chatter_status_word(status));
  for (int i = 0; i < n; i++) printf(",%.17g", value[i]);
  puts("");
  free(value);
  chatter_close(study);
  return 0;
}
C
if command -v pkg-config >/dev/null && command -v cc >/dev/null; then
  export PKG_CONFIG_PATH=$library/pkgconfig
  [ "chatter $(pkg-config --modversion chatter)" = "$(chatter --version)" ] || say "pkg-config has another version"
  # shellcheck disable=SC2046
  cc -Wall -Werror use.c -o use $(pkg-config --cflags --libs chatter) || say "a C program does not build"
  readelf -d use | grep -q 'NEEDED.*libchatter.so.2' || say "a C program does not ask for the library's version"
  LD_LIBRARY_PATH=$library ./use "$prefix/share/chatter/models/bar/moreau.yaml" >c.csv || say "a C program does not run"
  tail -n +2 table.csv | cmp -s - c.csv || say "the library gives $(cat c.csv), the program $(tail -1 table.csv)"
fi

# The manual page: every command, option and exit code of --help, and no warning of the formatter.
page=$prefix/share/man/man1/chatter.1
if command -v groff >/dev/null; then
  groff -man -Tutf8 -K utf8 -ww -P-c "$page" >page.txt 2>complaints.txt
  [ -s complaints.txt ] && say "groff: $(head -3 complaints.txt)"
  sed -i 's/.\x08//g; s/‐/-/g; s/−/-/g' page.txt
  commands=$(chatter --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
  [ "$(wc -w <<<"$commands")" -ge 10 ] || say "--help lists $commands"
  for command in $commands; do
    grep -q "^ *$command\( \|$\)" page.txt || say "the manual page lacks $command"
    for option in $(chatter "$command" --help | grep -o '^  \(-., \|    \)--[a-z-]*' | grep -o -- '--.*'); do
      [ "$option" = --help ] || grep -q -- "$option" page.txt || say "the manual page lacks $command $option"
      COMP_OPTION=$option COMMAND=$command bash -c '. "$1"; COMP_WORDS=(chatter "$COMMAND" "$COMP_OPTION") COMP_CWORD=2
        _chatter; [[ " ${COMPREPLY[*]} " == *" $COMP_OPTION "* ]]' _ "$prefix/share/bash-completion/completions/chatter" ||
        say "the completion lacks $command $option"
    done
  done
  for section in NAME SYNOPSIS COMMANDS 'EXIT STATUS' 'FILES AND ENVIRONMENT'; do
    grep -qx "$section" page.txt || say "the manual page has no $section"
  done
fi
touch 'two words.yaml'
words=$(bash -c '. "$1"; COMP_WORDS=(chatter run two) COMP_CWORD=2; _chatter; printf "%s|" "${COMPREPLY[@]}"' _ \
  "$prefix/share/bash-completion/completions/chatter")
[ "$words" = 'two words.yaml|' ] || say "the completion breaks '$words'"
[ -n "$(find "$prefix/share/doc" -name README.md)" ] && [ -n "$(find "$prefix/share/doc" -name reference.md)" ] ||
  say "no documents"
finish
