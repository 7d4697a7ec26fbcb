#include "engines/regimes/study/regimes_kind.h"

#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "engines/regimes/extract/regimes_map.h"
#include "engines/regimes/extract/regimes_quantities.h"
#include "engines/transient/transient_engine.h"

static const study_kind *const uses[] = {&transient_kind, NULL}; // stepped maps

static const study_figure figures[] = {{"regimes", FIGURE_X | FIGURE_Y | FIGURE_COLOUR, &regimes_map}, {0}};

static const study_note notes[] = {
    {"initial.direction", "of motion regimes without a model: x, which may be absent"},
    {"initial.displacement",
     "of dimensionless regimes in units of the excitation's amplitude, with wall base relative to the base"},
    {"initial.velocity", "of dimensionless regimes per radian of the excitation"},
    {"initial.static", "event-exact regimes begin where their load has its maximum"},
    {"excitation.phase",
     "event-exact regimes begin where their load has its maximum: cos, which may be absent"},
    {"plot.kind", "of motion regimes: regimes"},
    {"plot.x", "regimes too"},
    {"plot.colour", "regimes too"},
    {0},
};

// Dimensionless chains have no units.
static const char *unit_of(const study *s, const char *path, int entry) {
  (void)entry;
  return regimes_is_chain(s) && strncmp(path, "initial.", strlen("initial.")) == 0 ? "" : NULL;
}

const study_kind regimes_kind = {
    .name = "regimes",
    .doc = "Coulomb motion regimes",
    .uses = uses,
    .goes_on = 1,
    .sections = regimes_sections,
    .fields = regimes_fields,
    .quantities = regimes_quantities,
    .quantity_size = sizeof *regimes_quantities,
    .quantities_doc = "Dimensionless studies have 1 for every unit. Of nodes event-exact maps keep "
                      "the extremes of displacement, velocity and acceleration over the window (reduce: "
                      "half_peak_to_peak, min, max, max_abs); in dimensionless studies these are derivatives "
                      "by the phase of the excitation in radians. An acceleration that jumps where a motion "
                      "sticks or slips again counts with both its values.",
    .rules = regimes_rules,
    .law_uses = regimes_law_uses,
    .figures = figures,
    .notes = notes,
    .unit = unit_of,
};
