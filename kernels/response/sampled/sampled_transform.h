// Fourier sums between the coefficients of harmonics and N equidistant samples of a period, in
// pieces of the period that fit into fast memory.
//
// The four instants n, N/2 - n, N/2 + n and -n have the same cosines and sines up to signs. The
// cosine and sine sums of the even and the odd harmonics (four sums, the classes) give the four
// samples by additions and subtractions, and vice versa. So a coefficient costs one multiplication
// per four samples. Quarters n = 0 … N/4 of a period suffice; the first and the last contain each
// of their two instants twice and count half.
#ifndef CHATTER_KERNELS_SAMPLED_TRANSFORM_H
#define CHATTER_KERNELS_SAMPLED_TRANSFORM_H

#include "sampled_layout.h"
#include "../../lane.h"

typedef struct sampled_plan {
  int harmonics;      // H
  int beyond;         // wanted harmonics of the force above these
  int is_static;      // 1: with a static harmonic in front
  int samples;        // N per period: a power of two, at least 4 H, 8 or more
  int coordinates;    // m of the contact point: 1 to 3
  int has_normal;     // 1: the first one is the normal one
  const real *cosine; // [N], cos(2π n / N)
} sampled_plan;

// Number of sums that one owner forms together, in registers.
enum { SAMPLED_BLOCK = KERNEL_CUDA ? 1 : 5 };

// Returns the place of the cosine or sine of harmonic h; -1: a static one that does not exist.
KERNEL_INDEX int sampled_coefficient_place(int is_static, int h, int sine) {
  return h == 0 ? is_static - 1 : is_static + 2 * (h - 1) + sine;
}
// Returns cos or sin of h τ at τ = 2π n / N.
KERNEL_FN lane_t sampled_wave(const sampled_plan *plan, int h, int sine, int n) {
  return lane_set(plan->cosine[(h * n - (sine ? plan->samples / 4 : 0)) & (plan->samples - 1)]);
}

// Returns the weight of a sum: 2/N; 1/N for the static coefficient.
KERNEL_FN lane_t sampled_weight(const sampled_plan *plan, int coefficient) {
  return lane_set((real)(plan->is_static && coefficient == 0 ? 1 : 2) / (real)plan->samples);
}

// Computes the four sums of x's harmonics for n = first … first + SAMPLED_WIDTH - 1, which may be
// negative; the static coefficient is multiplied by `share`.
KERNEL_FN void sampled_harmonic_sums(const sampled_plan *plan, const lane_t *x, real share, int first,
                                     lane_t *field) {
  const int mask = plan->samples - 1;
  team_for(task, SAMPLED_FIELD_NUMBERS / SAMPLED_BLOCK) {
    const int kind = task % N_SAMPLED_CLASSES, odd = kind & 1, sine = kind >> 1;
    const int from = task / N_SAMPLED_CLASSES * SAMPLED_BLOCK;
    const int start = odd ? 1 : 2, shift = sine ? plan->samples / 4 : 0;
    lane_t sum[SAMPLED_BLOCK];
    int place[SAMPLED_BLOCK], step[SAMPLED_BLOCK];
    for (int b = 0; b < SAMPLED_BLOCK; b++) {
      sum[b] = kind == 0 && plan->is_static ? lane_set(share) * x[0] : lane_set(0);
      step[b] = 2 * (first + from + b), place[b] = start * (first + from + b) - shift;
    }
    for (int h = start; h <= plan->harmonics; h += 2) {
      const lane_t value = x[sampled_coefficient_place(plan->is_static, h, sine)];
      KERNEL_UNROLL
      for (int b = 0; b < SAMPLED_BLOCK; b++) {
        sum[b] = lane_fma(lane_set(plan->cosine[place[b] & mask]), value, sum[b]);
        place[b] += step[b];
      }
    }
    for (int b = 0; b < SAMPLED_BLOCK; b++) field[kind * SAMPLED_WIDTH + from + b] = sum[b];
  }
}

