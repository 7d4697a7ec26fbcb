#!/usr/bin/env bash
# `cpack -G DEB` of the build: the package has its files under /usr with their rights, depends on the libraries that it
# needs, and its program runs.
. "$(dirname "$0")/program.sh"
[ -e "$build/CPackConfig.cmake" ] || skip "no CMake build folder"
for tool in cpack dpkg-deb dpkg-shlibdeps file readelf; do
  command -v $tool >/dev/null || skip "$tool is missing"
done
if readelf -d "$chatter" | grep -q 'lib[at]san'; then skip "built with a sanitizer"; fi
# Not compressed, which takes most of the time.
cpack -G DEB --config "$build/CPackConfig.cmake" -B . -D CPACK_DEBIAN_COMPRESSION_TYPE=none >log.txt 2>&1 ||
  { cat log.txt; say "cpack fails"; finish; }
version=$("$chatter" --version | cut -d' ' -f2)
package=chatter_${version}_$(dpkg --print-architecture).deb
[ -e "$package" ] || { say "no $package: $(ls)"; finish; }

dpkg-deb -c "$package" >files.txt
for file in bin/chatter include/chatter/chatter.h share/man/man1/chatter.1.gz share/doc/chatter/copyright \
  share/doc/chatter/changelog.gz share/doc/chatter/docs/reference.md share/chatter/models/bar/moreau.yaml \
  share/bash-completion/completions/chatter; do
  grep -q " \./usr/$file$" files.txt || say "the package lacks /usr/$file"
done
grep -q '/libchatter\.so\.2\.'"$version"'$' files.txt || say "the package lacks the library"
grep -v ' \./usr/' files.txt && say "files outside /usr"
grep -vE '^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root/root ' files.txt && say "files with other rights"
for field in 'Version: '"$version" 'Depends: .*libc6 .*libhdf5.*libopenblas0.*libyaml' 'Recommends: .*ccx.*gnuplot'; do
  dpkg-deb -f "$package" | grep -q "^$field" || say "the package has no '$field': $(dpkg-deb -f "$package")"
done

dpkg-deb -x "$package" root
[ -x root/usr/share/chatter/models/bar/make_figures ] || say "the scripts of models do not run"
readelf -d root/usr/bin/chatter | grep 'R.*PATH' && say "the program names folders of the build"
[ "$(root/usr/bin/chatter --version)" = "chatter $version" ] || say "the program of the package does not run"
[ "$(gzip -dc root/usr/share/man/man1/chatter.1.gz | head -1 | grep -c "chatter $version")" = 1 ] ||
  say "the manual page has another version"
finish
