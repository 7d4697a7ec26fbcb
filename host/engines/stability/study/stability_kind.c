#include "engines/stability/study/stability_kind.h"

#include "engines/sliding/sliding_engine.h"
#include "engines/stability/stability_engine.h"
#include "engines/stability/extract/stability_locus.h"
#include "engines/stability/extract/stability_quantities.h"

static const study_kind *const uses[] = {&sliding_kind, NULL}; // the two bodies

static const study_figure figures[] = {{"locus", 0, &stability_locus}, {0}};

static const study_note notes[] = {
    {"outputs.index", "growth, eigenfrequency: which eigenvalue"},
    {"plot.kind", "of eigenvalues: locus"},
    {0},
};

const study_kind stability_kind = {
    .name = "stability",
    .doc = "complex eigenvalues and frequency responses of two bodies that slide",
    .has_bodies = 1,
    .uses = uses,
    .sections = stability_sections,
    .fields = stability_fields,
    .quantities = stability_quantities,
    .quantity_size = sizeof *stability_quantities,
    .quantities_doc = "And of a sliding study normal_force and contact_angle, as "
                      "they stand in its equilibrium.",
    .rules = stability_rules,
    .figures = figures,
    .notes = notes};
