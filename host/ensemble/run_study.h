// Command `chatter run`: runs a study's ensemble (or one shard of it) into one results file.
#ifndef CHATTER_ENSEMBLE_RUN_STUDY_H
#define CHATTER_ENSEMBLE_RUN_STUDY_H

#include "ensemble/batch/devices.h"
#include "ensemble/batch/execute.h"
#include "results/write/result_writer.h"
#include "study/samples/samples.h"
#include "study/study.h"

typedef struct run_options {
  device_choice device;
  long shard, n_shards; // shard 1 ... n_shards has the trajectories t with t mod n_shards = shard - 1
  int resume, force;
  int keep_state;           // 1: results store the final motion of each trajectory
  double max_time;          // s; 0: no limit
  double max_failed;        // ≥ 0: number of trajectories; < 0: minus a fraction; NaN: all may fail
  double checkpoint_every;  // s
  long chunk, batch;        // 0: chosen automatically
  const char *command_line; // stored in the results
  const char *overrides;    // the --set texts, one a line; ""
  int progress;
  const samples *values; // replace the design's samples, inputs not expanded; NULL: the design's
  // For `values` that the caller computed and can compute again: SHA-256 of their inputs, and the
  // folder opened by run_study_open that stores them, which the run takes over. "" and NULL: none.
  const char *origin;
  result_writer *writer;
  // Adds what belongs to the whole file to a part of the results, the same to every part; NULL:
  // nothing.
  chatter_status (*describe)(void *self, result_set *part);
  void *describe_self;
  int library;           // 1: installs no signal handlers; a flag may ask for a stop (stop_watch)
  _Atomic double *share; // execute_options.share
} run_options;

run_options run_default(void);

// Runs into `path`, with unfinished parts and checkpoints in PATH.parts, and prints the summary.
// Returns also CHATTER_CHECKPOINTED, CHATTER_TOO_MANY_FAILED (the file is then complete), and
// CHATTER_INTERRUPTED for a signal before there was anything to keep. `path` NULL: measures only,
// writes nothing.
chatter_status run_study(const study *config, const char *path, const run_options *options);

// Makes the checks of run_study before its first step, for callers that compute options->values for
// long: outputs of unknown trajectories, statistics without names.
chatter_status run_study_check(const study *config, const run_options *options);
// Sets *complete = 1 if options->resume finds a finished file, and says so.
chatter_status run_study_is_complete(const char *path, const run_options *options, int *complete);
// Opens the folder of an unfinished run whose identity follows from options->origin: a new one, or
// that of the same run.
chatter_status run_study_open(const study *config, const char *path, const run_options *options,
                              const device_set *devices, result_writer **out);
// Returns the command that continues the run: "`chatter … --resume`".
const char *run_resume_text(const run_options *options, char *text, size_t size);

// Computes SHA-256 of the --set texts, of all samples and of the files with values.
void run_hash_values(const study *config, const samples *samples, const char *overrides, char hex[65]);

#endif
