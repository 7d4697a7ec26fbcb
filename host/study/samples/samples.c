#include "study/samples/samples.h"

#include <unistd.h>

chatter_status samples_allocate(long n, int n_parameters, samples *out) {
  double need = (double)n * (n_parameters + 1) * sizeof(double);
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (need > 0.5 * memory)
    return error_raise(CHATTER_DEVICE,
                       "%ld samples of %d parameters need %.1f GB of memory, half of the %.1f GB here is the "
                       "limit: run the ensemble in parts",
                       n, n_parameters, need / 1e9, memory / 1e9);
  *out = (samples){.n = n, .n_parameters = n_parameters};
  ALLOCATE(out->parameters, n_parameters + 1); // never of zero items
  ALLOCATE(out->value, n * n_parameters + 1);
  return CHATTER_OK;
}

void samples_destroy(samples *self) {
  memory_free(self->parameters);
  memory_free(self->value);
  memory_free(self->id);
  *self = (samples){0};
}
