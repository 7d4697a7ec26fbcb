// Evaluations: jobs that came together become one launch for each config.
#ifndef CHATTER_SERVE_LAUNCH_H
#define CHATTER_SERVE_LAUNCH_H

#include "serve/serve_job.h"
#include "serve/serve.h"

// The study with the overrides of one config, kept for the next job that has the same.
typedef struct bound_study {
  char *overrides;
  chatter_study *study;
  int n_inputs, n_outputs;
  const char **name;    // [n_inputs]
  unsigned long latest; // when it was used
} bound_study;

enum { LAUNCH_MAX_STUDIES = 16 }; // kept: the one used longest ago makes room

typedef struct launcher {
  const serve_options *options;
  bound_study bound_study[LAUNCH_MAX_STUDIES]; // the first: without a config
  unsigned long clock;
  long rows, launches; // so far
} launcher;

chatter_status launch_open(launcher *self,
                           const serve_options *options); // raises what is wrong with the study
void launch_close(launcher *self);
// Answers all jobs of the list. By one thread only: handles are not used at once.
void launch_answer_jobs(launcher *self, job *list);

#endif
