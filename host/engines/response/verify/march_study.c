// The transient study behind a point of a response curve, and its batch.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/bind/monitor.h"
#include "engines/response/response_engine.h"
#include "engines/response/verify/march.h"
#include "engines/transient/bind/transient_bind.h"
#include "engines/transient/bind/transient_limits.h"
#include "engines/transient/transient_engine.h"
#include "ensemble/batch/devices.h"
#include "study/file/entries.h"
#include "study/file/storage.h"

// Steps of a period, at least, and of a wave of the highest harmonic; a step is off by (ωΔt)²/24 in the
// frequency of what it steps, which is 2e-8 of the fundamental. Instants of a period that are kept.
enum { STEPS = 8192, STEPS_PER_HARMONIC = 128, KEPT = 2048, MOST_STEPS = 1 << 20 };
// Of the largest stable step.
static const double STABLE = 0.8;

enum { MOST_SLOTS = 64 };
typedef struct march_study {
  study study;
  integrator_config integrator;
  output_config monitor;
  study_slot slots[MOST_SLOTS];
} march_study;

static void set_integrator(double frequency, integrator_config *out) {
  *out = (integrator_config){.period_frequency = frequency,
                             .periods = 1,
                             .windows = 1,
                             .half_step = 1,
                             .tolerance = 1e-13,
                             .max_iterations = 1e5,
                             .relaxation = 1.5};
}

// Loads of the point.
static chatter_status set_loads(const response_motion *motion, arena *memory, study *s) {
  excitation_config *load = arena_allocate(memory, (size_t)(s->n_excitations + 1) * sizeof *load);
  if (!load) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n_excitations; i++) {
    load[i] = s->excitations[i];
    load[i].amplitude *= motion->factor;
    load[i].sweep_from = 0;
    if (study_load_is_harmonic(&load[i])) load[i].frequency = motion->orbit.omega / (2 * M_PI);
  }
  s->excitations = load;
  return CHATTER_OK;
}

static chatter_status set_contacts(arena *memory, study *s) {
  contact_config *contact = arena_allocate(memory, (size_t)(s->n_contacts + 1) * sizeof *contact);
  if (!contact) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n_contacts; i++) {
    contact[i] = s->contacts[i];
    contact[i].restitution = 1;
  }
  s->contacts = contact;
  return CHATTER_OK;
}

// The monitored response is row 0 of the kernel's.
static void set_monitor(const study *config, const response_setup *setup, output_config *out) {
  int o = 0;
  while (o < config->n_outputs && setup->output_row[o] != 0) o++;
  *out = o < config->n_outputs ? config->outputs[o] : (output_config){0};
  if (o == config->n_outputs) response_monitor_output(out);
  out->quantity = study_quantity_find(&transient_kind, "displacement");
  out->reduce = REDUCE_SERIES;
  out->trajectories = (number_list){0};
}

static chatter_status fill_study(const study *config, const response_motion *motion, arena *memory,
                                 march_study *out) {
  CHECK(config->n_slots < MOST_SLOTS, "more sections of engines than this study has room for");
  set_integrator(motion->orbit.omega / (2 * M_PI), &out->integrator);
  study_with_section(config, &integrator_section, &out->integrator, out->slots, &out->study);
  study *s = &out->study;
  s->kind = &transient_kind;
  s->n_outputs = 1;
  s->outputs = &out->monitor;
  set_monitor(config, motion->layout->setup, &out->monitor);
  TRY(set_loads(motion, memory, s));
  return set_contacts(memory, s);
}

// The scheme that takes these contacts, and how many steps of a period it takes.
static chatter_status choose_steps(march_study *behind, const reduced_model *r, march *out) {
  const response_motion *motion = out->motion;
  transient_setup own = {0};
  TRY(transient_find_springs(&behind->study, r, &own));
  behind->integrator.scheme = own.springs == SPRINGS_NONE && !r->massless ? SCHEME_MOREAU : SCHEME_LEAPFROG;
  const double period = 2 * M_PI / motion->orbit.omega,
               stable = ceil(period / (STABLE * fmin(r->limit_open, own.limit_stuck)));
  const int harmonics = motion->orbit.harmonics;
  const double wanted = fmax(stable, fmax(STEPS, STEPS_PER_HARMONIC * harmonics));
  if (!(wanted <= MOST_STEPS))
    return error_raise(CHATTER_BAD_STUDY, "the fastest mode asks for %.0f steps of a period (allowed: %d)",
                       wanted, MOST_STEPS);
  out->kept = KEPT;
  while (out->kept < 16 * harmonics) out->kept *= 2;
  const int every = (int)ceil(wanted / out->kept);
  out->steps = every * out->kept;
  behind->integrator.steps_per_period = out->steps;
  behind->monitor.every = every;
  return CHATTER_OK;
}

static chatter_status make_batch(const march_study *behind, arena *memory, march *out) {
  engine_layout *layout = &out->layout;
  const size_t parameters = (size_t)layout->n_parameters;
  trajectory_estimate estimate = {0};
  double *value = arena_allocate(memory, parameters * sizeof *value),
         *bound = arena_allocate(memory, (size_t)layout->n_state * sizeof *bound),
         *state = arena_allocate(memory, BATCH_ALIGN * (size_t)layout->n_state * sizeof *state),
         *series = arena_allocate(memory, (size_t)layout->series_values * sizeof *series);
  long *offset = arena_allocate(memory, parameters * sizeof *offset);
  int *varies = arena_allocate(memory, parameters * sizeof *varies);
  void *scratch = arena_allocate(memory, layout->scratch_bytes + 1);
  if (!value || !bound || !state || !series || !offset || !varies || !scratch)
    return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(transient_bind(layout, &behind->study, 0, scratch, value, bound, &estimate));
  for (int i = 0; i < layout->n_parameters; i++) offset[i] = i;
  for (int i = 0; i < layout->n_state; i++) state[(long)i * BATCH_ALIGN] = bound[i];
  out->batch = (kernel_batch){.sizes = layout->sizes,
                              .n_trajectories = 1,
                              .stride = BATCH_ALIGN,
                              .step_end = out->steps,
                              .model = layout->model,
                              .tables = layout->tables,
                              .parameters = value,
                              .parameter_offset = offset,
                              .parameter_varies = varies,
                              .state = state,
                              .series = series};
  transient_specialise(layout, &out->batch, &out->batch.sizes);
  return CHATTER_OK;
}

static chatter_status create(const study *config, const response_motion *motion, arena *memory, march *out) {
  march_study behind;
  const reduced_model *reduced = motion->layout->reduced;
  out->layout.memory = memory;
  TRY(fill_study(config, motion, memory, &behind));
  TRY(choose_steps(&behind, reduced, out));
  TRY(transient_engine.columns.prepare(&behind.study, reduced, &out->layout));
  return make_batch(&behind, memory, out);
}

chatter_status march_create(const study *config, const response_motion *motion, backend *cpu, arena *memory,
                            march *out, const char **why) {
  const int before = error_count();
  *out = (march){.motion = motion, .cpu = cpu};
  *why = NULL;
  const chatter_status status = create(config, motion, memory, out);
  if (status != CHATTER_BAD_STUDY) return status;
  *why = arena_string(memory, error_message(error_count() - 1));
  error_keep(before);
  return CHATTER_OK;
}
