// `chatter run`: a study's ensemble (or one shard of it) to one results file.
#ifndef CHATTER_ENSEMBLE_RUN_STUDY_H
#define CHATTER_ENSEMBLE_RUN_STUDY_H

#include "ensemble/batch/devices.h"
#include "ensemble/batch/execute.h"
#include "results/write/result_writer.h"
#include "study/samples/samples.h"
#include "study/study.h"

typedef struct run_options {
  device_choice device;
  long shard, n_shards; // shard 1 ... n_shards: trajectories t with t mod n_shards = shard - 1
  int resume, force;
  int keep_state;           // 1: results hold the motion that each trajectory ended with
  double max_time;          // s, 0: none
  double max_failed;        // ≥ 0: a number of trajectories; < 0: minus a share; NaN: all may fail
  double checkpoint_every;  // s
  long chunk, batch;        // 0: chosen
  const char *command_line; // recorded in the results
  const char *overrides;    // the --set texts, one a line; "" for none
  int progress;
  const samples *values; // these instead of the design's, inputs not spread; NULL: the design's
  // Of `values` that were made by whoever asks and can be made again: SHA-256 of what they come from, and the
  // folder that they keep it in, opened by run_study_open, which the run takes over. "" and NULL: none.
  const char *origin;
  result_writer *writer;
  // Adds what belongs to the whole file to a part of the results, the same to every one; NULL: nothing.
  chatter_status (*describe)(void *self, result_set *part);
  void *describe_self;
  int library;           // 1: signals are left alone, a flag may ask for an end (stop_watch)
  _Atomic double *share; // execute_options.share
} run_options;

run_options run_default(void);

// Runs to `path`, with its unfinished parts and checkpoints in PATH.parts. Also CHATTER_CHECKPOINTED,
// CHATTER_TOO_MANY_FAILED (the file is complete then), and CHATTER_INTERRUPTED where a signal came before
// there was anything to keep. Prints the closing summary. `path` NULL: nothing is written, for runs that are
// only timed.
chatter_status run_study(const study *config, const char *path, const run_options *options);

// What run_study refuses before its first step, for whoever works long for options->values: outputs of
// trajectories that there are not, statistics that have no names.
chatter_status run_study_check(const study *config, const run_options *options);
// *complete: options->resume finds a finished file, which it says.
chatter_status run_study_is_complete(const char *path, const run_options *options, int *complete);
// The folder of an unfinished run whose identity follows from options->origin: new, or the same run's.
chatter_status run_study_open(const study *config, const char *path, const run_options *options,
                              const device_set *devices, result_writer **out);
// What there is to type to go on: "`chatter … --resume`".
const char *run_resume_text(const run_options *options, char *text, size_t size);

// SHA-256 of the --set texts, of all samples and of the files that values come from.
void run_hash_values(const study *config, const samples *samples, const char *overrides, char hex[65]);

#endif
