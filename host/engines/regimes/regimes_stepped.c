#include "engines/regimes/regimes_stepped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/transient/transient_advice.h"
#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/extract/regimes_quantities.h"
#include "engines/regimes/study/regimes_key_use.h"
#include "engines/transient/bind/transient_bind.h"
#include "engines/transient/bind/transient_start.h"
#include "engines/transient/extract/transient_motion.h"
#include "engines/transient/transient_engine.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"

// A slip velocity below this fraction of ω times the static displacement is rounding of the
// inclusion solver.
static const double AT_REST = 1e-6;
// Stuck steps per cycle up to this number are reversals: each takes one step, at most two, and a
// cycle has two or more.
enum { REVERSAL_STEPS = 4 };

static int handles(const study *s) {
  return regimes_is(s) && integrator_of(s)->scheme == SCHEME_MOREAU;
}

static chatter_status check_study(const study *s, const reduced_model *r) {
  TRY(regimes_check_keys(s));
  TRY(regimes_check_load(s));
  if (!(integrator_of(s)->steps_per_period >= 20))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: a stepped regime map tells stick from reversal by whole steps: give at least 20 (hundreds are "
        "sensible)",
        study_place(s, "integrator.steps_per_period"));
  TRY(regimes_check_laws(s, r));
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    const regimes_quantity *own = regimes_quantity_of(o);
    char words[256];
    if (own && !own->stepped_front)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: not a quantity of a stepped regime map (allowed: %s, and those of transient "
                         "studies)",
                         study_place(s, "outputs"), regimes_quantities_text(1, words, sizeof words));
    if (own && !(o->contact < r->n_contacts))
      return error_raise(CHATTER_BAD_STUDY, "%s: outputs.%s: there is no contact %g (allowed: 0 to %d)",
                         study_place(s, "outputs"), o->name, o->contact, r->n_contacts - 1);
  }
  return CHATTER_OK;
}

// Setup of the transient engine, and its outputs.
typedef struct stepped_setup {
  transient_setup transient; // first member: the transient engine takes the struct as its own
  int n_outputs;
  output_config *outputs;
} stepped_setup;

// Translates regime outputs into two window extremes of the slip velocity and a stick fraction.
static chatter_status stepped_outputs(const study *s, arena *memory, int *n, output_config **out) {
  static const struct {
    const char *name, *quantity;
    int reduce;
  } PARTS[] = {{"slip_most", "slip_velocity", REDUCE_WINDOW_MAX},
               {"slip_least", "slip_velocity", REDUCE_WINDOW_MIN},
               {"stuck", "stick_fraction", REDUCE_FINAL}};
  *n = 0;
  *out = arena_allocate(memory, (3 * (size_t)s->n_outputs + 1) * sizeof **out);
  if (!*out) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    const int parts = regimes_quantity_of(o) ? 3 : 1;
    for (int k = 0; k < parts; k++) {
      output_config *to = &(*out)[(*n)++];
      TRY(signals_keep_output(o, memory, to));
      if (parts == 1) continue;
      to->quantity = study_quantity_find(&transient_kind, PARTS[k].quantity), to->reduce = PARTS[k].reduce;
      snprintf(to->name, sizeof to->name, "%s_%d", PARTS[k].name, i);
    }
  }
  return CHATTER_OK;
}

enum { MOST_SLOTS = 64 };

// The underlying transient study; it shares everything with this one except outputs and integrator.
typedef struct stepped_study {
  study study;
  integrator_config integrator;
  study_slot slots[MOST_SLOTS];
} stepped_study;

static void fill_behind(const study *s, int n_outputs, output_config *outputs, stepped_study *out) {
  const regimes_config *c = regimes_of(s);
  integrator_config *t = &out->integrator;
  *t = *integrator_of(s);
  t->duration = 0, t->periods = c->cycles;
  t->window = t->windows = c->window;
  study_with_section(s, &integrator_section, t, out->slots, &out->study);
  out->study.kind = &transient_kind;
  out->study.n_outputs = n_outputs, out->study.outputs = outputs;
}

