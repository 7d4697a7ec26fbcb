// Times of a batch's phases and bytes transferred to and from its machine: a line of --log-json for
// each batch.
#ifndef CHATTER_ENSEMBLE_PHASE_TIMES_H
#define CHATTER_ENSEMBLE_PHASE_TIMES_H

// X(name, long name of the phase)
#define SPENT_LIST(X)                                                                                        \
  X(bind, "parameters and initial states of all trajectories")                                               \
  X(compile, "kernels, where the machine makes them")                                                        \
  X(upload, "device memory, transfers to it")                                                                \
  X(step, "launches")                                                                                        \
  X(download, "transfers back")                                                                              \
  X(extract, "outputs from states")                                                                          \
  X(compact, "batches of the trajectories that go on")                                                       \
  X(write, "parts of the results")                                                                           \
  X(checkpoint, "files to resume from")

typedef enum {
#define X(name, meaning) SPENT_##name,
  SPENT_LIST(X)
#undef X
      N_SPENT
} run_phase;

typedef struct phase_times {
  double seconds[N_SPENT];
  double up, down; // transferred to the machine and back
  double launches, compactions;
  // Work of trajectories (steps, or what the engine counts), and that of all lanes, idle ones
  // included, if 8 neighbours (of a processor) or 32 (of a warp) go together.
  double work, lane_work_8, lane_work_32;
} phase_times;

// Adds the time since `start` (clock_seconds) to a phase.
void phase_times_add(phase_times *self, run_phase phase, double start);
// Logs the line for `n` trajectories and their `steps` on `machine`.
void phase_times_log(const phase_times *self, const char *machine, double n, double steps);

#endif
