# chatter_machines: the launchers, and the kernels for the CPU in several instruction sets; for NVIDIA GPUs through the
# driver and NVRTC loaded at run time (cuda.cmake).
set(MACHINES ${PROJECT_SOURCE_DIR}/host/machines)
file(GLOB MACHINE_SOURCES CONFIGURE_DEPENDS ${MACHINES}/*.c ${MACHINES}/cpu/cpu_launch.c ${MACHINES}/device_sim/*.c)

# cpu_instance.c once per instruction set, number of lanes and precision; chosen at run time.
set(KERNEL_OBJECTS "")
function(kernel_instance name level lanes single)
  add_library(kernel_${name} OBJECT ${MACHINES}/cpu/cpu_instance.c ${MACHINES}/cpu/cpu_coulomb.c)
  target_include_directories(kernel_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/host)
  target_compile_definitions(kernel_${name} PRIVATE LANES=${lanes} CPU_LEVEL=${level} CPU_NAME=${name})
  if(single)
    target_compile_definitions(kernel_${name} PRIVATE KERNEL_SINGLE)
  endif()
  target_compile_options(kernel_${name} PRIVATE ${ARGN})
  # Sanitizers see the double-precision instances of 1 and 4 lanes; the others are the same source. With more than -O1
  # each would compile for minutes under them.
  if(CHATTER_SANITIZE OR CHATTER_SANITIZE_THREAD)
    target_compile_options(kernel_${name} PRIVATE -O1)
    if(NOT name MATCHES "^v3_[14]$")
      target_compile_options(kernel_${name} PRIVATE -fno-sanitize=all)
    elseif(CHATTER_SANITIZE AND lanes GREATER 1)
      target_compile_options(kernel_${name} PRIVATE -fno-sanitize=undefined)
    endif()
  endif()
  set(KERNEL_OBJECTS ${KERNEL_OBJECTS} $<TARGET_OBJECTS:kernel_${name}> PARENT_SCOPE)
endfunction()
kernel_instance(v4_8 CPU_V4 8 0 -march=x86-64-v4 -mprefer-vector-width=512)
kernel_instance(v4_8_single CPU_V4 8 1 -march=x86-64-v4)
kernel_instance(v3_4 CPU_V3 4 0 -march=x86-64-v3)
kernel_instance(v3_4_single CPU_V3 4 1 -march=x86-64-v3)
kernel_instance(v3_1 CPU_V3 1 0 -march=x86-64-v3)
kernel_instance(v3_1_single CPU_V3 1 1 -march=x86-64-v3)
kernel_instance(baseline_1 CPU_BASELINE 1 0)
kernel_instance(baseline_1_single CPU_BASELINE 1 1)

add_library(chatter_machines STATIC ${MACHINE_SOURCES} ${KERNEL_OBJECTS})
target_include_directories(chatter_machines PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/host)
target_compile_definitions(chatter_machines PRIVATE _GNU_SOURCE)
target_link_libraries(chatter_machines PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})

include(${PROJECT_SOURCE_DIR}/cmake/cuda.cmake)
