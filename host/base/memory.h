// Allocation that raises an error instead of silently returning NULL, and an arena for objects with
// one lifetime.
#ifndef CHATTER_BASE_MEMORY_H
#define CHATTER_BASE_MEMORY_H

#include "base/status.h"

// Returns a zeroed array of `count` items of `size` bytes, 64-byte aligned; release with
// memory_free. NULL only when out of memory, with the error raised.
void *memory_array(size_t count, size_t size, const char *file, int line);
void memory_free(void *pointer);

// pointer = zeroed array of n items; returns CHATTER_DEVICE from the calling function when out of
// memory.
#define ALLOCATE(pointer, n)                                                                                 \
  do {                                                                                                       \
    (pointer) = memory_array((size_t)(n), sizeof *(pointer), __FILE__, __LINE__);                            \
    if (!(pointer)) return CHATTER_DEVICE;                                                                   \
  } while (0)

// Many small allocations with a single release.
typedef struct arena arena;
arena *arena_create(void);                         // NULL when out of memory
void *arena_allocate(arena *self, size_t size);    // zeroed, 16-byte aligned; NULL when out of memory
char *arena_string(arena *self, const char *text); // a copy
void arena_destroy(arena *self);                   // NULL is allowed

#endif
