# chatter_machines: the launchers. The kernels that they launch belong to the engines
# (engines.cmake); NVIDIA GPUs are used through the driver and NVRTC, loaded at run time
# (cuda.cmake).
set(MACHINES ${PROJECT_SOURCE_DIR}/host/machines)
file(GLOB MACHINE_SOURCES CONFIGURE_DEPENDS ${MACHINES}/backend.c ${MACHINES}/team_sizes.c ${MACHINES}/cpu/cpu_launch.c ${MACHINES}/device_sim/*.c)

# The builds of every kernel for the CPU, the widest first: name, instruction set, lanes, 1 for
# single precision, flags. One of them is chosen at run time. Without gcc's elimination of common
# subexpressions over blocks (gcse) the long bodies of kernels compile in three quarters of the
# time, to code with 0.5 % more instructions. Without its if-conversion they take three quarters of
# that; it costs one lane 3 % and is kept there. Single precision and the baseline, which serve for
# comparison and for any machine, use less than -O3 (bench/compile.md).
set(CPU_INSTANCES
  "v4_8 CPU_V4 8 0 -march=x86-64-v4 -mprefer-vector-width=512 -fno-gcse -fno-gcse-after-reload -fno-if-conversion -fno-if-conversion2"
  "v4_8_single CPU_V4 8 1 -march=x86-64-v4 -O2 -fno-gcse -fno-if-conversion -fno-if-conversion2"
  "v3_4 CPU_V3 4 0 -march=x86-64-v3 -fno-gcse -fno-gcse-after-reload -fno-if-conversion -fno-if-conversion2"
  "v3_4_single CPU_V3 4 1 -march=x86-64-v3 -O2 -fno-gcse -fno-if-conversion -fno-if-conversion2"
  "v3_1 CPU_V3 1 0 -march=x86-64-v3 -fno-gcse -fno-gcse-after-reload"
  "v3_1_single CPU_V3 1 1 -march=x86-64-v3 -O1"
  "baseline_1 CPU_BASELINE 1 0 -O2 -fno-gcse -fno-if-conversion -fno-if-conversion2"
  "baseline_1_single CPU_BASELINE 1 1 -O1")
option(CHATTER_PORTABLE "kernels for all instruction sets, not only for what this machine can run" OFF)
if(NOT CHATTER_PORTABLE AND NOT DEFINED CHATTER_CPU_SETS)
  try_run(ran compiled SOURCE_FROM_CONTENT cpu_sets.c "#include <stdio.h>
int main(void) {
  if (__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") && __builtin_cpu_supports(\"bmi2\")) printf(\"CPU_V3 \");
  if (__builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512bw\") && __builtin_cpu_supports(\"avx512cd\") &&
      __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\")) printf(\"CPU_V4 \");
  printf(\"CPU_BASELINE\");
}" RUN_OUTPUT_VARIABLE sets)
  if(compiled AND ran EQUAL 0)
    string(REPLACE " " ";" sets "${sets}")
    set(CHATTER_CPU_SETS "${sets}" CACHE INTERNAL "instruction sets that this machine can run")
  endif()
endif()
if(NOT CHATTER_PORTABLE AND DEFINED CHATTER_CPU_SETS)
  list(JOIN CHATTER_CPU_SETS "|" sets)
  list(FILTER CPU_INSTANCES INCLUDE REGEX "^[a-z0-9_]+ (${sets}) ")
endif()
set(CHATTER_KERNELS "all" CACHE STRING
  "CPU builds of the kernels: all; own: the widest and one lane, in double precision; test: all, but those that are not own with -O1")
set(is_own 0)
set(own ${CPU_INSTANCES})
list(FILTER own EXCLUDE REGEX "_single ")
list(GET own 0 widest)
list(FILTER own INCLUDE REGEX "_1 ") # all one-lane builds, of which the first is used
list(GET own 0 narrowest)
set(own "${widest}" "${narrowest}")
list(REMOVE_DUPLICATES own)
if(CHATTER_KERNELS STREQUAL "own")
  set(is_own 1)
  set(CPU_INSTANCES "${own}")
elseif(CHATTER_KERNELS STREQUAL "test")
  # The bits do not depend on the optimisation, and -O1 compiles in two fifths of the time
  # (bench/compile.md).
  set(instances "")
  foreach(instance ${CPU_INSTANCES})
    if(NOT instance IN_LIST own)
      string(APPEND instance " -O1")
    endif()
    list(APPEND instances "${instance}")
  endforeach()
  set(CPU_INSTANCES "${instances}")
elseif(NOT CHATTER_KERNELS STREQUAL "all")
  message(FATAL_ERROR "CHATTER_KERNELS=${CHATTER_KERNELS}: all, own or test")
endif()
set(rows "")
foreach(instance ${CPU_INSTANCES})
  string(REGEX REPLACE "^([^ ]+) ([^ ]+) ([^ ]+) ([^ ]+).*" " \\\\\n  X(kernel, \\1, \\2, \\3, \\4)" row "${instance}")
  string(APPEND rows "${row}")
endforeach()
set(GENERATED ${CMAKE_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${GENERATED}/machines/cpu/cpu_instances.h @ONLY CONTENT
  "// Written by cmake/machines.cmake: the CPU builds of a kernel, X(kernel, name, instruction set, lanes, single).
#define CPU_INSTANCES(X, kernel)@rows@
#define CPU_INSTANCES_OWN @is_own@ // 1: built with CHATTER_KERNELS=own
")

add_library(chatter_machines STATIC ${MACHINE_SOURCES})
target_include_directories(chatter_machines PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/host ${GENERATED})
target_compile_definitions(chatter_machines PRIVATE _GNU_SOURCE)
target_link_libraries(chatter_machines PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})

include(${PROJECT_SOURCE_DIR}/cmake/cuda.cmake)
