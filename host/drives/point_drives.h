// Drives of the gap and the wall of a contact point: those of its entry, with the point's own angle
// and column.
#ifndef CHATTER_ENSEMBLE_DRIVES_POINT_DRIVES_H
#define CHATTER_ENSEMBLE_DRIVES_POINT_DRIVES_H

#include "drives/drive_uses.h"
#include "reduction/reduced.h"

// Returns the use of a drive at a point. `index` counts the points of the entry; drive < 0: it does
// not move.
drive_use point_drive(const study *config, const reduced_contact *point, int index, int is_wall);
int point_drive_turns(const study *config, const drive_use *use); // 1: it has a phase in some trajectory
// Checks that contact entries that use all columns of the table of drive number `drive` have as
// many points.
chatter_status point_drives_check(const study *config, const reduced_model *reduced, int drive,
                                  const drive_table *table);

#endif
