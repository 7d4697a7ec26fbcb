// `chatter identify`: parameters of a study from measured curves. Least squares from many starts, then
// samples of the posterior, whose draws become the trajectories of an ordinary results file.
#ifndef CHATTER_INFERENCE_IDENTIFY_H
#define CHATTER_INFERENCE_IDENTIFY_H

#include "ensemble/batch/devices.h"
#include "study/study.h"

typedef struct identify_options {
  device_choice device;
  int force, progress;
  const char *command_line, *overrides; // as run_options
} identify_options;

// Prints the table of what was found to stdout. `file`: the measured curves; `path` as run_study.
chatter_status identify_study(const study *config, const char *file, const char *path,
                              const identify_options *options);

#endif
