// Reads the study's outputs from the kernel's state.
#ifndef CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_EXTRACT_H
#define CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_EXTRACT_H

#include "engines/sliding/sliding_engine.h"

chatter_status sliding_extract(const engine_layout *layout, const study *config, long n,
                               const kernel_batch *host, result_set *out);

#endif
