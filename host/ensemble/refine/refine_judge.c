// Compares the outputs of the levels of a resolution.
#include "ensemble/refine/refine_judge.h"

#include <math.h>

#include "ensemble/trajectory_status.h"
#include "statistics/observed_order.h"
#include "statistics/order.h"
#include "study/study_kind.h"

static const double ROUNDING = 1e-10; // smaller relative differences are rounding and give no order
static const double NO_ORDER = 0.25;  // least order: slower differences do not converge
static const double OUT_OF_REACH = 1; // larger relative differences do not allow an extrapolation
static const double FAR = 0.3;        // larger relative differences are too large to be converged
// Lower bounds of the scale of relative differences, for values that pass through zero: fractions
// of the median magnitude of all trajectories, and of the largest.
static const double LEAST_OF_MEDIAN = 0.1, LEAST_OF_LARGEST = 1e-12;

const char *refine_verdict_word(refine_verdict verdict) {
  static const char *const words[] = {
#define X(name, word) word,
      REFINE_VERDICT_LIST(X)
#undef X
  };
  return words[verdict];
}

// Values of one output at all levels, for trajectories with a value at each:
// value[level][compared].
typedef struct comparison {
  const refine_levels *levels;
  long n;
  double *value, *difference;
  double least; // lower bound of the scale of relative differences
} comparison;

static double value_of(const refine_levels *levels, int level, long row, int column) {
  const eval_table *table = levels->table[level];
  return table->status[row] == TRAJECTORY_OK ? table->value[row * table->n_outputs + column] : NAN;
}

static void collect_values(const refine_own *own, int column, comparison *c) {
  const int last = c->levels->n - 1;
  c->n = 0;
  for (long row = 0; row < own->n; row++) {
    int everywhere = !own->left_out[row];
    for (int k = 0; k < c->levels->n && everywhere; k++)
      everywhere = isfinite(value_of(c->levels, k, row, column));
    for (int k = 0; k <= last && everywhere; k++)
      c->value[k * own->n + c->n] = value_of(c->levels, k, row, column);
    c->n += everywhere;
  }
  if (c->n == 0) return;
  for (long i = 0; i < c->n; i++) c->difference[i] = fabs(c->value[last * own->n + i]);
  statistics_sort(c->difference, (size_t)c->n);
  c->least = fmax(LEAST_OF_LARGEST * c->difference[c->n - 1],
                  LEAST_OF_MEDIAN * statistics_quantile(c->difference, (size_t)c->n, 0.5));
}

// Returns the sorted relative differences between two levels, scaled by the values of the finest.
static const double *differences(const comparison *c, long stride, int level, int other) {
  for (long i = 0; i < c->n; i++) {
    const double x = c->value[level * stride + i], y = c->value[other * stride + i],
                 scale = fmax(fabs(c->value[(c->levels->n - 1) * stride + i]), c->least);
    c->difference[i] = x == y ? 0 : fabs(x - y) / scale;
  }
  statistics_sort(c->difference, (size_t)c->n);
  return c->difference;
}

static double step_size(const refine_levels *levels, int level) {
  return levels->key.is_finer_above ? 1 / levels->value[level] : levels->value[level];
}

// Returns the observed order of the last three levels; also finds the remaining error of the finest
// level and the order of the largest differences. NaN each if there is none.
static double find_order(const comparison *c, long stride, refine_output *out) {
  const int last = c->levels->n - 1;
  const double *d = differences(c, stride, last - 1, last), fine = d[c->n - 1],
               middle = statistics_quantile(d, (size_t)c->n, 0.5);
  out->order = NAN;
  if (last < 2) return NAN;
  const double h[] = {step_size(c->levels, last - 2), step_size(c->levels, last - 1),
                      step_size(c->levels, last)};
  d = differences(c, stride, last - 2, last - 1);
  if (middle > ROUNDING)
    out->order = statistics_observed_order(h, statistics_quantile(d, (size_t)c->n, 0.5), middle);
  if (out->order > NO_ORDER && d[c->n - 1] < OUT_OF_REACH)
    out->left = statistics_left_error(h + 1, out->order, fine);
  return fine > ROUNDING ? statistics_observed_order(h, d[c->n - 1], fine) : NAN;
}

