// Command `chatter identify`: parameters of a study from measured curves. Least squares from many
// starts, then samples of the posterior, whose draws become the trajectories of an ordinary results
// file.
#ifndef CHATTER_INFERENCE_IDENTIFY_H
#define CHATTER_INFERENCE_IDENTIFY_H

#include "ensemble/batch/devices.h"
#include "study/study.h"

typedef struct identify_options {
  device_choice device;
  int resume, force, progress;
  double max_time, checkpoint_every;    // s; 0: none
  const char *command_line, *overrides; // as run_options
} identify_options;

// Identifies the parameters and prints them as a table to stdout. file: the measured curves; path:
// as in run_study, whose folder PATH.parts also stores the state of fit and chain. Also returns
// CHATTER_CHECKPOINTED and CHATTER_INTERRUPTED.
chatter_status identify_study(const study *config, const char *file, const char *path,
                              const identify_options *options);

#endif
