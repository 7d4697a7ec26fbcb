// Radix sort by bytes, from the last on; a byte that all keys share is passed over.
#include "base/sort.h"

#include <string.h>

#include "base/memory.h"

enum { DIGITS = 8, VALUES = 256 };

uint64_t sort_key(double x) {
  uint64_t bits;
  x += 0.0; // -0 becomes 0
  memcpy(&bits, &x, sizeof bits);
  const uint64_t sign = (uint64_t)1 << 63;
  return bits & sign ? ~bits : bits | sign;
}

static int digit(const sort_item *item, int which) {
  return (int)(item->key >> (8 * which) & (VALUES - 1));
}

static void count(long n, const sort_item *items, long counts[DIGITS][VALUES]) {
  memset(counts, 0, sizeof(long) * DIGITS * VALUES);
  for (long i = 0; i < n; i++)
    for (int d = 0; d < DIGITS; d++) counts[d][digit(&items[i], d)]++;
}

static void distribute(long n, const sort_item *from, int which, const long *counts, sort_item *to) {
  long place[VALUES], sum = 0;
  for (int v = 0; v < VALUES; v++) {
    place[v] = sum;
    sum += counts[v];
  }
  for (long i = 0; i < n; i++) to[place[digit(&from[i], which)]++] = from[i];
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
  count(n, items, counts);
  for (int d = 0; d < DIGITS; d++) {
    if (counts[d][digit(from, d)] == n) continue;
    distribute(n, from, d, counts[d], to);
    sort_item *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != items) memcpy(items, from, (size_t)n * sizeof *items);
  memory_free(room);
  return CHATTER_OK;
}
