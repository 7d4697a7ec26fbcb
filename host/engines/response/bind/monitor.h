// The displacement that peaks are looked for in: response.monitor.
#ifndef CHATTER_ENGINES_RESPONSE_MONITOR_H
#define CHATTER_ENGINES_RESPONSE_MONITOR_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

// Finds the output that is monitored: response.monitor or the first of a node; -1: no output is of a node.
// CHATTER_BAD_STUDY where response.monitor names none.
chatter_status response_find_monitor(const study *config, int *output);
// The monitored displacement of a study without outputs of nodes: the one that load number `load` of the
// reduced model does work on. *out is *r with that displacement as one more response, at *index.
chatter_status response_monitor_load(const reduced_model *r, int load, arena *memory, reduced_model *out,
                                     int *index);
// The output of a transient study that is this response.
void response_monitor_output(output_config *out);

#endif
