// Arrays of a model, which its arena owns.
#ifndef CHATTER_MODEL_ARRAY_H
#define CHATTER_MODEL_ARRAY_H

#include "base/memory.h"

// Array of n zeroed items from an arena; returns CHATTER_DEVICE from the calling function when out of memory.
#define ARENA_ARRAY(pointer, memory, n)                                                                      \
  do {                                                                                                       \
    (pointer) = model_array(memory, (size_t)(n), sizeof *(pointer));                                         \
    if (!(pointer)) return CHATTER_DEVICE;                                                                   \
  } while (0)
void *model_array(arena *memory, size_t n, size_t size); // NULL with the error raised

#endif
