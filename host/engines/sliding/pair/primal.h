// Primal assembly in the time domain (section 2.1 of the paper): at every step one set of unknowns
// q with u = L_C q, and the matrix L_Eᵀ M L_C anew. Far too slow for a run, and nothing of the
// kernel's: the second method that it is held to.
#ifndef CHATTER_ENGINES_SLIDING_PRIMAL_H
#define CHATTER_ENGINES_SLIDING_PRIMAL_H

#include "engines/sliding/pair/guide_course.h"

// Where a run stands: p_n and d_n = p_n - p_{n-1}, and the contact of the step that led there.
typedef struct primal_run {
  const contact_pair *pair;
  pair_load load; // of the start
  guide_course guide;
  double step; // h, s
  long n;      // steps done
  pair_contact contact;
  double force;      // λ of the last step
  double speed, way; // of the guide over the last step, m/s; what its drive has moved it by, m
  double *p, *d;
  double *before; // d_n of the last step
  double *memory; // n_modes² + 5 n_modes
  int *pivot;     // [n_modes]
} primal_run;

// The quasi-static start at arc length `start`, in arrays of `memory`.
chatter_status primal_begin(const contact_pair *pair, const pair_load *load, const guide_course *guide,
                            double step, double start, arena *memory, primal_run *out);
// CHATTER_BAD_STUDY where C leaves the path.
chatter_status primal_step(primal_run *self);

#endif
