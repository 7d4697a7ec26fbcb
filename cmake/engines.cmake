# The engines: one line each, at the end. An engine is a folder of host code, a folder of kernels,
# and the engines that it uses. A program gets its engines from a registry, the list that
# chatter_registry() makes.
include(${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)

# A build with sanitizers or with few engines takes the kernels that do not differ from the release
# build, which has exported them (kernels.cmake, at the end of the top CMakeLists.txt).
set(CHATTER_RELEASE_BUILD "" CACHE PATH "the build folder whose kernels and GPU stand-ins are taken as they are, where they can be")
set(SANITIZED_INSTANCES "")
if(CHATTER_INSTRUMENTED)
  # Four lanes, and one lane for machines without them. Not v3_1, in which single trajectories run:
  # most tests would wait for it. Headers of kernels are tested in one lane too
  # (tests/CMakeLists.txt).
  set(SANITIZED_INSTANCES baseline_1)
  if(CPU_INSTANCES MATCHES "v3_4 ")
    set(SANITIZED_INSTANCES v3_4)
  endif()
endif()
if(CHATTER_RELEASE_BUILD)
  include(${CHATTER_RELEASE_BUILD}/kernels.cmake)
endif()

# Compiles one kernel of an engine's list for every CPU build (machines.cmake), as objects of the
# library `to`. ONE_LANE: only for builds of one lane in double precision.
function(kernel_objects to folder kernel header prefix)
  cmake_parse_arguments(ONLY "ONE_LANE" "" "" ${ARGN})
  foreach(instance ${CPU_INSTANCES})
    separate_arguments(fields UNIX_COMMAND "${instance}")
    list(POP_FRONT fields build level lanes single)
    if(ONLY_ONE_LANE AND (lanes GREATER 1 OR single))
      continue()
    endif()
    set(name kernel_${kernel}_${build})
    if(CHATTER_RELEASE_BUILD AND NOT build IN_LIST SANITIZED_INSTANCES)
      target_sources(${to} PRIVATE $<TARGET_OBJECTS:release_${name}>)
      continue()
    endif()
    set_property(GLOBAL APPEND PROPERTY CHATTER_KERNEL_OBJECTS ${name})
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${MACHINES}/cpu/cpu_kernel.c)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/host
      ${PROJECT_SOURCE_DIR}/kernels ${folder}/..)
    target_compile_definitions(${name} PRIVATE KERNEL_NAME=${kernel} KERNEL_PREFIX=${prefix} KERNEL_HEADER="${header}"
      LANES=${lanes} CPU_NAME=${build})
    if(single)
      target_compile_definitions(${name} PRIVATE KERNEL_SINGLE)
    endif()
    target_compile_options(${name} PRIVATE ${fields})
    # Sanitizers instrument the double-precision instances of 1 and 4 lanes; the others have the
    # same source. Kernels that an engine launches itself are left to AddressSanitizer. KERNEL_FN is
    # left to the compiler in them: with a long body in one function each would compile for a
    # minute.
    if(CHATTER_INSTRUMENTED)
      target_compile_options(${name} PRIVATE "SHELL:-O1 -Dalways_inline=unused")
      if(NOT build IN_LIST SANITIZED_INSTANCES)
        target_compile_options(${name} PRIVATE -fno-sanitize=all -fno-profile-arcs -fno-test-coverage)
      elseif(CHATTER_SANITIZE AND (lanes GREATER 1 OR ONLY_ONE_LANE))
        target_compile_options(${name} PRIVATE -fno-sanitize=undefined)
      endif()
    endif()
    target_sources(${to} PRIVATE $<TARGET_OBJECTS:${name}>)
  endforeach()
endfunction()

# Reads the lines of a file, if it exists: KERNEL(name, header, prefix, dims, team) as lists
# "name;header;prefix;team" in `out`, their fields separated by |.
function(kernel_list file out)
  set(kernels "")
  if(EXISTS ${file})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^KERNEL")
    foreach(line ${lines})
      if(NOT line MATCHES "^KERNEL\\(([a-z0-9_]+), \"([^\"]+)\", ([a-z0-9_]+), [A-Za-z0-9_]+, (1|128)\\)$")
        message(FATAL_ERROR "${file}: not KERNEL(name, \"header\", prefix, dims, 1 or 128): ${line}")
      endif()
      list(APPEND kernels "${CMAKE_MATCH_1}|${CMAKE_MATCH_2}|${CMAKE_MATCH_3}|${CMAKE_MATCH_4}")
    endforeach()
  endif()
  set(${out} "${kernels}" PARENT_SCOPE)
