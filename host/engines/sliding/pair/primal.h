// Primal assembly in the time domain (Brunetti et al. 2021, section 2.1): at every step one set of
// unknowns q with u = L_C q, and a new matrix L_Eᵀ M L_C. It is far too slow for a run and
// independent of the kernel: a second method to verify it.
#ifndef CHATTER_ENGINES_SLIDING_PRIMAL_H
#define CHATTER_ENGINES_SLIDING_PRIMAL_H

#include "engines/sliding/pair/guide_course.h"

// State of a run: p_n and d_n = p_n - p_{n-1}, and the contact of the last step.
typedef struct primal_run {
  const contact_pair *pair;
  pair_load load; // load at the start
  guide_course guide;
  double step; // h, s
  long n;      // steps done
  pair_contact contact;
  double force; // λ of the last step
  // velocity of the guide over the last step, m/s; its displacement by the drive, m
  double speed, way;
  double *p, *d;
  double *before; // d_n of the last step
  double *memory; // n_modes² + 5 n_modes numbers
  int *pivot;     // [n_modes]
} primal_run;

// Begins with the quasi-static start at arc length `start`, in arrays of `memory`.
chatter_status primal_begin(const contact_pair *pair, const pair_load *load, const guide_course *guide,
                            double step, double start, arena *memory, primal_run *out);
// Takes a step. CHATTER_BAD_STUDY if C leaves the path.
chatter_status primal_step(primal_run *self);

#endif
