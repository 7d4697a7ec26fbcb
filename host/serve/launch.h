// Evaluates waiting jobs: one launch for each config.
#ifndef CHATTER_SERVE_LAUNCH_H
#define CHATTER_SERVE_LAUNCH_H

#include "serve/serve_job.h"
#include "serve/serve.h"

// The study with the overrides of one config, kept for later jobs with the same.
typedef struct bound_study {
  char *overrides;
  chatter_study *study;
  int n_inputs, n_outputs;
  const char **name;    // [n_inputs]
  unsigned long latest; // time of the last use
} bound_study;

enum { LAUNCH_MAX_STUDIES = 16 }; // studies kept; the least recently used is replaced

typedef struct launcher {
  const serve_options *options;
  bound_study bound_study[LAUNCH_MAX_STUDIES]; // the first has no config
  unsigned long clock;
  long rows, launches; // totals
} launcher;

chatter_status launch_open(launcher *self,
                           const serve_options *options); // raises mistakes in the study
void launch_close(launcher *self);
// Answers all jobs of the list. One thread at a time may call it.
void launch_answer_jobs(launcher *self, job *list);

#endif
