// Radix sort by bytes, the least significant first; a byte that all keys share is skipped.
#include "base/sort.h"

#include <string.h>

#include "base/memory.h"

enum { DIGITS = 8, VALUES = 256 };

// Map the bits of a double to an unsigned number of the same order, and back.
static uint64_t ordered_bits(uint64_t bits) {
  const uint64_t sign = (uint64_t)1 << 63;
  return bits & sign ? ~bits : bits | sign;
}
static uint64_t unordered_bits(uint64_t key) {
  const uint64_t sign = (uint64_t)1 << 63;
  return key & sign ? key ^ sign : ~key;
}

uint64_t sort_key(double x) {
  uint64_t bits;
  x += 0.0; // -0 becomes 0
  memcpy(&bits, &x, sizeof bits);
  return ordered_bits(bits);
}

static int digit(uint64_t key, int which) {
  return (int)(key >> (8 * which) & (VALUES - 1));
}

// Counts the byte values of keys that are `stride` bytes apart.
static void count(long n, const void *keys, size_t stride, long counts[DIGITS][VALUES]) {
  const unsigned char *at = keys;
  memset(counts, 0, sizeof(long) * DIGITS * VALUES);
  for (long i = 0; i < n; i++, at += stride) {
    uint64_t key;
    memcpy(&key, at, sizeof key);
    for (int d = 0; d < DIGITS; d++) counts[d][digit(key, d)]++;
  }
}

static void find_places(const long *counts, long *place) {
  long sum = 0;
  for (int v = 0; v < VALUES; v++) {
    place[v] = sum;
    sum += counts[v];
  }
}

static void distribute_by_digit(long n, const sort_item *from, int which, const long *counts, sort_item *to) {
  long place[VALUES];
  find_places(counts, place);
  for (long i = 0; i < n; i++) to[place[digit(from[i].key, which)]++] = from[i];
}

static int is_sorted(long n, const sort_item *items) {
  for (long i = 1; i < n; i++)
    if (items[i].key < items[i - 1].key) return 0;
  return 1;
}

chatter_status sort_items(long n, sort_item *items) {
  long counts[DIGITS][VALUES];
  sort_item *room, *from = items, *to;
  if (is_sorted(n, items)) return CHATTER_OK;
  ALLOCATE(room, n);
  to = room;
  count(n, items, sizeof *items, counts);
  for (int d = 0; d < DIGITS; d++) {
    if (counts[d][digit(from->key, d)] == n) continue;
    distribute_by_digit(n, from, d, counts[d], to);
    sort_item *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != items) memcpy(items, from, (size_t)n * sizeof *items);
  memory_free(room);
  return CHATTER_OK;
}

static void map(long n, double *value, uint64_t (*by)(uint64_t)) {
  for (long i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &value[i], sizeof bits);
    bits = by(bits);
    memcpy(&value[i], &bits, sizeof bits);
  }
}

static void distribute_keys(long n, const double *from, int which, const long *counts, double *to) {
  long place[VALUES];
  find_places(counts, place);
  for (long i = 0; i < n; i++) {
    uint64_t key;
    memcpy(&key, &from[i], sizeof key);
    memcpy(&to[place[digit(key, which)]++], &key, sizeof key);
  }
}

void sort_numbers(long n, double *value, double *room) {
  long counts[DIGITS][VALUES];
  double *from = value, *to = room;
  map(n, value, ordered_bits);
  count(n, value, sizeof *value, counts);
  for (int d = 0; d < DIGITS && n > 0; d++) {
    uint64_t first;
    memcpy(&first, from, sizeof first);
    if (counts[d][digit(first, d)] == n) continue;
    distribute_keys(n, from, d, counts[d], to);
    double *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != value) memcpy(value, from, (size_t)n * sizeof *value);
  map(n, value, unordered_bits);
}
