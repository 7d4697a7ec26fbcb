// The drives of loads, gaps and walls, in the order of transient_drives.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_DRIVES_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_DRIVES_H

#include "engines/transient/transient_engine.h"

// Reads the files of the drives; *numbers: the size of their block.
chatter_status transient_plan_drives(const study *config, const reduced_model *reduced, arena *memory,
                                     transient_setup *setup, long *numbers);
void transient_pack_drive(const study *config, const reduced_model *reduced, const transient_setup *setup,
                          int which, int *table); // [N_DRIVE_INTEGERS]
chatter_status transient_bind_drive(const study *config, const reduced_model *reduced,
                                    const transient_setup *setup, int which, long trajectory,
                                    double *number); // [N_DRIVE_PARAMETERS]
// Returns load number `load` at time t, N, from its parameters.
double transient_load_at(const engine_layout *layout, int load, const double *number, double t);
// Refuses drives that end before a trajectory of `end` seconds in steps of `step`.
chatter_status transient_check_drives(const engine_layout *layout, const study *config, long trajectory,
                                      double end, double step);

#endif
