# cmake --install: program, library with header and pkg-config file, manual page and completion (both printed by the
# program from its table of options), models and documents.
include(GNUInstallDirs)

# Made whenever the program is linked: `cmake --install` works after any build that has made program
# and library.
set(MAN_PAGE ${CMAKE_BINARY_DIR}/share/chatter.1)
set(COMPLETION ${CMAKE_BINARY_DIR}/share/chatter.bash)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share)
set(RUN_CHATTER ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:chatter>)
add_custom_command(TARGET chatter POST_BUILD COMMAND ${RUN_CHATTER} --man > ${MAN_PAGE}
  COMMAND ${RUN_CHATTER} --completion > ${COMPLETION} BYPRODUCTS ${MAN_PAGE} ${COMPLETION} VERBATIM)

# Paths in the pkg-config file are relative to its place: the tree may be moved, and staged
# (--prefix, DESTDIR).
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR LIBDIR_IS_ABSOLUTE)
if(LIBDIR_IS_ABSOLUTE)
  set(PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  set(PC_PREFIX "\${pcfiledir}/${PC_PREFIX}")
endif()
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE PC_LIBDIR)
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE PC_INCLUDEDIR)
configure_file(cmake/chatter.pc.in ${CMAKE_BINARY_DIR}/share/chatter.pc @ONLY)

# Libraries in folders that were passed to the linker are found there (RPATH); the others are those
# of the system.
set_target_properties(chatter chatter_api PROPERTIES INSTALL_RPATH "" INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS chatter RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(CHATTER_MPI)
  install(TARGETS chatter-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS chatter_api LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/chatter DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/share/chatter.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${MAN_PAGE} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${COMPLETION} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME chatter)
set(SCRIPT OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/chatter
        FILES_MATCHING PATTERN "*.yaml" PATTERN "*.inp" PATTERN "*.mtx" PATTERN "*.csv" PATTERN "*.awk" PATTERN "*.sh"
        PATTERN "*.md" PATTERN "make*" PERMISSIONS ${SCRIPT})
install(DIRECTORY tools/slurm DESTINATION ${CMAKE_INSTALL_DATADIR}/chatter FILE_PERMISSIONS ${SCRIPT})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN site EXCLUDE)

if(SKBUILD) # for the wheel (pyproject.toml), which has no symbolic links
  install(FILES $<TARGET_FILE:chatter_api> DESTINATION chatter RENAME libchatter.so COMPONENT python)
endif()
