# The GPU launcher. It needs no CUDA headers and no GPU: driver and run-time compiler are loaded when the program
# runs. CHATTER_CUDA=off leaves it out.
include(${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
if(CHATTER_CUDA STREQUAL "off")
  foreach(source cuda_cache cuda_devices cuda_driver cuda_kernel cuda_nvrtc cuda_program launch_cuda)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/kernels/${source}.c PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
else()
  set_source_files_properties(${PROJECT_SOURCE_DIR}/kernels/launch_none.c PROPERTIES HEADER_FILE_ONLY ON)
  # The kernels' own text, for NVRTC: every header below kernels/ that is not the host's.
  file(GLOB_RECURSE EMBEDDED RELATIVE ${PROJECT_SOURCE_DIR}/kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h)
  list(FILTER EMBEDDED EXCLUDE REGEX "^(backend\\.h|cuda_.*\\.h|cpu/.*)$")
  embed_files(chatter_kernels cuda_source ${PROJECT_SOURCE_DIR}/kernels ${EMBEDDED})
  add_executable(prebuild_kernels ${PROJECT_SOURCE_DIR}/tools/prebuild_kernels.c)
  target_include_directories(prebuild_kernels PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(prebuild_kernels PRIVATE chatter_kernels)
endif()
