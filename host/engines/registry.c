// The engines that this program has: one line each.
#include "engines/regimes/regimes_engine.h"
#include "engines/transient/transient_engine.h"

const engine *const engines[] = {&transient_engine, &regimes_engine, &regimes_stepped_engine, NULL};
const study_kind *const study_kinds[] = {&transient_kind, &regimes_kind, NULL};
const char *const study_kinds_known[] = {"transient", "regimes", NULL};
