// The affine-invariant ensemble sampler: walkers that move by the stretch of the line to another one (J.
// Goodman, J. Weare, Commun. Appl. Math. Comput. Sci. 5 (2010) 65-80), half of them at a time, so that a half
// is one evaluation of many rows (D. Foreman-Mackey et al., PASP 125 (2013) 306).
#ifndef CHATTER_INFERENCE_STRETCH_H
#define CHATTER_INFERENCE_STRETCH_H

#include <stdint.h>

#include "base/memory.h"
#include "inference/target.h"

typedef struct stretch_chain {
  int d, walkers;       // an even number of walkers, at least 2 (d + 1)
  uint64_t seed;        // of all random numbers, which belong to step and walker
  long step;            // steps done,
  int half;             // and halves of the next one, 0 or 1
  int is_known;         // 1: `density` is known; 0: nothing has been evaluated yet
  long warmup, room;    // steps that are not kept, and how many are
  double *z;            // [walkers][d] where they stand
  double *density;      // [walkers] logarithms of the posterior there, up to a constant
  double *kept;         // [room][walkers][d]
  double *kept_density; // [room][walkers]
  long accepted;        // moves of kept steps
  // of one half
  double *proposal, *r, *stretch;
  unsigned char *ok;
} stretch_chain;

// Everything in `memory`.
chatter_status stretch_create(const inference_target *target, int walkers, long warmup, long steps,
                              uint64_t seed, arena *memory, stretch_chain *out);
// Walkers at z = centre + factor ξ of normal ξ, a start like the posterior itself.
void stretch_place(stretch_chain *self, const double *centre, const double *factor);
// One step of all walkers. Behind an evaluation that failed it can be called again: with step, half,
// is_known, z, density, accepted and what is kept so far a chain goes on to the same bits.
chatter_status stretch_step(stretch_chain *self, const inference_target *target);

#endif
