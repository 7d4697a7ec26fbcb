#include "engines/transient/study/transient_kind.h"

#include "engines/transient/transient_engine.h"
#include "engines/transient/study/transient_keys.h"
#include "engines/transient/extract/transient_quantities.h"
#include "engines/transient/study/transient_laws.h"

static const study_note notes[] = {
    {"contact.wall_drive", "in studies of kind transient only"},
    {"contact.law",
     "on a boundary with mass set-valued laws (unilateral, friction, coulomb) and others do not "
     "stand in one transient model"},
    {"contact.restitution", "scheme moreau"},
    {"contact.merge", "for impacts, apexes"},
    {"contact.impulse_limit", "scheme moreau; for impacts, apexes"},
    {"outputs.contact",
     "all: such as `{force: {quantity: normal_force, contact: all, reduce: max}}`; sum: such as "
     "`{impulse: {quantity: normal_force, contact: sum, reduce: integral}}`"},
    {"outputs.index", "apex, apex_time, impact_impulse: which impact"},
    {0},
};

const study_kind transient_kind = {.name = "transient",
                                   .doc = "time histories of structures in contact",
                                   .needs_model = 1,
                                   .whole_loads = 1,
                                   .drives = 1,
                                   .goes_on = 1,
                                   .sections = transient_sections,
                                   .fields = integrator_fields,
                                   .quantities = transient_quantities,
                                   .quantity_size = sizeof *transient_quantities,
                                   .rules = transient_rules,
                                   .law_uses = transient_law_uses,
                                   .notes = notes};
