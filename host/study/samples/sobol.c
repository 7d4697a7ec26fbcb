#include "study/samples/sobol.h"

typedef struct joe_kuo {
  int degree, coefficients; // of the primitive polynomial, inner coefficients as bits
  unsigned m[7];            // initial direction numbers
} joe_kuo;

// Dimensions 2 to 32 of new-joe-kuo-6.21201.
static const joe_kuo table[SOBOL_DIMENSIONS - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
};

void sobol_directions(int dimension, uint32_t direction[32]) {
  if (!dimension) { // van der Corput
    for (int k = 0; k < 32; k++) direction[k] = 1u << (31 - k);
    return;
  }
  const joe_kuo *row = &table[dimension - 1];
  int s = row->degree;
  for (int k = 0; k < 32; k++) {
    if (k < s) {
      direction[k] = row->m[k] << (31 - k);
      continue;
    }
    direction[k] = direction[k - s] ^ direction[k - s] >> s;
    for (int j = 1; j < s; j++)
      if (row->coefficients >> (s - 1 - j) & 1) direction[k] ^= direction[k - j];
  }
}

uint32_t sobol_coordinate(const uint32_t direction[32], uint32_t index) {
  uint32_t x = 0;
  for (int k = 0; index; k++, index >>= 1)
    if (index & 1) x ^= direction[k];
  return x;
}
