// What `study: transient` teaches the layers below.
#include "engines/transient/transient_engine.h"

const study_kind transient_kind = {.name = "transient"};
