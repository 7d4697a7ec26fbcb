// Error messages of the GPU driver.
#include "machines/cuda/cuda_machine.h"

#include <stdio.h>

backend_result cuda_fail(backend *b, int error, const char *doing) {
  const cuda_machine *machine = b->self;
  char text[400];
  cuda_error_text(machine ? machine->driver : cuda_driver_get(), error, text, sizeof text);
  snprintf(b->message, sizeof b->message, "%s: %s: %s", b->name, doing, text);
  if (error == CUDA_OUT_OF_MEMORY) return BACKEND_OUT_OF_MEMORY;
  if (error == CUDA_NO_DEVICE || error == CUDA_INVALID_DEVICE) return BACKEND_NO_DEVICE;
  return BACKEND_FAILED;
}
