// Drives of a study for an engine: their files are read once, packed for kernels, or evaluated
// here. A use of a drive is one load, gap or wall, with N_DRIVE_PARAMETERS numbers per trajectory.
#ifndef CHATTER_ENSEMBLE_DRIVES_DRIVE_USES_H
#define CHATTER_ENSEMBLE_DRIVES_DRIVE_USES_H

#include "drives/noise_filter.h"
#include "study/drive_table.h"
#include "study/study.h"

// Contents of a drive's files.
typedef struct drive_plan {
  long at; // its first number in the block of drives
  drive_table table;
  noise_filter noise;
} drive_plan;

typedef struct drive_use {
  int drive;                         // index in the study
  double factor;                     // factor of the drive's value
  const excitation_config *turns_of; // load whose frequency a table by turns follows; NULL: none
  double phase; // rad, of these turns or of the period of a table over time, added to a sine's own phase
  const column_list *columns; // one per point of a contact entry; NULL or none: the drive's own
  int entry, is_wall, point;  // contact entry, 1 for its wall, and index of the point
} drive_use;

// Adds the records of all files of a drive to a table; a table without files is zero.
chatter_status drive_read_table(const char *study_path, const drive_config *of, arena *memory,
                                drive_table *table);
// Reads the files of all drives; *numbers: size of the block of drives, at least 1 if there are
// any.
chatter_status drives_plan(const study *config, arena *memory, drive_plan **plans, long *numbers);
void drives_pack(int n, const drive_config *drives, const drive_plan *plans, double *block);
// Finds the column of its drive's table that a use takes; raises if there is no such column.
chatter_status drive_use_column(const study *config, const drive_table *table, const drive_use *use,
                                int *column);
// Packs the whole numbers of a use, table[N_DRIVE_INTEGERS]; from_angle: 1 if it has a phase in
// some trajectory.
void drive_use_pack(const drive_config *drives, const drive_plan *plans, const drive_use *use, int from_angle,
                    int *table);
// Fills the numbers of a use in one trajectory, number[N_DRIVE_PARAMETERS], all of which were 0.
chatter_status drive_use_bind(const study *config, const drive_plan *plans, const drive_use *use,
                              long trajectory, double *number);
// Sets the turns of a load, for its own sine or a table by turns.
void drive_turn(const excitation_config *of, double phase, double *number);
// Checks that the drive covers a run of `end` s in steps of `step` s.
chatter_status drive_check(const study *config, const drive_plan *plans, const drive_use *use,
                           long trajectory, double end, double step);
// Returns its value at t, and its rate in *rate, from the block and the numbers of a use.
double drive_value(const double *block, const int *table, const double *number, double t, double *rate);

#endif
