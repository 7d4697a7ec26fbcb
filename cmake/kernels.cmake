# The kernel launchers. chatter_kernels: what runs per trajectory, for the CPU in several instruction sets and,
# where the CUDA headers are found, for NVIDIA GPUs through the driver and NVRTC loaded at run time.
file(GLOB KERNEL_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.c)
add_library(chatter_kernels STATIC ${KERNEL_SOURCES})
target_include_directories(chatter_kernels PUBLIC ${PROJECT_SOURCE_DIR}/kernels)
target_compile_definitions(chatter_kernels PRIVATE _GNU_SOURCE)
target_link_libraries(chatter_kernels PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})
