// Zeroed arrays from an arena, for models and their reductions.
#ifndef CHATTER_MODEL_ARENA_ARRAY_H
#define CHATTER_MODEL_ARENA_ARRAY_H

#include "base/memory.h"
#include "base/status.h"

// Returns an array of n zeroed items of `size` bytes; NULL with the error raised when out of
// memory.
static inline void *arena_array(arena *memory, size_t n, size_t size) {
  size_t bytes = 0;
  void *pointer = NULL;
  if (!__builtin_mul_overflow(n, size, &bytes)) pointer = arena_allocate(memory, bytes + (bytes == 0));
  if (!pointer) error_raise(CHATTER_DEVICE, "out of memory: %zu items of %zu bytes for the model", n, size);
  return pointer;
}

// Sets `pointer` to an array of n zeroed items; returns CHATTER_DEVICE from the calling function
// when out of memory.
#define ARENA_ARRAY(pointer, memory, n)                                                                      \
  do {                                                                                                       \
    (pointer) = arena_array(memory, (size_t)(n), sizeof *(pointer));                                         \
    if (!(pointer)) return CHATTER_DEVICE;                                                                   \
  } while (0)

#endif
