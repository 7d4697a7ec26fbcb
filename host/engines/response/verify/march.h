// Time stepping of a point of a response curve by the engine of transient studies, from the state
// of the harmonic balance, for comparison with it. Rigid contacts at a boundary with mass conserve
// energy in the balance, so their restitution is 1 here.
#ifndef CHATTER_ENGINES_RESPONSE_MARCH_H
#define CHATTER_ENGINES_RESPONSE_MARCH_H

#include "engines/response/extract/column_motion.h"

typedef struct march {
  const response_motion *motion;
  engine_layout layout; // of the transient study
  kernel_batch batch;   // one trajectory of one period
  backend *cpu;
  int steps, kept; // per period; kept: equally spaced values of the monitored response
} march;

// `config`: the study with the parameters of the motion's trajectory. *why: the reason why that
// engine cannot step it, else NULL.
chatter_status march_create(const study *config, const response_motion *motion, backend *cpu, arena *memory,
                            march *out, const char **why);

typedef struct march_result {
  int is_steady, periods;
  double amplitude;    // root mean square without the mean
  double peak_to_peak; // m
  double growth;       // growth of the change per period, for a motion that was left
} march_result;
// Steps from the state at τ = 0 of the motion's present point until the motion is steady, or for
// `most` periods.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out);

#endif
