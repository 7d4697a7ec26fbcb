// The engine of `study: transient`: its checks, and the order of its parts.
#include "engines/transient/transient_engine.h"
#include "engines/transient/transient_advice.h"
#include "engines/transient/bind/transient_bind.h"
#include "engines/transient/bind/transient_contacts.h"
#include "engines/transient/bind/transient_limits.h"
#include "engines/transient/bind/transient_pack.h"
#include "engines/transient/bind/transient_start.h"
#include "engines/transient/bind/transient_time.h"
#include "engines/transient/extract/transient_extract.h"
#include "engines/transient/extract/transient_motion.h"
#include "engines/transient/extract/transient_outputs.h"
#include "engines/transient/study/transient_laws.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dot.h"
#include "ensemble/observe/field_outputs.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

static int handles(const study *config) {
  return config->kind == &transient_kind;
}

static int face_each_other(const contact_config *entries, const reduced_contact *a,
                           const reduced_contact *b) {
  const double along = dot(3, a->normal, b->normal);
  const contact_config *x = &entries[a->entry], *y = &entries[b->entry];
  const int moves = x->gap_amplitude != 0 || y->gap_amplitude != 0 || x->gap_drive[0] || y->gap_drive[0];
  const int are_rigid = x->law != LAW_ELASTIC && y->law != LAW_ELASTIC;
  return are_rigid && a->row_normal >= 0 && b->row_normal >= 0 && a->node == b->node &&
         a->partner == b->partner && along < 1e-9 - 1 && !moves;
}

// Two rigid stops that face each other must leave the node some space.
static chatter_status check_stops(const study *config, const reduced_model *r) {
  if (study_varies(config, ".gap")) return CHATTER_OK;
  for (int j = 0; j < r->n_contacts; j++)
    for (int i = 0; i < j; i++) {
      const reduced_contact *a = &r->contacts[i], *b = &r->contacts[j];
      const double first = reduced_contact_gap(&config->contacts[a->entry], a),
                   second = reduced_contact_gap(&config->contacts[b->entry], b);
      char path[32];
      snprintf(path, sizeof path, "contact.%d.gap", b->entry);
      if (face_each_other(config->contacts, a, b) && first + second < 0)
        return error_raise(CHATTER_BAD_STUDY,
                           "%s: the stops on both sides of node %ld overlap: gaps of %g m and %g m (allowed: "
                           "gaps whose sum is not negative; press the node with contact.preload instead)",
                           study_place(config, path), b->node, first, second);
    }
  return CHATTER_OK;
}

// Keeps the damping with which the model is packed: samples overwrite the study's own list.
static chatter_status keep_damping(const reduction_config *from, arena *memory, reduction_config *to) {
  const size_t n = (size_t)from->modal_damping.n;
  *to = *from;
  to->modal_damping.value = arena_allocate(memory, (n + 1) * sizeof *to->modal_damping.value);
  if (!to->modal_damping.value) return error_raise(CHATTER_DEVICE, "out of memory");
  if (n > 0) memcpy(to->modal_damping.value, from->modal_damping.value, n * sizeof *to->modal_damping.value);
  return CHATTER_OK;
}

// Refuses initial states made of modes for a model that is not reduced.
static chatter_status check_unreduced(const study *config, const reduced_model *r) {
  const initial_config *c = &config->initial;
  const char *key = c->is_static     ? "initial.static"
                    : c->is_steady   ? "initial.steady"
                    : c->modal.n > 0 ? "initial.modal"
                                     : NULL;
  if (!r->sparse || !key) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: such a start needs modes, and reduction.method none has none (allowed: a displacement, a "
      "velocity, or another method)",
      study_place(config, key));
}

static chatter_status prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  transient_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(transient_find_springs(config, reduced, setup));
  TRY(transient_check_laws(config, reduced));
  TRY(transient_check_time(config, reduced, setup));
  TRY(check_stops(config, reduced));
  TRY(check_unreduced(config, reduced));
  TRY(reduced_check_field(config, reduced));
  layout->setup = setup;
  layout->engine = &transient_engine;
  layout->reduced = reduced;
  TRY(keep_damping(&config->reduction, layout->memory, &setup->reduction));
  setup->integrator = *integrator_of(config);
  setup->dt = transient_step(config);
  TRY(transient_plan_contacts(config, reduced, layout->memory, setup));
  TRY(transient_plan_outputs(config, layout, setup));
  layout->series_values = setup->signals.series_values;
  TRY(fields_plan(config, layout, setup->dt > 0 ? transient_recorded(config, setup->dt, 0) : 0,
                  &layout->series_values));
  TRY(transient_pack(config, reduced, layout));
  const size_t limit = transient_limit_scratch(reduced),
               start = transient_start_scratch(layout, &config->initial);
  layout->scratch_bytes = limit > start ? limit : start;
  return CHATTER_OK;
}

const engine transient_engine = {
    .name = "transient",
    .studies = {.handles = handles, .steps_unreduced = 1, .check_laws = transient_check_laws},
    .columns = {.prepare = prepare,
                .estimate = transient_estimate,
                .bind = transient_bind,
                .step_parameter = TRANSIENT_DT,
                .specialise = transient_specialise},
    .results = {.extract = transient_extract, .outline = transient_outline},
    .fields = {.motion = transient_motion},
    .restart = {.rows = transient_rows},
    .messages = {.refused = TRANSIENT_REFUSED,
                 .doubtful = TRANSIENT_DOUBTFUL,
                 .report = transient_report,
                 .caution = transient_caution,
                 .advise = transient_advise}};

const engine *const transient_engines[] = {&transient_engine, NULL};
