#include "engines/regimes/boundaries_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "ensemble/run_plan.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

typedef struct table {
  const samples *samples;
  int n_columns, *column; // parameters other than friction
  study study;            // a copy whose values samples overwrite
  reduced_model reduced;
  regimes_system *system;
  int is_reduced;
} table;

static int is_friction(const char *path) {
  return strcmp(path, "regimes.beta") == 0 || strstr(path, ".friction") || strstr(path, ".preload") ||
         strstr(path, ".pressure") || strstr(path, ".weights");
}

// Returns the parameter's name in `inputs`, else its path.
static const char *column_name(const study *s, const char *path) {
  for (int i = 0; i < s->n_inputs; i++) {
    study_scalar scalar;
    if (study_find_scalar(s, s->inputs[i].name, "inputs", &scalar) == CHATTER_OK &&
        strcmp(scalar.path, path) == 0)
      return s->inputs[i].name;
  }
  return path;
}

static int compare_rows(const void *a, const void *b, void *context) {
  const table *t = context;
  const long i = *(const long *)a, k = *(const long *)b;
  for (int c = 0; c < t->n_columns; c++) {
    const double x = t->samples->value[i * t->samples->n_parameters + t->column[c]];
    const double y = t->samples->value[k * t->samples->n_parameters + t->column[c]];
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

static int compare_numbers(const void *a, const void *b) {
  const long i = *(const long *)a, k = *(const long *)b;
  return (i > k) - (i < k);
}

static int compare_rows_stable(const void *a, const void *b, void *context) {
  const int order = compare_rows(a, b, context);
  return order ? order : compare_numbers(a, b);
}

// Finds the first trajectory of each combination, in the design's order.
static long distinct_rows(table *t, long *row) {
  const long n = t->samples->n;
  for (long i = 0; i < n; i++) row[i] = i;
  qsort_r(row, (size_t)n, sizeof *row, compare_rows_stable, t);
  long kept = 0;
  for (long i = 0; i < n; i++)
    if (i == 0 || compare_rows(&row[kept - 1], &row[i], t) != 0) row[kept++] = row[i];
  qsort(row, (size_t)kept, sizeof *row, compare_numbers);
  return kept;
}

static chatter_status write_row(table *t, long i, long before, FILE *stream) {
  const samples *all = t->samples;
  const int chain = regimes_is_chain(&t->study);
  for (int p = 0; p < all->n_parameters; p++)
    TRY(study_scalar_set(&t->study, &all->parameters[p], all->value[i * all->n_parameters + p]));
  if (!chain && (before < 0 || !samples_same_structure(all, before, i))) {
    if (t->is_reduced) reduced_destroy(&t->reduced);
    t->is_reduced = 0;
    TRY(engine_reduce(engine_find(&t->study), &t->study, &t->reduced));
    t->is_reduced = 1;
  }
  const reduced_model *r = chain ? NULL : &t->reduced;
  int load = 0;
  TRY(regimes_check(&t->study, r));
  if (r) TRY(reduced_find_excitation(r, &t->study, 0, &load));
  TRY(regimes_system_of(&t->study, r, load, regimes_damped(&t->study, r), t->system));
  const regime_boundaries *b = regimes_boundaries_of(t->system);
  for (int c = 0; c < t->n_columns; c++)
    fprintf(stream, "%.17g,", all->value[i * all->n_parameters + t->column[c]]);
  fprintf(stream, "%.17g,%.17g,%.17g,%.17g\n", b->limit, b->limit_s1, b->s, b->no_motion);
  return CHATTER_OK;
}

static chatter_status write_rows(table *t, FILE *stream) {
  for (int p = 0; p < t->samples->n_parameters; p++)
    if (!is_friction(t->samples->parameters[p].path)) t->column[t->n_columns++] = p;
  for (int c = 0; c < t->n_columns; c++)
    fprintf(stream, "%s,", column_name(&t->study, t->samples->parameters[t->column[c]].path));
  fprintf(stream, "beta_lim,beta_lim_s1,s,beta_nomotion\n");
  long *row;
  ALLOCATE(row, t->samples->n + 1);
  const long n = distinct_rows(t, row);
  chatter_status status = CHATTER_OK;
  for (long i = 0; i < n && status == CHATTER_OK; i++)
    status = write_row(t, row[i], i > 0 ? row[i - 1] : -1, stream);
  memory_free(row);
  if (t->is_reduced) reduced_destroy(&t->reduced);
  return status;
}

static chatter_status boundaries_write(const study *s, FILE *stream) {
  if (!regimes_is(s))
    return error_raise(CHATTER_BAD_STUDY, "%s: analytic boundaries belong to a study of kind regimes",
                       study_place(s, "study"));
  if (integrator_of(s)->scheme == SCHEME_MOREAU)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: analytic boundaries are those of one contact; a stepped regime map has none",
                       study_place(s, "integrator.scheme"));
  samples all;
  TRY(samples_from_design(s, &all));
  table t = {.samples = &all};
  t.column = memory_array((size_t)all.n_parameters + 1, sizeof *t.column, __FILE__, __LINE__);
  t.system = memory_array(1, sizeof *t.system, __FILE__, __LINE__);
  chatter_status status = t.column && t.system ? study_copy(s, &t.study) : CHATTER_DEVICE;
  if (status == CHATTER_OK) {
    status = write_rows(&t, stream);
    study_destroy(&t.study);
  }
  memory_free(t.column);
  memory_free(t.system);
  samples_destroy(&all);
  return status;
}

const engine_command boundaries_command = {
    .name = "boundaries",
    .summary = "the analytic boundaries of a study of motion regimes, as CSV",
    .examples = "  chatter boundaries models/coulomb/ground2.yaml > boundaries.csv\n",
    .details = "One row for every combination of the design's parameters, friction left out: the friction "
               "below which\n"
               "motion is continuous (exact, and with the paper's S = 1), Den Hartog's S, and the friction "
               "above which\n"
               "nothing moves. Undamped systems of any length; with damping only the last.\n",
    .unused = "initial outputs plot",
    .run = boundaries_write};
