// Springs of the contacts and the step limits that follow from them.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_LIMITS_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_LIMITS_H

#include "engines/transient/transient_engine.h"

chatter_status transient_find_springs(const study *config, const reduced_model *reduced,
                                      transient_setup *setup);
// bytes of scratch of transient_is_doubtful
size_t transient_limit_scratch(const reduced_model *reduced);
// Returns the step limit 2/ω_max with open contacts; for a model that is not reduced, with its
// damping.
double transient_open_limit(const reduction_config *damping, const reduced_model *reduced);
// Returns 1 if a step that is stable with open contacts is too large with all contacts stuck.
int transient_is_doubtful(const transient_setup *setup, const study *config, const reduced_model *reduced,
                          double dt, void *scratch);
void transient_report(const engine_layout *layout, const study *config, FILE *stream);

#endif
