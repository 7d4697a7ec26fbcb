// Which springs the contacts have, and the steps that these allow.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_LIMITS_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_LIMITS_H

#include "engines/transient/transient_engine.h"

chatter_status transient_find_springs(const study *config, const reduced_model *reduced,
                                      transient_setup *setup);
size_t transient_limit_scratch(const reduced_model *reduced); // bytes that transient_is_doubtful works in
// 2/ω_max with open contacts, of a model that is not reduced with its damping.
double transient_open_limit(const reduction_config *damping, const reduced_model *reduced);
// Returns 1 where a step that is stable with open contacts is too large with all contacts stuck.
int transient_is_doubtful(const transient_setup *setup, const study *config, const reduced_model *reduced,
                          double dt, void *scratch);
void transient_report(const engine_layout *layout, const study *config, FILE *stream);

#endif
