// Machines for which the GPU launcher is not built (CHATTER_CUDA=off): a sentence instead of a link error.
#include <stdio.h>

#include "machines/backend.h"

static const char REASON[] = "this build has no GPU backend (CHATTER_CUDA=off)";

backend_result backend_cuda_open(backend_options options, backend *b) {
  *b = (backend){0};
  snprintf(b->name, sizeof b->name, "cuda:%d", options.device);
  snprintf(b->message, sizeof b->message, "%s", REASON);
  return BACKEND_NO_DEVICE;
}

int backend_cuda_count(void) {
  return 0;
}

int backend_cuda_has_driver(void) {
  return 0;
}

int backend_cuda_describe(int device, char *text, size_t size) {
  (void)device;
  if (size > 0) text[0] = 0;
  return 0;
}

const char *backend_cuda_state(void) {
  return "this build has no GPU backend (CHATTER_CUDA=off); the CPU is used";
}
