// Comparison of two files byte by byte.
#ifndef CHATTER_TESTS_SAME_BYTES_H
#define CHATTER_TESTS_SAME_BYTES_H

#include <stdio.h>

static inline int same_bytes(const char *a, const char *b) {
  FILE *x = fopen(a, "r"), *y = fopen(b, "r");
  int same = x && y, c = 0;
  while (same && c != EOF) {
    c = getc(x);
    same = c == getc(y);
  }
  if (x) fclose(x);
  if (y) fclose(y);
  return same;
}

#endif
