# The GPU launcher. It needs no CUDA headers and no GPU: driver and run-time compiler are loaded when the program
# runs. CHATTER_CUDA=off leaves it out.
include(${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
if(CHATTER_CUDA STREQUAL "off")
  target_sources(chatter_machines PRIVATE ${MACHINES}/cuda/cuda_none.c)
else()
  file(GLOB CUDA_SOURCES CONFIGURE_DEPENDS ${MACHINES}/cuda/*.c)
  list(FILTER CUDA_SOURCES EXCLUDE REGEX "cuda_none\\.c$")
  target_sources(chatter_machines PRIVATE ${CUDA_SOURCES})
  # The kernels' own text, for NVRTC: every header below kernels/.
  file(GLOB_RECURSE EMBEDDED RELATIVE ${PROJECT_SOURCE_DIR}/kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h)
  embed_files(chatter_machines cuda_source ${PROJECT_SOURCE_DIR}/kernels ${EMBEDDED})
  add_executable(prebuild_kernels ${PROJECT_SOURCE_DIR}/tools/prebuild_kernels.c)
  target_include_directories(prebuild_kernels PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(prebuild_kernels PRIVATE chatter_machines)
endif()
