// Estimates of Brunetti et al. 2021 for the pair, which `chatter check` prints beside the exact
// stability limit.
#ifndef CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_REPORT_H
#define CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_REPORT_H

#include "engines/sliding/sliding_engine.h"

void sliding_report(const engine_layout *layout, const study *config, FILE *stream);

#endif
