# Run by cpack on the staged files. Licence, changelog and manual page get Debian's names and compressed forms; program
# and library find their libraries where Debian has them, without the folders of the build (RPATH).
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
file(RENAME ${usr}/share/doc/chatter/LICENSE ${usr}/share/doc/chatter/copyright)
file(RENAME ${usr}/share/doc/chatter/CHANGELOG.md ${usr}/share/doc/chatter/changelog)
execute_process(COMMAND gzip -9nf ${usr}/share/doc/chatter/changelog ${usr}/share/man/man1/chatter.1
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB binaries ${usr}/bin/* ${usr}/lib/libchatter.so.*.* ${usr}/lib/*/libchatter.so.*.*)
foreach(binary ${binaries})
  file(RPATH_REMOVE FILE ${binary})
endforeach()
