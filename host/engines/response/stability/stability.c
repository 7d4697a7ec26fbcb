#include "engines/response/stability/stability.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/shooting/shooting.h"
#include "engines/response/stability/floquet.h"
#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/study/response_keys.h"
#include "base/threads.h"

int response_wants_multipliers(const study *config) {
  const int wanted = response_config_of(config)->stability;
  return wanted == STABILITY_AUTO || wanted == STABILITY_FLOQUET;
}

// A law without multipliers is no error: stability then follows from folds.
const char *response_no_multipliers_reason(int law, int massless) {
  if (law == LAW_FRICTION || law == LAW_COULOMB)
    return "there are no Floquet multipliers of set-valued friction: stability is told by folds";
  if (law == LAW_UNILATERAL && !massless)
    return "there are no Floquet multipliers of impacts of a boundary with mass: stability is told by folds";
  return NULL;
}

int response_has_multipliers(const response_setup *setup, const reduced_model *r) {
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const int row = setup->coordinate[point->first];
    const int massless = r->flexibility[(long)row * r->n_boundary + row] > 0;
    if (response_no_multipliers_reason(point->contact_law, massless)) return 0;
  }
  return 1;
}

// Returns 1 at a fold or branch point of the balance, where a multiplier is 1 up to truncation.
static int is_limit(const response_column *column, int point) {
  const int is = (int)response_record_number(column, point, RECORD_POINT_KIND);
  return is == POINT_FOLD || is == POINT_BRANCH;
}

// Classifies by the sign of det ∂R/∂u: if negative, an odd number of real multipliers is above 1. A
// sign that is positive or 0 decides nothing.
static int kind_by_sign(const response_column *column, int point) {
  if (is_limit(column, point)) return FLOQUET_UNKNOWN;
  return response_record_number(column, point, RECORD_STABLE) == 0 ? FLOQUET_FOLD : FLOQUET_UNKNOWN;
}

static int has_stops(const response_setup *setup) {
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    if (!point->has_normal || point->law == HB_LAW_SPRING) continue;
    if (point->law != HB_LAW_COMPLIANT || (law_force_arguments(point->compliant_law) & LAW_HAS_GAP)) return 1;
  }
  return 0;
}

int response_folds_are_uncertain(const study *config, const response_setup *setup,
                                 const reduced_model *reduced) {
  return response_config_of(config)->stability != STABILITY_NO && response_has_multipliers(setup, reduced) &&
         has_stops(setup);
}

// Estimates the operations of a point's multipliers. Each contact is followed along the motion and
// along one of three times its harmonics. Then come five maps with their eigenvalues, by steps or
// by powers. With stops there are about as many periods of shooting as Newton's method takes
// iterations, with steps of two lengths.
static double cost_of_multipliers(const response_setup *setup, const int *dim) {
  const double modes = dim[DIM_HB_MODES], boundary = dim[DIM_HB_BOUNDARY], harmonics = dim[DIM_HB_HARMONICS];
  double n = 2 * modes, followed = 0, springs = 0;
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const int is_elastic = point->law == HB_LAW_ELASTIC || point->law == HB_LAW_ELASTIC_SAMPLED;
    const int is_compliant = point->law == HB_LAW_COMPLIANT || point->law == HB_LAW_SPRING;
    springs += is_compliant;
    // 20 halvings between samples, each with several slopes, cost about ten evaluations of the
    // motion.
    followed += point->law == HB_LAW_COMPLIANT ? 10 + point->size.states
                : is_compliant                 ? 0
                : is_elastic                   ? 2 * point->count
                                               : 1;
    n += is_compliant ? point->size.states : is_elastic;
  }
  const double along =
                   followed * 12 * harmonics * (fmax(1024, 16 * harmonics) + 3 * fmax(1024, 48 * harmonics)),
               step = springs * 12 * harmonics + 3 * boundary * boundary * boundary +
                      n * (8 * modes + 4 * modes * boundary + 4 * boundary * boundary),
               // matrix products are fast
      powers = (1 + 3 * setup->n_points) * 15 * 2 * n * n * n / 8;
  const double shot = has_stops(setup) ? 10 * shooting_estimate(dim[DIM_HB_MODES], dim[DIM_HB_BOUNDARY]) : 0;
  return along + shot + (springs > 0 ? 1344 * step : 5 * powers) + 5 * 15 * n * n * n;
}

