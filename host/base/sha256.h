// SHA-256 (FIPS 180-4): content hashes of inputs, reduced models and result shards.
#ifndef CHATTER_BASE_SHA256_H
#define CHATTER_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct sha256 {
  uint32_t state[8];
  uint64_t n_bytes;
  unsigned char block[64];
} sha256;

void sha256_begin(sha256 *self);
void sha256_add(sha256 *self, const void *bytes, size_t n);
void sha256_add_text(sha256 *self, const char *text); // including its length, so that "ab","c" ≠ "a","bc"
void sha256_add_doubles(sha256 *self, size_t n, const double *x); // including their number
void sha256_end(sha256 *self, char hex[65]);
// Hashes a file; CHATTER_IO if it cannot be read.
chatter_status sha256_file(const char *path, char hex[65]);

#endif
