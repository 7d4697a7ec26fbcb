# cpack -G DEB: one Debian package of what install.cmake installs (`./quickstart deb`). Its dependencies are those of
# the shared libraries that program and library are linked with, found by dpkg-shlibdeps.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the chatter authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT) # chatter_VERSION_amd64.deb
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # programs that are linked with libchatter depend on this package
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# ccx makes the matrices of decks, gnuplot draws figures. Everything else works without them.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "calculix-ccx, gnuplot-nox | gnuplot, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"chatter reduces a finite-element model by component mode synthesis and integrates
thousands to millions of trajectories of the reduced model in lockstep, with rigid
and compliant contact and Coulomb friction, on the CPU or on an NVIDIA GPU. It also
follows response curves by harmonic balance and maps stick-slip regimes.
.
The package has the program, the C library with its header, and example models.")
include(CPack)
