// The table of backends.
#include "machines/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

backend_options backend_default(void) {
  return (backend_options){.device = 0};
}

static backend_result refuse(backend *b, const char *name) {
  *b = (backend){0};
  snprintf(b->message, sizeof b->message,
           "unknown device '%s' (allowed: cpu, cpu_scalar, cpu:baseline, cpu:v3, cpu:v4, device_sim, cuda, "
           "cuda:N)",
           name);
  return BACKEND_UNSUPPORTED;
}

backend_result backend_open(const char *name, backend_options options, backend *b) {
  if (strcmp(name, "cpu") == 0) return backend_cpu_open(options, b);
  if (strncmp(name, "cpu:", 4) == 0) return backend_cpu_open_set(options, name + 4, b);
  if (strcmp(name, "cpu_scalar") == 0) {
    options.lanes = 1;
    backend_result result = backend_cpu_open(options, b);
    snprintf(b->name, sizeof b->name, "cpu_scalar");
    return result;
  }
  if (strcmp(name, "device_sim") == 0) return backend_device_sim_open(options, b);
  if (strcmp(name, "cuda") == 0) return backend_cuda_open(options, b);
  if (strncmp(name, "cuda:", 5) == 0) {
    char *end;
    const long device = strtol(name + 5, &end, 10);
    if (end == name + 5 || *end || device < 0 || device > 1023) return refuse(b, name);
    options.device = (int)device;
    return backend_cuda_open(options, b);
  }
  return refuse(b, name);
}