// Converts between the four sums of an n and its four samples; applied twice it is four times the
// identity.
KERNEL_FN void sampled_butterfly(lane_t *field) {
  const lane_t a = field[0], b = field[SAMPLED_WIDTH], c = field[2 * SAMPLED_WIDTH],
               d = field[3 * SAMPLED_WIDTH];
  field[0] = (a + b) + (c + d);
  field[SAMPLED_WIDTH] = (a - b) - (c - d);
  field[2 * SAMPLED_WIDTH] = (a - b) + (c - d);
  field[3 * SAMPLED_WIDTH] = (a + b) - (c + d);
}

// Adds the cosine or sine sums of one class over the first `count` columns of a piece to `out`:
// coefficients h = start, start + 2, … of that class, SAMPLED_BLOCK from number `from` on.
KERNEL_FN void sampled_gather_block(const sampled_plan *plan, const lane_t *field, int first, int count,
                                    int harmonics, int is_static, int kind, int from, lane_t *out) {
  const int sine = kind >> 1, start = kind & 1 ? 1 : kind == 0 && is_static ? 0 : 2;
  const int mask = plan->samples - 1, last = harmonics - ((harmonics ^ kind) & 1);
  lane_t sum[SAMPLED_BLOCK];
  int place[SAMPLED_BLOCK], step[SAMPLED_BLOCK];
  for (int b = 0; b < SAMPLED_BLOCK; b++) { // beyond the end the last one again, not stored
    const int own = start + 2 * (from + b), h = own < last ? own : last;
    step[b] = h, place[b] = h * first - (sine ? plan->samples / 4 : 0);
    sum[b] = own <= last ? out[sampled_coefficient_place(is_static, h, sine)] : lane_set(0);
  }
  for (int l = 0; l < count; l++) {
    const lane_t value = field[l];
    KERNEL_UNROLL
    for (int b = 0; b < SAMPLED_BLOCK; b++) {
      sum[b] = lane_fma(lane_set(plan->cosine[place[b] & mask]), value, sum[b]);
      place[b] += step[b];
    }
  }
  for (int b = 0; b < SAMPLED_BLOCK; b++)
    if (start + 2 * (from + b) <= last)
      out[sampled_coefficient_place(is_static, start + 2 * (from + b), sine)] = sum[b];
}

// Adds the sums of all classes of a field, whose first column is n = first, to `out` [is_static + 2
// harmonics]. Each coefficient adds its terms in ascending order over all pieces.
KERNEL_FN void sampled_gather(const sampled_plan *plan, const lane_t *field, int first, int count,
                              int harmonics, int is_static, lane_t *out) {
  const int blocks = (harmonics / 2 + 1 + SAMPLED_BLOCK - 1) / SAMPLED_BLOCK;
  team_for(task, N_SAMPLED_CLASSES * blocks) {
    const int kind = task % N_SAMPLED_CLASSES, from = task / N_SAMPLED_CLASSES * SAMPLED_BLOCK;
    if ((kind & 1) + 2 * from > harmonics) continue;
    sampled_gather_block(plan, field + kind * SAMPLED_WIDTH, first, count, harmonics, is_static, kind, from,
                         out);
  }
}

// Returns d(coefficient i of r)/d(coefficient j of u), where the slope dr/du has the sums
// `spectrum` [1 + 4 H] of sampled_gather over all N samples. Products of two waves are waves of the
// sum and the difference of their harmonics, so a block is a Toeplitz plus a Hankel matrix.
KERNEL_FN lane_t sampled_jacobian_entry(const lane_t *spectrum, int is_static, int i, int j) {
  const int shift = is_static - 2, hi = (i - shift) / 2, hj = (j - shift) / 2;
  const int sine_i = (i - shift) & 1 & (hi > 0), sine_j = (j - shift) & 1 & (hj > 0);
  const int below = hi < hj ? hj - hi : hi - hj, odd = sine_i ^ sine_j;
  const lane_t sum = hi + hj == 0 ? spectrum[0] : spectrum[sampled_coefficient_place(1, hi + hj, odd)];
  if (hi == 0 || hj == 0) return hi == 0 && hj == 0 ? spectrum[0] : sum;
  lane_t difference =
      below == 0 ? (odd ? lane_set(0) : spectrum[0]) : spectrum[sampled_coefficient_place(1, below, odd)];
  if (odd && (sine_i ? hi < hj : hj < hi)) difference = -difference;
  const lane_t half = lane_set((real)0.5);
  return half * (sine_i && sine_j ? difference - sum : sum + difference);
}

#endif
