// Summary of a run for the user.
#ifndef CHATTER_ENSEMBLE_SUMMARY_H
#define CHATTER_ENSEMBLE_SUMMARY_H

#include "ensemble/batch/execute.h"

// Adds the outcomes of the closed parts in a run's folder, of earlier sessions, and the engine's
// tally.
chatter_status summary_count_parts(const char *folder, const engine *of, long count[N_TRAJECTORY_STATUS],
                                   void *tally);

// Prints the numbers of each status, speed, wall time and the file's path.
void summary_print(const char *path, const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                   int n_devices, const char *step);

// Returns CHATTER_TOO_MANY_FAILED if more trajectories than allowed are not ok
// (run_options.max_failed), or, without a limit, if none could start. executed NULL: a shard, where
// those of other shards may have started.
chatter_status summary_check_failed(const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                                    double max_failed);

// Writes "3.4 s", "12 min", "2.5 h".
const char *summary_duration(double seconds, char *text, size_t size);

#endif
