// Affine-invariant ensemble sampler (Goodman and Weare 2010): walkers move by stretching the line
// to another walker. Half of the walkers move at a time, so that each half is one evaluation of
// many rows (Foreman-Mackey et al. 2013). See docs/theory/identification.md.
#ifndef CHATTER_INFERENCE_STRETCH_H
#define CHATTER_INFERENCE_STRETCH_H

#include <stdint.h>

#include "base/memory.h"
#include "inference/target.h"

typedef struct stretch_chain {
  int d, walkers;       // number of walkers: even, at least 2 (d + 1)
  uint64_t seed;        // random numbers depend on it, the step and the walker
  long step;            // steps done
  int half;             // halves done of the next step, 0 or 1
  int is_known;         // 1: `density` is known; 0: nothing has been evaluated yet
  long warmup, room;    // steps that are discarded, and steps that are kept
  double *z;            // [walkers][d] current positions
  double *density;      // [walkers] logarithm of the posterior there, up to a constant
  double *kept;         // [room][walkers][d]
  double *kept_density; // [room][walkers]
  long accepted;        // accepted moves in kept steps
  // of one half
  double *proposal, *r, *stretch;
  unsigned char *ok;
} stretch_chain;

// Makes a chain; everything in `memory`.
chatter_status stretch_create(const inference_target *target, int walkers, long warmup, long steps,
                              uint64_t seed, arena *memory, stretch_chain *out);
// Places walkers at z = centre + factor ξ with normal ξ, as a start distributed like the posterior.
void stretch_place(stretch_chain *self, const double *centre, const double *factor);
// Makes one step of all walkers. It can be called again after a failed evaluation: step, half,
// is_known, z, density, accepted and the kept steps continue a chain with the same bits.
chatter_status stretch_step(stretch_chain *self, const inference_target *target);

#endif
