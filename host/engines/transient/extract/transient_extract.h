// Reads the study's outputs from the kernel's state.
#ifndef CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_EXTRACT_H
#define CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_EXTRACT_H

#include "engines/transient/transient_engine.h"

chatter_status transient_outline(const study *config, outline_add add, void *to);
chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out);

#endif
