// Stand-ins for builds without the GPU launcher (CHATTER_CUDA=off): a message instead of a link
// error.
#include <stdio.h>

#include "machines/backend.h"
#include "machines/gpu_solver.h"

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

int gpu_solver_found(char *text, size_t size) {
  snprintf(text, size, "%s", REASON);
  return 0;
}

gpu_solver *gpu_solver_open(int device, int n, int *count, char message[GPU_SOLVER_MESSAGE]) {
  (void)device, (void)n, (void)count;
  gpu_solver_found(message, GPU_SOLVER_MESSAGE);
  return NULL;
}

// Never called without an open solver.
int gpu_solver_factorise(gpu_solver *self, int systems, const int *slot, const double *const *a,
                         char message[GPU_SOLVER_MESSAGE]) {
  return (void)self, (void)systems, (void)slot, (void)a, (void)message, 0;
}

int gpu_solver_solve(gpu_solver *self, int systems, const int *slot, double *const *x, int transposed,
                     char message[GPU_SOLVER_MESSAGE]) {
  return (void)self, (void)systems, (void)slot, (void)x, (void)transposed, (void)message, 0;
}

int gpu_solver_signs(gpu_solver *self, int systems, const int *slot, double *const *sign,
                     char message[GPU_SOLVER_MESSAGE]) {
  return (void)self, (void)systems, (void)slot, (void)sign, (void)message, 0;
}

void gpu_solver_close(gpu_solver *self) {
  (void)self;
}
