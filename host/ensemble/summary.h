// How a run went, for people.
#ifndef CHATTER_ENSEMBLE_SUMMARY_H
#define CHATTER_ENSEMBLE_SUMMARY_H

#include "ensemble/batch/execute.h"

// Adds the outcomes of the closed parts in a run's folder, of earlier sessions, and what the engine tallies.
chatter_status summary_count_parts(const char *folder, const engine *of, long count[N_TRAJECTORY_STATUS],
                                   void *tally);

// How many of which status, speed, wall time, where the file is.
void summary_print(const char *path, const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                   int n_devices, const char *step);

// CHATTER_TOO_MANY_FAILED when more trajectories than allowed are not ok (run_options.max_failed), or, where
// nothing is said of that, when not one of them could start; executed: NULL of a shard, whose others may.
chatter_status summary_check_failed(const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                                    double max_failed);

// "3.4 s", "12 min", "2.5 h"
const char *summary_duration(double seconds, char *text, size_t size);

#endif
