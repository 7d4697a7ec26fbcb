// Gaussian noise of a given spectrum: equally probable signs s_j through a filter g,
//   x(t) = Σ_j g(t - j T) s_j,
// evaluated at knots, three per T, with a cubic in between. The filter has the required spectrum;
// its phase spreads g over its length, so that hundreds of signs with similar weights give a
// Gaussian sum. A knot is a function of seed, stream, trajectory and its number. The knots around
// the present time are kept only to avoid their recomputation. host/drives/noise_filter.c designs
// the filter.
#ifndef CHATTER_KERNELS_DRIVE_NOISE_H
#define CHATTER_KERNELS_DRIVE_NOISE_H

#include "drive.h"

#define DRIVE_NOISE_DOC                                                                                      \
  "stationary Gaussian noise with the standard deviation `deviation`, white within `band`, or with a power " \
  "`spectrum`"
#define DRIVE_NOISE_ROWS(NUMBER, PHASE, shape)                                                               \
  NUMBER(shape, deviation, NULL, FROM(0), 0, NULL, "0", "standard deviation, in the unit of the drive",      \
         NULL)                                                                                               \
  NUMBER(shape, seed, NULL, RANGE(-1, 9007199254740992.0), FIELD_WHOLE, NULL, "-1",                          \
         "which realisation, the same in every trajectory: vary it in an ensemble for as many; -1: every "   \
         "trajectory has its own, from ensemble.seed. All that name the same drive get the same one; "       \
         "drives of different names are independent whatever their seeds",                                   \
         "seed")

enum {
  NOISE_RATE = DRIVE_SHAPE_FIRST, // knots per s
  NOISE_SEED,
  NOISE_TRAJECTORY,
  NOISE_CELL,  // the present time lies between knots `cell` and `cell` + 1
  NOISE_KNOTS, // knots cell - 1 … cell + 2
  NOISE_END = NOISE_KNOTS + 4
};
enum { NOISE_SIGNS = DRIVE_SIZE, NOISE_STREAM = DRIVE_OPTIONS }; // signs per knot, a multiple of 32
enum {
  NOISE_PER_SIGN = 3,   // knots per sign
  NOISE_PER_PERIOD = 8, // knots per period of the highest frequency
  NOISE_GROUP = 4,      // signs whose weighted sums are tabulated, all 2^4
  NOISE_SUMS = 16,
  NOISE_BEFORE = 1 << 20 // number of the sign at t = 0
};
// Returns the size of the tables: for each knot of a T and each group of signs, from the newest
// back, the sums.
KERNEL_INDEX long noise_block_size(long signs) {
  return NOISE_PER_SIGN * signs / NOISE_GROUP * NOISE_SUMS;
}

#if DRIVE_HOST
static inline void drive_noise_prepare(const double *keys, double *number) {
  number[NOISE_SEED] = keys[1];
  number[NOISE_CELL] = -9; // far from any requested cell
}
#endif

#endif

#if defined(LANES) && !defined(DRIVE_NOISE_PHYSICS)
#define DRIVE_NOISE_PHYSICS
#include "../lane.h"
#include "../random.h"
#include "knots.h"

typedef struct noise_source {
  unsigned long long seed, trajectory;
  unsigned int stream;
  long block; // block of 128 signs that is cached
  unsigned int word[4];
} noise_source;

// Returns signs 32 n … 32 n + 31 as bits.
KERNEL_FN unsigned int noise_sign_word(noise_source *from, long n) {
  if (n >> 2 != from->block) {
    const unsigned long long block = (unsigned long long)(n >> 2);
    from->block = n >> 2;
    from->word[0] = (unsigned int)block;
    from->word[1] = from->stream;
    from->word[2] = (unsigned int)from->trajectory;
    from->word[3] = (unsigned int)(block >> 32) << 16 ^ (unsigned int)(from->trajectory >> 32);
    random_philox(from->word, (unsigned int)from->seed, (unsigned int)(from->seed >> 32));
  }
  return (n & 3) == 0   ? from->word[0]
         : (n & 3) == 1 ? from->word[1]
         : (n & 3) == 2 ? from->word[2]
                        : from->word[3];
}

// Returns knot `which` of one trajectory: four partial sums, then their sum.
KERNEL_FN double noise_knot(const real *block, int signs, noise_source *from, long which) {
  long sign = which / NOISE_PER_SIGN;
  if (which < sign * NOISE_PER_SIGN) sign--;
  const real *weight = block + (which - sign * NOISE_PER_SIGN) * (signs / NOISE_GROUP * NOISE_SUMS);
  const long newest = sign + NOISE_BEFORE;
  const int shift = (int)(newest & 31) + 1;
  double sum[4] = {0, 0, 0, 0};
  unsigned int high = noise_sign_word(from, newest >> 5);
  for (int i = 0; i < signs / 32; i++) {
    const unsigned int low = noise_sign_word(from, (newest >> 5) - 1 - i);
    const unsigned int bits = (unsigned int)(((unsigned long long)high << 32 | low) >> shift);
    KERNEL_UNROLL
    for (int k = 0; k < 8; k++)
      sum[k & 3] += (double)weight[(8 * i + k) * NOISE_SUMS + (int)(bits >> (28 - 4 * k) & 15)];
    high = low;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Updates one trajectory's knots around `cell`; all but the last may be cached.
KERNEL_FN void noise_update_knots(const real *block, const int *table, wide_t *number, double cell,
                                  int lane) {
  noise_source from = {0, 0, 0, -1, {0, 0, 0, 0}};
  const double seed = wide_get(number[NOISE_SEED], lane), before = wide_get(number[NOISE_CELL], lane);
  from.seed = (unsigned long long)(long)seed;
  from.trajectory = (unsigned long long)(long)wide_get(number[NOISE_TRAJECTORY], lane);
  from.stream = (unsigned int)table[NOISE_STREAM];
  int at_hand = 0;
  for (; at_hand < 3 && cell == before + 1; at_hand++)
    wide_put(&number[NOISE_KNOTS + at_hand], lane, wide_get(number[NOISE_KNOTS + at_hand + 1], lane));
  for (int i = at_hand; i < 4; i++)
    wide_put(&number[NOISE_KNOTS + i], lane,
             noise_knot(block, table[NOISE_SIGNS], &from, (long)cell - 1 + i));
  wide_put(&number[NOISE_CELL], lane, cell);
}

KERNEL_FN wide_t drive_noise_at(const real *block, const int *table, wide_t *number, wide_t t, int sweeps,
                                wide_t *rate) {
  const wide_t now = t * number[NOISE_RATE], amplitude = number[DRIVE_AMPLITUDE];
  for (int lane = 0; lane < LANES; lane++) {
    const double x = wide_get(now, lane);
    double cell = (double)(long)x;
    if (x < cell) cell -= 1;
    if (cell != wide_get(number[NOISE_CELL], lane)) noise_update_knots(block, table, number, cell, lane);
  }
  wide_t cubic[4];
  const wide_t s = now - number[NOISE_CELL];
  (void)sweeps;
  knots_cubic(number + NOISE_KNOTS, cubic);
  *rate = amplitude * number[NOISE_RATE] * knots_slope(cubic, s);
  return wide_fma(amplitude, knots_value(cubic, s), number[DRIVE_OFFSET]);
}
#endif
