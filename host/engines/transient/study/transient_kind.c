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

static int is_of_steps_together(int reduce) {
  return reduce == REDUCE_MEAN || reduce == REDUCE_INTEGRAL;
}

// Scheme moreau: the force of an impact is P/Δt in one step.
static const char *without_limit(const study *self, const output_config *output) {
  const transient_quantity *quantity = transient_quantity_of(output);
  if (!quantity) return NULL;
  if (quantity->signal < 0 && quantity->counter == COUNTER_IMPACTS)
    return "the number of impacts of a body that comes to rest grows as the step shrinks: leave small ones "
           "out (contact.impulse_limit, contact.merge)";
  if (integrator_of(self)->scheme != SCHEME_MOREAU) return NULL;
  if (quantity->signal == SIGNAL_IMPULSE && (output->reduce == REDUCE_MEAN || output->reduce == REDUCE_RMS))
    return "mean and rms of impulses are over the steps and shrink with them: take reduce: max, or "
           "normal_force with reduce: integral";
  if ((quantity->signal == SIGNAL_NORMAL_FORCE || quantity->signal == SIGNAL_TANGENTIAL_FORCE) &&
      !is_of_steps_together(output->reduce))
    return "the force of a rigid impact is an impulse within one step and grows as the step shrinks: take "
           "quantity: impulse, or reduce: mean or integral";
  return NULL;
}

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
                                   .notes = notes,
                                   .without_limit = without_limit};
