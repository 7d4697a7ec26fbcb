#include "engines/sliding/sliding_engine.h"

#include "machines/kernel_kind.h"

const study_kind sliding_kind = {.name = "sliding", .doc = "one body slides on another"};
const engine *const sliding_engines[] = {NULL};