static chatter_status prepare(const study *s, const reduced_model *reduced, engine_layout *layout) {
  int n;
  output_config *outputs;
  TRY(check_study(s, reduced));
  TRY(stepped_outputs(s, layout->memory, &n, &outputs));
  CHECK(s->n_slots <= MOST_SLOTS, "more sections of engines than a stepped study has room for");
  stepped_study t;
  fill_behind(s, n, outputs, &t);
  TRY(transient_engine.columns.prepare(&t.study, reduced, layout));
  stepped_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  *setup =
      (stepped_setup){.transient = *(transient_setup *)layout->setup, .n_outputs = n, .outputs = outputs};
  layout->setup = setup;
  layout->engine = &regimes_stepped_engine;
  return CHATTER_OK;
}

static void study_behind(const engine_layout *layout, const study *s, stepped_study *out) {
  const stepped_setup *setup = layout->setup;
  fill_behind(s, setup->n_outputs, setup->outputs, out);
}

static chatter_status estimate(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                               trajectory_estimate *out) {
  stepped_study t;
  study_behind(layout, s, &t);
  return transient_engine.columns.estimate(layout, &t.study, trajectory, scratch, out);
}

static chatter_status bind(const engine_layout *layout, const study *s, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  stepped_study t;
  study_behind(layout, s, &t);
  return transient_engine.columns.bind(layout, &t.study, trajectory, scratch, parameter, state, out);
}

// Returns a bound of the displacement of contact point `point` along its friction under unit static
// loads, m/N.
static double static_reach(const reduced_model *r, int point) {
  const int row = r->contacts[point].row_tangent[0];
  double reach = 0;
  for (int k = 0; k < r->n_modes && row >= 0; k++)
    for (int f = 0; f < r->n_loads; f++)
      if (r->omega2[k] > 0)
        reach +=
            fabs(r->phi_b[(long)row * r->n_modes + k] * r->phi_f[(long)f * r->n_modes + k]) / r->omega2[k];
  return reach;
}

// Returns the reference of the slip velocity of trajectory i: that of a static displacement
// oscillating at the excitation's frequency.
static double rest_velocity(const engine_layout *layout, const kernel_batch *host, double reach, long i) {
  const int load = transient_drive_parameter(layout->sizes.dim, 0);
  return AT_REST * reach * fabs(engine_parameter(host, load + DRIVE_AMPLITUDE, i)) * 2 * M_PI *
         engine_parameter(host, load + TURNS_FREQUENCY, i);
}

static double steps_per_cycle(const engine_layout *layout, const kernel_batch *host, long i) {
  const int load = transient_drive_parameter(layout->sizes.dim, 0);
  return 1 / (engine_parameter(host, load + TURNS_FREQUENCY, i) * engine_parameter(host, TRANSIENT_DT, i));
}

// Returns 0 no motion, 1 stick-slip, 2 continuous, for value k of the outputs, which belongs to
// trajectory i.
static double regime_of(const engine_layout *layout, const kernel_batch *host, double reach,
                        const result_variable *most, const result_variable *least, size_t k, long i,
                        double stuck) {
  const size_t windows = most->size[most->n_dims - 1];
  const double *high = (const double *)most->data + k * windows,
               *low = (const double *)least->data + k * windows;
  const double rest = rest_velocity(layout, host, reach, i);
  for (size_t w = 0; w < windows; w++)
    if (fmax(high[w], -low[w]) <= rest) return 0;
  return stuck * steps_per_cycle(layout, host, i) > REVERSAL_STEPS ? 1 : 2;
}

