// The kinds of studies for the fuzzers of readers: their keys only, without computation.
#include "engines/regimes/study/regimes_keys.h"
#include "engines/transient/transient_engine.h"

static const study_kind *const uses[] = {&transient_kind, NULL};
static const study_kind regimes = {
    .name = "regimes",
    .doc = "Coulomb motion regimes",
    .uses = uses,
    .sections = regimes_sections,
    .fields = regimes_fields,
    .rules = regimes_rules,
};

const study_kind *const study_kinds[] = {&transient_kind, &regimes, NULL};
const char *const study_kinds_known[] = {"transient", "regimes", NULL};