static void judge_output(const refine_own *own, comparison *c, double tolerance, refine_output *out) {
  const int last = c->levels->n - 1;
  out->order = NAN;
  if (c->n == 0 || last < 1) return;
  double most = 0;
  for (int k = 0; k < last; k++) {
    const double *d = differences(c, own->n, k, last);
    out->largest[k] = d[c->n - 1];
    out->median[k] = statistics_quantile(d, (size_t)c->n, 0.5);
    most = fmax(most, out->largest[k]);
    out->apart = 0;
    for (long i = 0; i < c->n; i++) out->apart += d[i] > tolerance;
  }
  const double of_largest = find_order(c, own->n, out), fine = out->largest[last - 1];
  const int rises = of_largest < NO_ORDER || (out->order < NO_ORDER && out->median[last - 1] > tolerance);
  out->verdict = most <= ROUNDING         ? REFINE_EQUAL
                 : fine <= tolerance      ? REFINE_CONVERGES
                 : rises                  ? REFINE_DIVERGES
                 : fine > FAR || last < 2 ? REFINE_FAR
                                          : REFINE_CONVERGES;
}

// Finds the known reason why an output does not converge.
static void explain_output(const study *config, const output_config *output, refine_output *out) {
  if (out->verdict != REFINE_DIVERGES && out->verdict != REFINE_FAR) return;
  if (config->kind->without_limit) out->why = config->kind->without_limit(config, output);
  if (out->why) out->verdict = REFINE_DIVERGES;
}

double refine_error(const refine_output *output, int level) {
  return output->largest[level] + output->left;
}

static int counts(const refine_output *output) {
  return output->verdict != REFINE_UNKNOWN && output->verdict != REFINE_DIVERGES;
}

// Returns the output with the largest error at a level; -1: none.
static int find_worst(const refine_judgement *self, int level) {
  int worst = -1;
  for (int o = 0; o < self->n; o++)
    if (counts(&self->output[o]) &&
        (worst < 0 || refine_error(&self->output[o], level) > refine_error(&self->output[worst], level)))
      worst = o;
  return worst;
}

// Returns the value, a power of 2 from the finest, at which the order of output `worst` brings the
// error within the tolerance.
static double extrapolate(const refine_judgement *self) {
  const refine_output *o = &self->output[self->worst];
  const int last = self->levels->n - 1;
  if (!(o->order > NO_ORDER && o->left > 0)) return NAN;
  const double doublings = ceil(log2(o->left / self->tolerance) / o->order);
  if (!(doublings <= 20)) return NAN;
  return ldexp(self->levels->value[last], (int)(self->levels->key.is_finer_above ? doublings : -doublings));
}

// Returns 1 if the remaining error is known for every output that differs between the two finest
// levels.
static int is_finest_known(const refine_judgement *self) {
  for (int o = 0; o < self->n; o++)
    if (counts(&self->output[o]) && !(self->output[o].left > 0) &&
        self->output[o].largest[self->levels->n - 2] > self->tolerance)
      return 0;
  return 1;
}

static void find_sufficient(refine_judgement *self) {
  const int last = self->levels->n - 1;
  self->suffices = self->worst = -1;
  self->enough = NAN;
  if (last < 1) return;
  for (int k = last; k >= 0; k--) {
    const int worst = find_worst(self, k);
    if (worst < 0 || refine_error(&self->output[worst], k) > self->tolerance) break;
    if (k == last && !is_finest_known(self)) break;
    self->suffices = k;
  }
  self->worst = find_worst(self, self->suffices >= 0 ? self->suffices : last - 1);
  if (self->suffices < 0 && self->worst >= 0) self->enough = extrapolate(self);
}

chatter_status refine_judge(const refine_own *own, const refine_levels *levels, double tolerance,
                            refine_judgement *out) {
  comparison c = {.levels = levels};
  *out = (refine_judgement){.levels = levels, .tolerance = tolerance, .n = own->n_outputs};
  ALLOCATE(out->output, own->n_outputs + 1);
  c.value = memory_array((size_t)(own->n * levels->n) + 1, sizeof *c.value, __FILE__, __LINE__);
  c.difference = memory_array((size_t)own->n + 1, sizeof *c.difference, __FILE__, __LINE__);
  const int has_memory = c.value && c.difference;
  for (int o = 0; o < own->n_outputs && has_memory; o++) {
    const output_config *output = &own->config->outputs[own->output[o]];
    collect_values(own, own->column[o], &c);
    out->output[o] = (refine_output){.name = output->name, .compared = c.n};
    judge_output(own, &c, tolerance, &out->output[o]);
    explain_output(own->config, output, &out->output[o]);
    out->n_diverging += out->output[o].verdict == REFINE_DIVERGES;
  }
  memory_free(c.value);
  memory_free(c.difference);
  if (!has_memory) return CHATTER_DEVICE;
  find_sufficient(out);
  return CHATTER_OK;
}

void refine_judgement_destroy(refine_judgement *self) {
  memory_free(self->output);
  *self = (refine_judgement){.n = 0};
}
