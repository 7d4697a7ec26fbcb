// Zeroed arrays and arenas.
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memory_array(size_t count, size_t size, const char *file, int line) {
  size_t bytes = 0;
  void *pointer = NULL;
  int overflow = __builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - 64;
  if (!overflow) pointer = aligned_alloc(64, (bytes + 64) / 64 * 64);
  if (!pointer) {
    error_raise(CHATTER_DEVICE, "out of memory: %zu items of %zu bytes (%s:%d)", count, size, file, line);
    return NULL;
  }
  return memset(pointer, 0, bytes);
}

void memory_free(void *pointer) {
  free(pointer);
}

typedef struct block {
  struct block *next;
  size_t used, size;
  _Alignas(16) unsigned char data[];
} block;

struct arena {
  block *first;
};

arena *arena_create(void) {
  return calloc(1, sizeof(arena));
}

void *arena_allocate(arena *self, size_t size) {
  enum { BLOCK_SIZE = 65536 };
  if (size > SIZE_MAX / 2) return NULL;
  size = (size + 15) / 16 * 16;
  if (!self->first || self->first->size - self->first->used < size) {
    size_t capacity = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    block *fresh = calloc(1, sizeof(block) + capacity);
    if (!fresh) return NULL;
    *fresh = (block){.next = self->first, .size = capacity};
    self->first = fresh;
  }
  void *pointer = self->first->data + self->first->used;
  self->first->used += size;
  return pointer;
}

char *arena_string(arena *self, const char *text) {
  size_t length = strlen(text) + 1;
  char *copy = arena_allocate(self, length);
  return copy ? memcpy(copy, text, length) : NULL;
}

void arena_destroy(arena *self) {
  if (!self) return;
  for (block *b = self->first; b;) {
    block *next = b->next;
    free(b);
    b = next;
  }
  free(self);
}
