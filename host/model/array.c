#include "model/array.h"

#include "base/status.h"

void *model_array(arena *memory, size_t n, size_t size) {
  size_t bytes = 0;
  void *pointer = NULL;
  if (!__builtin_mul_overflow(n, size, &bytes)) pointer = arena_allocate(memory, bytes + (bytes == 0));
  if (!pointer) error_raise(CHATTER_DEVICE, "out of memory: %zu items of %zu bytes for the model", n, size);
  return pointer;
}
