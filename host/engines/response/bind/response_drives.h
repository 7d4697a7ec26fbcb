// Drives in harmonic balance: periodic tables over turns, by the Fourier coefficients of their pieces.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_DRIVES_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_DRIVES_H

#include "engines/response/bind/response_plan.h"
#include "drives/drive_uses.h"
#include "study/file/document.h"

// Mistakes in what a study's loads and gaps take from drives.
void response_check_drives(parser *p);
// Reads the tables of drives in use and says how many harmonics loads and gaps have.
chatter_status response_plan_drives(const study *config, const reduced_model *reduced, arena *memory,
                                    response_setup *setup);
// What the drive adds there: to [1 + 2 harmonics], the mean, then cos and sin of each.
chatter_status response_drive_harmonics(const study *config, const response_setup *setup,
                                        const drive_use *use, int harmonics, double *to);

#endif
