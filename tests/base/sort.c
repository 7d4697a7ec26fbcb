// Sorting by keys and of plain numbers, compared with qsort: doubles of both signs, zeros,
// infinities and keys with common bytes. Equal keys keep their order.
#include "base/log.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

#include "tests/check.h"

enum { N = 5000 };
static double value[N];

static int compare(const void *a, const void *b) {
  const long i = *(const long *)a, j = *(const long *)b;
  if (value[i] != value[j]) return value[i] < value[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

static double any(int kind) {
  const double u = (double)rand() / RAND_MAX - 0.5;
  if (kind == 0) return u;
  if (kind == 1) return (double)(rand() % 7 - 3); // many equal keys
  if (kind == 2) return ldexp(u, rand() % 600 - 300);
  static const double corners[] = {0.0, -0.0, INFINITY, -INFINITY, 5e-324, -5e-324, 1, -1};
  return corners[rand() % 8];
}

static void sorts(long n, int kind) {
  static sort_item items[N];
  static long expected[N];
  for (long i = 0; i < n; i++) {
    value[i] = kind == 4 ? (double)i : any(kind);
    items[i] = (sort_item){sort_key(value[i]), i};
    expected[i] = i;
  }
  qsort(expected, (size_t)n, sizeof *expected, compare);
  CHECK_OK(sort_items(n, items));
  for (long i = 0; i < n; i++) TEST_CHECK(items[i].index == expected[i]);
}

static int by_number(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x != y ? (x > y) - (x < y) : (signbit(x) == 0) - (signbit(y) == 0);
}

static void sorts_numbers(long n, int kind) {
  static double expected[N], room[N];
  for (long i = 0; i < n; i++) expected[i] = value[i] = kind == 4 ? (double)i : any(kind);
  qsort(expected, (size_t)n, sizeof *expected, by_number);
  sort_numbers(n, value, room);
  TEST_CHECK(memcmp(value, expected, (size_t)n * sizeof *value) == 0);
}

int main(void) {
  srand(7);
  for (int kind = 0; kind < 5; kind++) {
    const long sizes[] = {0, 1, 2, 3, 257, N};
    for (int i = 0; i < 6; i++) sorts(sizes[i], kind), sorts_numbers(sizes[i], kind);
  }
  return TEST_END();
}
