# The GPU launcher. It needs no CUDA headers and no GPU: driver and run-time compiler are loaded when the program
# runs. CHATTER_CUDA=off leaves it out.
if(CHATTER_CUDA STREQUAL "off")
  target_sources(chatter_machines PRIVATE ${MACHINES}/cuda/cuda_none.c)
else()
  file(GLOB CUDA_SOURCES CONFIGURE_DEPENDS ${MACHINES}/cuda/*.c)
  list(FILTER CUDA_SOURCES EXCLUDE REGEX "cuda_none\\.c$")
  target_sources(chatter_machines PRIVATE ${CUDA_SOURCES})
endif()
