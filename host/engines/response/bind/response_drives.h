// Drives in harmonic balance: Fourier coefficients of periodic tables, from their pieces.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_DRIVES_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_DRIVES_H

#include "engines/response/bind/response_plan.h"
#include "drives/drive_uses.h"
#include "study/file/document.h"

// Checks the drives that a study's loads and gaps use.
void response_check_drives(parser *p);
// Reads the tables of the drives in use and finds the number of harmonics of loads and gaps.
chatter_status response_plan_drives(const study *config, const reduced_model *reduced, arena *memory,
                                    response_setup *setup);
// Writes the harmonics of a drive into to [1 + 2 harmonics]: the mean, then cos and sin of each.
chatter_status response_drive_harmonics(const study *config, const response_setup *setup,
                                        const drive_use *use, int harmonics, double *to);

#endif
