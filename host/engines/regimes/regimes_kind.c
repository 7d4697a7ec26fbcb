// What `study: regimes` teaches the layers below.
#include "engines/regimes/regimes_engine.h"
#include "engines/regimes/regimes_map.h"

static const study_figure figures[] = {{"regimes", FIGURE_X | FIGURE_Y | FIGURE_COLOUR, &regimes_map}, {0}};

const study_kind regimes_kind = {.name = "regimes", .figures = figures};
