// The displacement in which peaks are searched: response.monitor.
#ifndef CHATTER_ENGINES_RESPONSE_MONITOR_H
#define CHATTER_ENGINES_RESPONSE_MONITOR_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

// Finds the monitored output: response.monitor or the first output of a node; -1: no output is of a
// node. CHATTER_BAD_STUDY if no output has the name in response.monitor.
chatter_status response_find_monitor(const study *config, int *output);
// Finds the monitored displacement of a study without outputs of nodes: the one on which load
// number `load` of the reduced model does work. *out is *r with that displacement as an additional
// response, at *index.
chatter_status response_monitor_load(const reduced_model *r, int load, arena *memory, reduced_model *out,
                                     int *index);
// Writes the output of a transient study that is this response.
void response_monitor_output(output_config *out);

#endif