// Estimates the operations of a point of a curve. In an ensemble curves run side by side, which
// makes each of them cheaper.
static double cost_of_point(const engine_layout *layout, const study *config) {
  enum { ITERATIONS = 4, SIDE_BY_SIDE = 5 };
  const int *dim = layout->sizes.dim;
  const double sampled = ITERATIONS * 4.0 * dim[DIM_HB_SAMPLES] * hb_n_unknowns(dim);
  return (layout->flops_per_step + sampled) / (config->ensemble.design != DESIGN_NONE ? SIDE_BY_SIDE : 1);
}

// Returns 1 if motions of `each` operations at this number of points take at most a quarter of the
// curve's time.
static int are_cheap(const engine_layout *layout, const study *config, double each, double points) {
  static const double SHARE = 0.25;
  return each * cost_of_multipliers(layout->setup, layout->sizes.dim) <=
         SHARE * points * cost_of_point(layout, config);
}

int response_finds_all_multipliers(const engine_layout *layout, const study *config) {
  const int wanted = response_config_of(config)->stability;
  return wanted == STABILITY_FLOQUET || (wanted == STABILITY_AUTO && are_cheap(layout, config, 1, 1));
}

chatter_status response_stability_begin(const engine_layout *layout, const study *config,
                                        const kernel_batch *host, long n, arena *memory,
                                        response_stability *out) {
  *out = (response_stability){.layout = layout, .config = config, .host = host, .memory = memory, .n = n};
  out->is_all = response_finds_all_multipliers(layout, config);
  out->first = arena_allocate(memory, ((size_t)n + 1) * sizeof *out->first);
  if (!out->first) return error_raise(CHATTER_DEVICE, "out of memory");
  for (long i = 0; i < n; i++)
    out->first[i + 1] = out->first[i] + response_column_of(layout, host, i).n_points;
  const size_t total = (size_t)out->first[n] + 1;
  out->asked = arena_allocate(memory, total);
  out->kind = arena_allocate(memory, total * sizeof *out->kind);
  out->multiplier = arena_allocate(memory, 2 * total * sizeof *out->multiplier);
  if (!out->asked || !out->kind || !out->multiplier) return error_raise(CHATTER_DEVICE, "out of memory");
  out->error = out->multiplier + total;
  for (size_t p = 0; p < total; p++) out->multiplier[p] = out->error[p] = NAN;
  for (long i = 0; i < n && response_config_of(config)->stability != STABILITY_NO; i++) {
    const response_column column = response_column_of(layout, host, i);
    for (int k = 0; k < column.n_points; k++) out->kind[out->first[i] + k] = kind_by_sign(&column, k);
  }
  return CHATTER_OK;
}

chatter_status response_stability_add(response_stability *self, result_set *out, const char *name,
                                      const char *dims, const size_t *size, int is_between, int **flag) {
  char full[2 * STUDY_NAME], words[160];
  *flag = NULL;
  if (response_config_of(self->config)->stability == STABILITY_NO) return CHATTER_OK;
  response_stability_flags *beside = arena_allocate(self->memory, sizeof *beside);
  if (!beside) return error_raise(CHATTER_DEVICE, "out of memory");
  snprintf(full, sizeof full, "%s_stable", name);
  snprintf(words, sizeof words, "stability of the motion of %.80s", name);
  *flag = result_set_add(out, full, RESULT_INT, dims, size, "1", words);
  if (!*flag) return CHATTER_DEVICE;
  result_set_flags(out, full, RESPONSE_STABLE_FLAGS);
  *beside = (response_stability_flags){
      .flag = *flag, .each = strchr(dims, ',') ? size[1] : 1, .is_between = is_between, .next = self->beside};
  self->beside = beside;
  return CHATTER_OK;
}

// Stability is unknown if contacts change state too often for the arrays, or if forces are not
// functions of displacements. A stable motion must also have an even number of real multipliers
// above 1 by its determinant.
chatter_status response_point_stability(const response_column *column, int point, response_motion *motion,
                                        int *kind, double *multiplier, double *error) {
  floquet_result found;
  const int before = error_count(), by_sign = kind_by_sign(column, point);
  *kind = by_sign;
  if (response_record_number(column, point, RECORD_STAGE) == STAGE_DNNM || !floquet_applies(&motion->system))
    return CHATTER_OK;
  response_motion_point(column, point, motion);
  const chatter_status status = floquet_classify(&motion->system, &motion->orbit, &found);
  if (status == CHATTER_BAD_MODEL) {
    error_keep(before);
    *kind = FLOQUET_UNKNOWN;
    return CHATTER_OK;
  }
  TRY(status);
  *multiplier = found.largest;
  *error = found.error;
  const int meets = found.has_stops && is_limit(column, point);
  // error of the multiplier that meets this one
  if (meets) *error = fmax(*error, 2 * fabs(1 - *multiplier));
  const int is_unclear = found.is_lost || meets || (found.has_stops && found.kind == FLOQUET_UNKNOWN) ||
                         (found.kind == FLOQUET_STABLE && by_sign == FLOQUET_FOLD);
  if (is_unclear)
    *kind = FLOQUET_UNKNOWN;
  else if (found.kind != FLOQUET_UNKNOWN)
    *kind = (int)found.kind;
  return CHATTER_OK;
}

