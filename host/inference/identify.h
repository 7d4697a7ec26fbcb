// `chatter identify`: parameters of a study from measured curves. Least squares from many starts, then
// samples of the posterior, whose draws become the trajectories of an ordinary results file.
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

// Prints the table of what was found to stdout. `file`: the measured curves; `path` as run_study, whose
// folder PATH.parts also keeps where fit and chain stand. CHATTER_CHECKPOINTED, CHATTER_INTERRUPTED likewise.
chatter_status identify_study(const study *config, const char *file, const char *path,
                              const identify_options *options);

#endif