endfunction()

# chatter_engine(NAME [HOST folder] [KERNELS folder] [USES engines...]): the library engine_NAME.
# HOST contains NAME_engine.h, which declares NAME_engines[] (ends with NULL) and the kind of study
# NAME_kind; KERNELS contains the list kernels.h. Defaults: host/engines/NAME and kernels/NAME. The
# last part of KERNELS is the name of the engine: headers are included as NAME/header.h. Kernels
# that the engine launches itself are listed in library_kernels.h beside kernels.h.
function(chatter_engine name)
  cmake_parse_arguments(ENGINE "" "HOST;KERNELS" "USES" ${ARGN})
  if(NOT ENGINE_HOST)
    set(ENGINE_HOST ${PROJECT_SOURCE_DIR}/host/engines/${name})
  endif()
  if(NOT ENGINE_KERNELS)
    set(ENGINE_KERNELS ${PROJECT_SOURCE_DIR}/kernels/${name})
  endif()
  kernel_list(${ENGINE_KERNELS}/kernels.h kernels)
  kernel_list(${ENGINE_KERNELS}/library_kernels.h library_kernels)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ENGINE_HOST}/*.c)
  add_library(engine_${name} STATIC EXCLUDE_FROM_ALL ${sources})
  set_target_properties(engine_${name} PROPERTIES OUTPUT_NAME chatter_engine_${name} ENGINE_HOST ${ENGINE_HOST}
    ENGINE_KERNELS ${ENGINE_KERNELS} ENGINE_LIST "${kernels}" ENGINE_USES "${ENGINE_USES}")
  list(TRANSFORM ENGINE_USES PREPEND engine_ OUTPUT_VARIABLE used)
  target_link_libraries(engine_${name} PUBLIC ${used} chatter_common)
  if(kernels)
    target_sources(engine_${name} PRIVATE ${MACHINES}/kernel_kind.c)
    target_include_directories(engine_${name} PUBLIC ${PROJECT_SOURCE_DIR}/kernels)
    target_compile_definitions(engine_${name} PRIVATE KERNEL_LIST="${ENGINE_KERNELS}/kernels.h")
  endif()
  foreach(kernel ${kernels})
    string(REPLACE "|" ";" fields "${kernel}")
    list(POP_FRONT fields kernel header prefix)
    kernel_objects(engine_${name} ${ENGINE_KERNELS} ${kernel} ${header} ${prefix})
  endforeach()
  if(library_kernels)
    add_library(library_kinds_${name} OBJECT EXCLUDE_FROM_ALL ${MACHINES}/kernel_kind.c)
    target_include_directories(library_kinds_${name} PRIVATE ${PROJECT_SOURCE_DIR}/kernels)
    target_compile_definitions(library_kinds_${name} PRIVATE KERNEL_LIST="${ENGINE_KERNELS}/library_kernels.h" KERNEL_ONE_LANE)
    target_link_libraries(library_kinds_${name} PRIVATE chatter_common)
    target_sources(engine_${name} PRIVATE $<TARGET_OBJECTS:library_kinds_${name}>)
  endif()
  foreach(kernel ${library_kernels})
    string(REPLACE "|" ";" fields "${kernel}")
    list(POP_FRONT fields kernel header prefix)
    kernel_objects(engine_${name} ${ENGINE_KERNELS} ${kernel} ${header} ${prefix} ONE_LANE)
  endforeach()
  set_property(GLOBAL APPEND PROPERTY CHATTER_ALL_ENGINES ${name})
endfunction()

# The given engines and all that they use, in the order of declaration.
function(engines_needed out)
  set(wanted ${ARGN})
  get_property(known GLOBAL PROPERTY CHATTER_ALL_ENGINES)
  list(REVERSE known) # an engine is declared after those that it uses
  set(needed "")
  foreach(name ${wanted})
    if(NOT name IN_LIST known)
      list(SORT known)
      list(JOIN known ", " allowed)
      message(FATAL_ERROR "unknown engine '${name}' (allowed: ${allowed})")
    endif()
  endforeach()
  foreach(name ${known})
    if(name IN_LIST wanted)
      list(PREPEND needed ${name})
      get_target_property(uses engine_${name} ENGINE_USES)
      if(uses)
        list(APPEND wanted ${uses})
      endif()
    endif()
  endforeach()
  set(${out} "${needed}" PARENT_SCOPE)
endfunction()

# kernel_list_file(folder engines...): writes FOLDER/machines/kernel_list.h, which includes the
# lists of all their kernels.
function(kernel_list_file folder)
  set(lists "")
  foreach(name ${ARGN})
    get_target_property(kernels engine_${name} ENGINE_KERNELS)
    if(EXISTS ${kernels}/kernels.h)
      string(APPEND lists "#include \"${kernels}/kernels.h\"\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/machines/kernel_list.h @ONLY CONTENT "// Written by cmake/engines.cmake.
@lists@")
endfunction()

# chatter_registry(TARGET engines...): all host code except the command line, with these engines and
# those they use. A program that links it has these engines.
function(chatter_registry target)
  engines_needed(engines ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/registries/${target})
  set(includes "")
  set(arrays "")
  set(kinds "")
  get_property(known GLOBAL PROPERTY CHATTER_ALL_ENGINES)
  list(TRANSFORM known REPLACE "(.+)" "\"\\1\", ")
  list(JOIN known "" known)
  set(headers "")
  set(roots ${PROJECT_SOURCE_DIR}/kernels)
  foreach(name ${engines})
    get_target_property(host engine_${name} ENGINE_HOST)
    get_target_property(kernels engine_${name} ENGINE_KERNELS)
    string(APPEND includes "#include \"${host}/${name}_engine.h\"\n")
    string(APPEND arrays "${name}_engines, ")
    string(APPEND kinds "&${name}_kind, ")
    cmake_path(GET kernels PARENT_PATH root)
    list(APPEND roots ${root})
    file(GLOB_RECURSE own RELATIVE ${root} CONFIGURE_DEPENDS ${kernels}/*.h)
    list(APPEND headers ${own})
  endforeach()
  list(REMOVE_DUPLICATES roots)
  file(CONFIGURE OUTPUT ${folder}/registry.c @ONLY CONTENT "// Written by cmake/engines.cmake.
@includes@
const engine *const *const engines[] = {@arrays@NULL};
const study_kind *const study_kinds[] = {@kinds@NULL};
const char *const study_kinds_known[] = {@known@NULL};
")
  kernel_list_file(${folder} ${engines})
  add_library(${target}_registry STATIC EXCLUDE_FROM_ALL ${folder}/registry.c ${MACHINES}/kernel_kinds.c)
  target_include_directories(${target}_registry PUBLIC ${folder} PRIVATE ${PROJECT_SOURCE_DIR}/kernels)
  target_link_libraries(${target}_registry PUBLIC chatter_common)
  if(NOT CHATTER_CUDA STREQUAL "off")
    # The text of the kernels for NVRTC: the common headers and those of the engines.
    file(GLOB common RELATIVE ${PROJECT_SOURCE_DIR}/kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h
         ${PROJECT_SOURCE_DIR}/kernels/laws/*.h ${PROJECT_SOURCE_DIR}/kernels/drives/*.h)
    embed_files(${target}_registry cuda_source "${roots}" ${common} ${headers})
  endif()
  # The ensemble takes engines from the registry, and engines use parts of the ensemble.
  list(TRANSFORM engines PREPEND engine_)
  list(JOIN engines "," members)
  add_library(${target} INTERFACE)
  target_link_libraries(${target} INTERFACE
    "$<LINK_GROUP:RESCAN,${target}_registry,${members},chatter_common,chatter_machines>")
  set_target_properties(${target} PROPERTIES REGISTRY_ENGINES "${ARGN}")
endfunction()

chatter_engine(transient)
chatter_engine(regimes USES transient)
chatter_engine(sliding)
chatter_engine(stability USES sliding)
chatter_engine(response USES transient)
chatter_engine(backbone USES response)
chatter_engine(beams)

set(CHATTER_ENGINES "all" CACHE STRING "the engines of this build, a comma list; what they use comes with them")
if(CHATTER_ENGINES STREQUAL "all")
  get_property(chosen GLOBAL PROPERTY CHATTER_ALL_ENGINES)
else()
  string(REPLACE "," ";" chosen "${CHATTER_ENGINES}")
endif()
engines_needed(CHATTER_CHOSEN_ENGINES ${chosen})
chatter_registry(chatter_host ${CHATTER_CHOSEN_ENGINES})