// Sets the kind to unknown for a fold found by the sign if the harmonics do not resolve the stops.
static chatter_status doubt(const response_column *column, int point, response_motion *motion, int *kind) {
  const int before = error_count();
  int is_coarse = 0;
  if (response_record_number(column, point, RECORD_STAGE) == STAGE_DNNM || !floquet_applies(&motion->system))
    return CHATTER_OK;
  response_motion_point(column, point, motion);
  const chatter_status status = floquet_is_too_coarse(&motion->system, &motion->orbit, &is_coarse);
  if (status == CHATTER_BAD_MODEL) error_keep(before);
  if (status == CHATTER_BAD_MODEL || is_coarse) *kind = FLOQUET_UNKNOWN;
  return status == CHATTER_BAD_MODEL ? CHATTER_OK : status;
}

static chatter_status find_point(const response_stability *self, long trajectory, long at, arena *memory) {
  const response_column column = response_column_of(self->layout, self->host, trajectory);
  const int point = (int)(at - self->first[trajectory]);
  response_motion motion;
  TRY(response_motion_create(self->layout, memory, &motion));
  response_motion_trajectory(&column, &motion);
  if (!self->asked[at]) return doubt(&column, point, &motion, &self->kind[at]);
  return response_point_stability(&column, point, &motion, &self->kind[at], &self->multiplier[at],
                                  &self->error[at]);
}

// Finds piece `at` of all points of all trajectories.
static chatter_status find_piece(void *context, int thread, long at) {
  const response_stability *self = context;
  long low = 0, high = self->n; // first[low] <= at < first[high]
  (void)thread;
  if (!self->asked[at] && !(self->doubts_folds && self->kind[at] == FLOQUET_FOLD)) return CHATTER_OK;
  while (high - low > 1) {
    const long middle = (low + high) / 2;
    *(self->first[middle] <= at ? &low : &high) = middle;
  }
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find_point(self, low, at, memory);
  arena_destroy(memory);
  return status;
}

// Marks the points that single numbers are taken from. Values on grids use nearly all points of a
// curve and need no marks.
static void ask(response_stability *self) {
  enum { POINTS = 100 }; // of a curve; it hardly ever has less
  int singles = 0;
  for (const response_stability_flags *b = self->beside; b; b = b->next) singles += !b->is_between;
  if (!self->is_all && !are_cheap(self->layout, self->config, singles, POINTS)) return;
  for (const response_stability_flags *b = self->beside; b; b = b->next)
    for (size_t e = 0; e < (size_t)self->n * b->each && !b->is_between; e++)
      if (b->flag[e] >= 0) self->asked[self->first[e / b->each] + b->flag[e]] = 1;
  if (self->is_all) memset(self->asked, 1, (size_t)self->first[self->n]);
}

// Returns the kind between two points: that of the one that is not stable.
static int between(int a, int b) {
  if (a == b) return a;
  return a < FLOQUET_FOLD || b < FLOQUET_FOLD ? FLOQUET_UNKNOWN : a;
}

static void answer(const response_stability *self, const response_stability_flags *b) {
  for (size_t e = 0; e < (size_t)self->n * b->each; e++) {
    const long at = self->first[e / b->each] + b->flag[e];
    b->flag[e] = b->flag[e] < 0  ? FLOQUET_UNKNOWN
                 : b->is_between ? between(self->kind[at], self->kind[at + 1])
                                 : self->kind[at];
  }
}

chatter_status response_stability_find(response_stability *self) {
  const response_setup *setup = self->layout->setup;
  const int is_known = response_has_multipliers(setup, self->layout->reduced);
  self->doubts_folds = response_folds_are_uncertain(self->config, setup, self->layout->reduced);
  if (is_known && response_wants_multipliers(self->config)) ask(self);
  if (is_known)
    TRY(threads_for(response_extract_threads(self->layout), self->first[self->n], find_piece, self));
  for (const response_stability_flags *b = self->beside; b; b = b->next) answer(self, b);
  return CHATTER_OK;
}
