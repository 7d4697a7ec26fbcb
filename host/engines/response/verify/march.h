// A point of a response curve stepped in time by the engine of transient studies, from the state that the
// harmonic balance has there: what is compared with it. Rigid contacts on a boundary with mass lose no energy
// in the balance, and so they have restitution 1.
#ifndef CHATTER_ENGINES_RESPONSE_MARCH_H
#define CHATTER_ENGINES_RESPONSE_MARCH_H

#include "engines/response/extract/column_motion.h"

typedef struct march {
  const response_motion *motion;
  engine_layout layout; // of the transient study
  kernel_batch batch;   // of one trajectory, of one period
  backend *cpu;
  int steps, kept; // of a period; at equal times, of which the monitored response is kept
} march;

// `config`: the study with the numbers of the motion's trajectory. NULL in *why, or why that engine does not
// step it.
chatter_status march_create(const study *config, const response_motion *motion, backend *cpu, arena *memory,
                            march *out, const char **why);

typedef struct march_result {
  int is_steady, periods;
  double amplitude;    // root mean square without the mean
  double peak_to_peak; // m
  double growth;       // by which what changes from period to period grew on the way: of a motion left
} march_result;
// From the state at τ = 0 of the motion's present point on until the motion does not change, or for `most`
// periods.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out);

#endif
