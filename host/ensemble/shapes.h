// Mode shapes of a reduced model as results: a field whose instants are the modes, for `export
// --mesh` and figures.
#ifndef CHATTER_ENSEMBLE_SHAPES_H
#define CHATTER_ENSEMBLE_SHAPES_H

#include "reduction/reduced.h"

// Writes the modes of a reduced model with its recovery basis: `mode`, displacement in m per m√kg;
// mode_stress, Pa, if it was recovered; mode_time, the frequency, Hz. Refuses an existing file
// unless `force`.
chatter_status shapes_write(const study *config, const reduced_model *reduced, const char *path, int force);

#endif
