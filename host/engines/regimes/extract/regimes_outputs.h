// Outputs of a regime study: the allowed ones, the watched coordinates, and reading the state.
#ifndef CHATTER_ENGINES_REGIMES_EXTRACT_REGIMES_OUTPUTS_H
#define CHATTER_ENGINES_REGIMES_EXTRACT_REGIMES_OUTPUTS_H

#include "engines/regimes/regimes_engine.h"

chatter_status regimes_plan_watches(const study *study, const reduced_model *reduced, arena *memory,
                                    regimes_watches *out);
void regimes_watch_rows(const study *study, const reduced_model *reduced, const regimes_system *system,
                        const regimes_watches *watches, const int *dim, double *parameter);
chatter_status regimes_extract(const engine_layout *layout, const study *study, long n,
                               const kernel_batch *host, result_set *out);

#endif
