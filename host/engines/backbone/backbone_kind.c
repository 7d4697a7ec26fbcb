// What `study: backbone` teaches the layers below.
#include "engines/backbone/backbone_engine.h"
#include "engines/response/response_engine.h"
#include "plot/figure.h"

static const study_figure figures[] = {{"backbone", FIGURE_CURVES, &figure_curves_over_load}, {0}};
static const study_kind *const uses[] = {&response_kind, NULL};

const study_kind backbone_kind = {.name = "backbone",
                                  .doc = "resonance backbones, by harmonic balance",
                                  .uses = uses,
                                  .needs_model = 1,
                                  .drives = 1,
                                  .sections = backbone_sections,
                                  .fields = backbone_fields,
                                  .quantities_doc = "Those of a response study: displacements are of every "
                                                    "point of all curves, peaks are those of the response "
                                                    "curve.",
                                  .figures = figures,
                                  .rules = backbone_rules,
                                  .companions = response_companions};