// Copies an output of the underlying transient study, with its coordinates.
static chatter_status copy_variable(const result_set *parts, const char *name, result_set *out) {
  const result_variable *v = result_set_find(parts, name);
  if (!v || result_set_find(out, name)) return CHATTER_OK;
  char dims[RESULT_DIMS * RESULT_NAME] = "", names[4 * RESULT_NAME], *rest = NULL;
  size_t n = 1;
  for (int d = 0; d < v->n_dims; d++) {
    strcat(dims, d ? "," : ""), strcat(dims, v->dim[d]);
    n *= v->size[d];
  }
  void *to = result_set_add(out, name, v->type, dims, v->size, v->units, v->long_name);
  if (!to) return CHATTER_DEVICE;
  memcpy(to, v->data, n * (v->type == RESULT_INT ? sizeof(int) : sizeof(double)));
  if (v->role) result_set_role(out, name, v->role);
  if (v->n_dims > 0) TRY(copy_variable(parts, v->dim[0], out)); // `series` numbers its rows
  if (!v->coordinates) return CHATTER_OK;
  result_set_coordinates(out, name, v->coordinates);
  snprintf(names, sizeof names, "%s", v->coordinates);
  for (char *one = strtok_r(names, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
    TRY(copy_variable(parts, one, out));
  return CHATTER_OK;
}

// Adds an output of one contact, or of all of them: [trajectory][point].
static chatter_status add_output(const engine_layout *layout, const study *s, int i, size_t n,
                                 const kernel_batch *host, const result_set *parts, result_set *out) {
  const reduced_model *r = layout->reduced;
  const output_config *o = &s->outputs[i];
  const regimes_quantity *quantity = regimes_quantity_of(o);
  const int all = o->contact == OUTPUT_ALL_POINTS;
  const size_t points = all ? (size_t)r->n_contacts : 1, size[2] = {n, points};
  char name[3][RESULT_NAME], text[160], of[40] = "every contact";
  snprintf(name[0], RESULT_NAME, "slip_most_%d", i), snprintf(name[1], RESULT_NAME, "slip_least_%d", i);
  snprintf(name[2], RESULT_NAME, "stuck_%d", i);
  const result_variable *most = result_set_find(parts, name[0]), *least = result_set_find(parts, name[1]);
  const result_variable *stuck = result_set_find(parts, name[2]);
  CHECK(most && least && stuck && most->n_dims == 2 + all,
        "the transient engine gives what it was asked for");
  if (!all) snprintf(of, sizeof of, "contact %g", o->contact);
  snprintf(text, sizeof text, "%s%s%s", quantity->stepped_front, of, quantity->stepped_end);
  double *value =
      result_set_add(out, o->name, RESULT_DOUBLE, all ? "trajectory,point" : "trajectory", size, "1", text);
  if (!value) return CHATTER_DEVICE;
  const double *share = stuck->data;
  for (size_t p = 0; p < points; p++) {
    const double reach = static_reach(r, all ? (int)p : (int)o->contact);
    for (size_t t = 0; t < n; t++) {
      const size_t k = t * points + p;
      value[k] = isnan(share[k])       ? NAN
                 : !quantity->is_class ? share[k]
                                       : regime_of(layout, host, reach, most, least, k, (long)t, share[k]);
    }
  }
  if (!all) return CHATTER_OK;
  result_set_coordinates(out, o->name, "point_node");
  return copy_variable(parts, "point_node", out);
}

static chatter_status extract_parts(const engine_layout *layout, const study *s, long n,
                                    const kernel_batch *host, const result_set *parts, result_set *out) {
  for (int i = 0; i < s->n_outputs; i++)
    TRY(regimes_quantity_of(&s->outputs[i]) ? add_output(layout, s, i, (size_t)n, host, parts, out)
                                            : copy_variable(parts, s->outputs[i].name, out));
  return CHATTER_OK;
}

static chatter_status extract(const engine_layout *layout, const study *s, long n, const kernel_batch *host,
                              result_set *out) {
  stepped_study t;
  study_behind(layout, s, &t);
  result_set *parts = result_set_create();
  chatter_status status =
      parts ? transient_engine.results.extract(layout, &t.study, n, host, parts) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = extract_parts(layout, s, n, host, parts, out);
  if (parts) result_set_destroy(parts);
  return status;
}

const engine regimes_stepped_engine = {.name = "regimes, stepped",
                                       .studies = {.handles = handles},
                                       .columns = {.prepare = prepare,
                                                   .estimate = estimate,
                                                   .bind = bind,
                                                   .step_parameter = TRANSIENT_DT,
                                                   .specialise = transient_specialise},
                                       .results = {.extract = extract},
                                       .fields = {.motion = transient_motion},
                                       .restart = {.rows = transient_rows},
                                       .messages = {.refused = TRANSIENT_REFUSED,
                                                    .doubtful = TRANSIENT_DOUBTFUL,
                                                    .caution = transient_caution,
                                                    .advise = transient_advise}};
