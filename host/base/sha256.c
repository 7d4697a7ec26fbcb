// The hash function SHA-256.
#include "base/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4,
// 4.2.2).
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int n) {
  return x >> n | x << (32 - n);
}

static void add_block(sha256 *self, const unsigned char *p) {
  uint32_t w[64], *s = self->state;
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
  for (int i = 0; i < 16; i++, p += 4)
    w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
  for (int i = 16; i < 64; i++) {
    uint32_t x = w[i - 15], y = w[i - 2];
    w[i] = w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] +
           (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
  }
  for (int i = 0; i < 64; i++) {
    uint32_t t1 =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  s[0] += a, s[1] += b, s[2] += c, s[3] += d;
  s[4] += e, s[5] += f, s[6] += g, s[7] += h;
}

void sha256_begin(sha256 *self) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  *self = (sha256){.n_bytes = 0};
  memcpy(self->state, start, sizeof start);
}

void sha256_add(sha256 *self, const void *bytes, size_t n) {
  const unsigned char *p = bytes;
  while (n > 0) {
    size_t used = self->n_bytes % 64, part = 64 - used < n ? 64 - used : n;
    if (part == 64) {
      add_block(self, p);
    } else {
      memcpy(self->block + used, p, part);
      if (used + part == 64) add_block(self, self->block);
    }
    self->n_bytes += part;
    p += part;
    n -= part;
  }
}

void sha256_add_text(sha256 *self, const char *text) {
  uint64_t length = strlen(text);
  sha256_add(self, &length, sizeof length);
  sha256_add(self, text, length);
}

void sha256_add_doubles(sha256 *self, size_t n, const double *x) {
  uint64_t count = n;
  sha256_add(self, &count, sizeof count);
  if (n > 0) sha256_add(self, x, n * sizeof *x);
}

void sha256_end(sha256 *self, char hex[65]) {
  uint64_t n_bits = self->n_bytes * 8;
  unsigned char tail[72] = {0x80};
  size_t padding = (self->n_bytes % 64 < 56 ? 56 : 120) - self->n_bytes % 64;
  for (int i = 0; i < 8; i++) tail[padding + (size_t)i] = (unsigned char)(n_bits >> (56 - 8 * i));
  sha256_add(self, tail, padding + 8);
  for (int i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", (unsigned)self->state[i]);
}

chatter_status sha256_file(const char *path, char hex[65]) {
  FILE *file = fopen(path, "rb");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be read: %s", path, strerror(errno));
  sha256 hash;
  unsigned char buffer[65536];
  sha256_begin(&hash);
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;) sha256_add(&hash, buffer, n);
  int failed = ferror(file);
  fclose(file);
  if (failed) return error_raise(CHATTER_IO, "%s: reading failed", path);
  sha256_end(&hash, hex);
  return CHATTER_OK;
}
