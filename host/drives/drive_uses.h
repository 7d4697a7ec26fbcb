// Drives of a study for an engine: read once, packed for its kernels or asked for their value here. A use of
// a drive is one load, gap, wall or whatever, with a set of N_DRIVE_PARAMETERS numbers per trajectory.
#ifndef CHATTER_ENSEMBLE_DRIVES_DRIVE_USES_H
#define CHATTER_ENSEMBLE_DRIVES_DRIVE_USES_H

#include "drives/noise_filter.h"
#include "study/drive_table.h"
#include "study/study.h"

// What was read of the files of a drive.
typedef struct drive_plan {
  long at; // its first number in the block of drives
  drive_table table;
  noise_filter noise;
} drive_plan;

typedef struct drive_use {
  int drive;                         // of the study
  double factor;                     // what it is multiplied with
  const excitation_config *turns_of; // the load that has the frequency of a table by turns; NULL: none
  double phase;               // rad, of these turns, of the period of a table over time, on top of a sine's
  const column_list *columns; // one for each point of a contact entry; NULL, none: the drive's own
  int entry, is_wall, point;  // that entry, whether it is its wall, and which of its points
} drive_use;

// Adds the records of all files of a drive to a table, of none before: zeros.
chatter_status drive_read_table(const char *study_path, const drive_config *of, arena *memory,
                                drive_table *table);
// Reads the files of all drives; *numbers: of the block of drives, at least 1 where there are any.
chatter_status drives_plan(const study *config, arena *memory, drive_plan **plans, long *numbers);
void drives_pack(int n, const drive_config *drives, const drive_plan *plans, double *block);
// Which column of the table of its drive it takes; raises where there is no such column.
chatter_status drive_use_column(const study *config, const drive_table *table, const drive_use *use,
                                int *column);
// The whole numbers of a use, table[N_DRIVE_INTEGERS]; `from_angle`: in some trajectory it has a phase.
void drive_pack(const drive_config *drives, const drive_plan *plans, const drive_use *use, int from_angle,
                int *table);
// The numbers of a use of it in one trajectory, number[N_DRIVE_PARAMETERS], all of which were 0.
chatter_status drive_bind(const study *config, const drive_plan *plans, const drive_use *use, long trajectory,
                          double *number);
// Of a sine of its own, or the turns alone: of that load.
void drive_turn(const excitation_config *of, double phase, double *number);
// Whether it has what a run of `end` s in steps of `step` s asks of it.
chatter_status drive_check(const study *config, const drive_plan *plans, const drive_use *use,
                           long trajectory, double end, double step);
// Its value at t and the rate of that, from the block, its whole numbers and the numbers of a use.
double drive_value(const double *block, const int *table, const double *number, double t, double *rate);

#endif
