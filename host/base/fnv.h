// FNV-1a hash, 64 bits, for tables and caches; not secure against intent.
#ifndef CHATTER_BASE_FNV_H
#define CHATTER_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_BEGIN 0xcbf29ce484222325u

// Continues a hash, which begins with FNV_BEGIN.
static inline uint64_t fnv_add(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ p[i]) * 0x100000001b3u;
  return hash;
}

#endif
