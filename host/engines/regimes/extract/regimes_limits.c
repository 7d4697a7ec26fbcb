#include "engines/regimes/extract/regimes_limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"

enum { PLACES = 1600 }; // along x; narrower peaks than 1.5 pixels are not resolved

const char *limits_output(int which) {
  static const char *const names[] = {"beta_lim_s1", "beta_lim", "beta_nomotion"};
  return names[which];
}

static int by_x(const void *a, const void *b) {
  const limits_place *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

// Returns the place of x, which must be one of the values.
static limits_place *place_at(limits_line *line, double x) {
  return bsearch(&(limits_place){.x = x}, line->places, line->n, sizeof *line->places, by_x);
}

static void begin_places(const figure *self, const double *x, limits_line *out) {
  const double *distinct;
  out->n = figure_distinct_values(self, x, self->n, &distinct);
  for (size_t k = 0; k < out->n; k++) out->places[k] = (limits_place){.x = distinct[k], .y = {NAN, NAN, NAN}};
}

// Reads limits at the values of x in the results. *trajectory: the first one of the panel; n: none.
static chatter_status read_columns(const figure *self, const double *x, const double *ratio, const int *of,
                                   int panel, limits_line *out, size_t *trajectory) {
  const double *value[N_LIMITS] = {NULL};
  for (int b = 0; b < N_LIMITS; b++) {
    const result_variable *variable = result_set_find(self->results, limits_output(b));
    out->is_there[b] = variable != NULL;
    if (variable && !(value[b] = figure_values(self, variable)))
      return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  }
  begin_places(self, x, out);
  *trajectory = self->n;
  for (size_t i = 0; i < self->n; i++) {
    // without friction the ratio is undefined
    if (of[i] != panel || !isfinite(ratio[i]) || !isfinite(x[i])) continue;
    limits_place *place = place_at(out, x[i]);
    if (*trajectory == self->n) *trajectory = i;
    for (int b = 0; b < N_LIMITS; b++)
      if (value[b] && !isnan(value[b][i])) place->y[b] = value[b][i] * ratio[i];
  }
  return CHATTER_OK;
}

// Returns 1 if the model can be made without reading files or starting ccx, and does not change
// along x.
static int may_be_computed(const figure *self, const result_variable *x) {
  const study *s = self->config;
  if (!s || !regimes_is(s) || integrator_of(s)->scheme == SCHEME_MOREAU) return 0;
  if (regimes_is_chain(s)) return 1;
  return (s->model.type == MODEL_CHAIN || s->model.type == MODEL_BAR || s->model.type == MODEL_BEAM) &&
         strcmp(x->name, "excitation.frequency") == 0;
}

static chatter_status set_number(study *s, const char *path, double value) {
  study_scalar scalar;
  TRY(study_find_scalar(s, path, NULL, &scalar));
  return study_scalar_set(s, &scalar, value);
}

static chatter_status limits_at(study *s, const char *x, double value, const reduced_model *reduced,
                                regimes_system *system, const regime_boundaries **out) {
  int load = 0;
  TRY(set_number(s, x, value));
  TRY(regimes_check(s, reduced));
  if (reduced) TRY(reduced_find_excitation(reduced, s, 0, &load));
  TRY(regimes_system_of(s, reduced, load, regimes_damped(s, reduced), system));
  *out = regimes_boundaries_of(system);
  return CHATTER_OK;
}

// Returns 1 if plot.x_range shows part of the interval between columns.
static int is_shown(const double range[2], const limits_place *column) {
  return !(range[0] < range[1]) || (column[1].x > range[0] && column[0].x < range[1]);
}

static chatter_status fill_gaps(const figure *self, study *s, const result_variable *x,
                                const reduced_model *reduced, double ratio, regimes_system *system,
                                limits_line *out) {
  const size_t columns = out->n;
  const double *range = self->wanted->x_range;
  size_t gaps = 0;
  for (size_t c = 0; c + 1 < columns; c++)
    if (is_shown(range, &out->places[c])) gaps++;
  for (size_t c = 0; c + 1 < columns; c++)
    for (size_t k = 1, between = PLACES / (gaps ? gaps : 1); is_shown(range, &out->places[c]) && k <= between;
         k++) {
      const double from = out->places[c].x, to = out->places[c + 1].x,
                   place = from + (to - from) * (double)k / (double)(between + 1);
      const regime_boundaries *b;
      TRY(limits_at(s, x->name, place, reduced, system, &b));
      out->places[out->n++] =
          (limits_place){.x = place, .y = {ratio * b->limit_s1, ratio * b->limit, ratio * b->no_motion}};
    }
  qsort(out->places, out->n, sizeof *out->places, by_x);
  return CHATTER_OK;
}

// Computes one line of limits; `s` has the parameters of that trajectory.
static chatter_status compute(const figure *self, study *s, const result_variable *x, size_t trajectory,
                              double ratio, limits_line *out) {
  regimes_system *system = arena_allocate(self->memory, sizeof *system);
  reduced_model reduced;
  if (!system) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (int i = 0; i < self->n_parameters; i++)
    TRY(set_number(s, self->parameter[i]->name, ((const double *)self->parameter[i]->data)[trajectory]));
  if (regimes_is_chain(s)) return fill_gaps(self, s, x, NULL, ratio, system, out);
  TRY(engine_reduce(engine_find(s), s, &reduced));
  const chatter_status status = fill_gaps(self, s, x, &reduced, ratio, system, out);
  reduced_destroy(&reduced);
  return status;
}

// Returns y over the friction force for every trajectory.
static double *ratios(const figure *self, const result_variable *y) {
  const result_variable *friction = result_set_find(self->results, "friction_force");
  const double *force = friction ? figure_values(self, friction) : NULL, *of_y = figure_values(self, y);
  double *ratio = arena_allocate(self->memory, (self->n + 1) * sizeof *ratio);
  if (!ratio || !of_y || (friction && !force)) return NULL;
  for (size_t i = 0; i < self->n; i++) ratio[i] = force ? of_y[i] / force[i] : 1;
  return ratio;
}

chatter_status limits_find(const figure *self, const result_variable *x, const result_variable *y,
                           const int *of, int panel, limits_line *out) {
  const double *at = figure_values(self, x), *ratio = ratios(self, y);
  size_t trajectory = self->n;
  *out = (limits_line){0};
  out->places = arena_allocate(self->memory, (self->n + PLACES + 1) * sizeof *out->places);
  if (!at || !ratio || !out->places) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(read_columns(self, at, ratio, of, panel, out, &trajectory));
  if (trajectory == self->n || !may_be_computed(self, x)) return CHATTER_OK;
  const size_t columns = out->n;
  study *copy = arena_allocate(self->memory, sizeof *copy);
  if (!copy) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  const int before = error_count();
  chatter_status status = study_copy(self->config, copy);
  if (status == CHATTER_OK) {
    status = compute(self, copy, x, trajectory, ratio[trajectory], out);
    study_destroy(copy);
  }
  if (status != CHATTER_OK) out->n = columns, error_keep(before);
  return CHATTER_OK;
}
