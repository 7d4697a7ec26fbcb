// The arrays that a kernel_batch only reads, as their owner holds them: they can be changed and
// freed.
#ifndef CHATTER_TESTS_BATCH_OWN_H
#define CHATTER_TESTS_BATCH_OWN_H

#include <stdlib.h>

#include "kernels/batch.h"
#include "machines/backend.h"

typedef struct batch_own {
  double *model, *parameters;
  int *tables, *parameter_varies;
  long *parameter_offset;
} batch_own;

static inline void batch_own_show(const batch_own *self, kernel_batch *batch) {
  batch->model = self->model, batch->tables = self->tables, batch->parameters = self->parameters;
  batch->parameter_offset = self->parameter_offset, batch->parameter_varies = self->parameter_varies;
}

// Frees arrays in host memory.
static inline void batch_own_free(batch_own *self) {
  free(self->model), free(self->tables), free(self->parameters);
  free(self->parameter_offset), free(self->parameter_varies);
}

// Frees arrays in the memory of a machine.
static inline void batch_own_release(backend *b, batch_own *self) {
  void *const list[] = {self->model, self->tables, self->parameters, self->parameter_offset,
                        self->parameter_varies};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) b->release(b, list[i]);
}

#endif
