// Rules of inputs and of the ensemble: a parameter must exist, be a number, and stay in its range.
#include <math.h>
#include <string.h>

#include "kernels/random.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/file/scalar.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/samples/copula.h"
#include "study/samples/sobol_sequence.h"

static void resolve_parameter(parser *p, const char *path, const char *at, study_scalar *scalar, int *found) {
  char place[2 * STUDY_PATH];
  *found = study_find_scalar(p->out, path, document_place_text(p->document, at, place, sizeof place),
                             scalar) == CHATTER_OK;
  p->mistakes += !*found;
}

static void check_bound(parser *p, const char *entry, const char *key, const study_scalar *scalar,
                        double value) {
  char place[2 * STUDY_PATH];
  const char *path = parser_text(p, "%s.%s", entry, key);
  if (!rules_given(p, "%s", path)) return;
  if (study_scalar_check(scalar, document_place_text(p->document, path, place, sizeof place), value) !=
      CHATTER_OK)
    p->mistakes++;
}

// Chooses the spread if the study does not name it, and requires its keys.
static void complete_spread(parser *p, parameter_config *q, const char *entry, int grid) {
  int values = rules_given(p, "%s.values", entry);
  if (!rules_given(p, "%s.distribution", entry)) q->spread = values ? SPREAD_VALUES : SPREAD_LINEAR;
  int normal =
      q->spread == SPREAD_NORMAL || q->spread == SPREAD_LOGNORMAL || q->spread == SPREAD_TRUNCATED_NORMAL;
  int bounded = q->spread != SPREAD_VALUES && q->spread != SPREAD_NORMAL && q->spread != SPREAD_LOGNORMAL;
  const char *needs[] = {"values", "from", "to", "mean", "deviation"};
  const int needed[] = {q->spread == SPREAD_VALUES, bounded, bounded, normal, normal};
  for (int i = 0; i < 5; i++) {
    if (needed[i])
      rules_require(p, entry, needs[i], "");
    else if (rules_given(p, "%s.%s", entry, needs[i]))
      rules_mistake(p, parser_text(p, "%s.%s", entry, needs[i]),
                    "%s: '%s' does not belong to this distribution", entry, needs[i]);
  }
  if (values && !q->values.n)
    rules_mistake(p, parser_text(p, "%s.values", entry), "%s: the list of values is empty", entry);
  int counted = grid && q->spread != SPREAD_VALUES;
  if (counted) rules_require(p, entry, "count", "a grid needs the number of values");
  if (!counted && rules_given(p, "%s.count", entry))
    rules_mistake(p, parser_text(p, "%s.count", entry),
                  grid ? "%s: 'count' does not go with 'values'"
                       : "%s: 'count' per parameter belongs to a grid; give 'design.count'",
                  entry);
  int reversed =
      grid && (q->spread == SPREAD_LINEAR || q->spread == SPREAD_LOGARITHMIC) ? 0 : !(q->from < q->to);
  if (bounded && reversed && rules_given(p, "%s.from", entry) && rules_given(p, "%s.to", entry))
    rules_mistake(p, parser_text(p, "%s.from", entry), "%s: 'from' (%g) must be less than 'to' (%g)", entry,
                  q->from, q->to);
  if (q->spread == SPREAD_LOGARITHMIC && !(q->from > 0 && q->to > 0))
    rules_mistake(p, entry, "%s: logarithmic spacing needs 'from' and 'to' greater than 0", entry);
}

// Refuses a number of a drive that nothing uses: it changes no trajectory.
static void check_parameter_acts(parser *p, const char *entry, const study_scalar *scalar) {
  for (int d = 0; d < p->out->n_drives; d++) {
    const drive_config *drive = &p->out->drives[d];
    const char *prefix = parser_text(p, "drives.%s.", drive->name);
    if (!drive->is_named && strncmp(scalar->path, prefix, strlen(prefix)) == 0)
      rules_mistake(p, entry, "%s: no load, gap or wall names drive '%s': varying it changes nothing", entry,
                    drive->name);
  }
}

// Checks parameter i. number: addresses of the numbers of the parameters before it; its own is
// added.
static void check_parameter(parser *p, int i, int grid, size_t *number) {
  parameter_config *q = &p->out->ensemble.parameters[i];
  const char *entry = parser_text(p, "ensemble.design.parameters.%s", q->path);
  study_scalar scalar;
  int found = 0, before = 0;
  complete_spread(p, q, entry, grid);
  resolve_parameter(p, q->path, entry, &scalar, &found);
  number[i] = SIZE_MAX; // of no number
  if (!found) return;
  check_parameter_acts(p, entry, &scalar);
  check_bound(p, entry, "from", &scalar, q->from);
  check_bound(p, entry, "to", &scalar, q->to);
  for (int k = 0; k < q->values.n; k++) check_bound(p, entry, "values", &scalar, q->values.value[k]);
  number[i] = scalar.offset;
  for (int k = 0; k < i; k++) before |= number[k] == number[i];
  if (before) rules_mistake(p, entry, "%s: this number varies already under another name", entry);
}

// Checks that the design can have so many parameters.
static void check_parameter_count(parser *p) {
  const ensemble_config *e = &p->out->ensemble;
  static const char *const names[] = {
      [DESIGN_SOBOL] = "Sobol design, by its direction numbers",
      [DESIGN_SALTELLI] = "Saltelli design, by the direction numbers of twice as many dimensions"};
  const int is_sequence = e->design == DESIGN_SOBOL || e->design == DESIGN_SALTELLI;
  const int most = e->design == DESIGN_SALTELLI ? SOBOL_DIMENSIONS / 2
                   : is_sequence                ? SOBOL_DIMENSIONS
                                                : RANDOM_STREAM_SHIFT - RANDOM_STREAM_DESIGN;
  if (e->design == DESIGN_GRID || e->n_parameters <= most) return;
  rules_mistake(p, "ensemble.design.parameters",
                "ensemble.design.parameters: %d parameters (allowed in a %s: at most %d)", e->n_parameters,
                is_sequence ? names[e->design] : "random design", most);
}

// Returns what is wrong with a correlation matrix; NULL: nothing.
static const char *wrong_correlation(parser *p, int n, const double *matrix) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const double here = matrix[i * n + j], there = matrix[j * n + i];
      if (i == j && here != 1) return parser_text(p, "entry %d, %d is %g, not 1", i + 1, j + 1, here);
      if (here != there)
        return parser_text(p, "entry %d, %d is %g, but %d, %d is %g", i + 1, j + 1, here, j + 1, i + 1,
                           there);
    }
  double *factor = arena_allocate(p->memory, sizeof *factor * (size_t)(n * n) + 1);
  p->out_of_memory |= !factor;
  return !factor || copula_factor_correlation(n, matrix, factor)
             ? NULL
             : "it is not positive definite: no variables can be correlated so";
}

static void check_correlation(parser *p) {
  const ensemble_config *e = &p->out->ensemble;
  const char *const path = "ensemble.design.correlation", *wrong;
  const int n = e->n_parameters;
  if (!e->correlation.n) return;
  if (e->design == DESIGN_SALTELLI)
    rules_mistake(p, path,
                  "%s: Sobol' indices part the variance among inputs that do not depend on each other; of "
                  "correlated ones they mean something else",
                  path);
  else if (e->design != DESIGN_RANDOM && e->design != DESIGN_LATIN_HYPERCUBE && e->design != DESIGN_SOBOL)
    rules_mistake(p, path,
                  "%s: only what is drawn can be correlated (designs random, latin_hypercube, sobol)", path);
  else if (e->correlation.n != n * n)
    rules_mistake(p, path, "%s: a matrix of %d rows is expected, one for each of the parameters", path, n);
  else if ((wrong = wrong_correlation(p, n, e->correlation.value)))
    rules_mistake(p, path, "%s: %s", path, wrong);
}

// Returns the advice for a design without parameters: how its trajectories could differ.
static const char *list_what_could_vary(const parser *p) {
  int is_fixed = 0, is_idle = 0;
  if (study_has_own_noise(p->out))
    return "what varies; trajectories that differ by their noise alone: type random";
  for (int d = 0; d < p->out->n_drives; d++) {
    const int is_noise = study_drive_kind(&p->out->drives[d]) == DRIVE_NOISE;
    is_fixed |= is_noise && p->out->drives[d].is_named;
    is_idle |= is_noise && !p->out->drives[d].is_named;
  }
  if (is_fixed)
    return "what varies; the noise is the same in all trajectories, which would be equal: leave "
           "drives.NAME.seed "
           "out, then each has a realisation of its own";
  return is_idle ? "what varies; no load, gap or wall names the drive of noise, so that all would be equal"
                 : "what varies";
}

// Returns 1 if random trajectories differ by their noise alone; each has its own realisation.
static int differs_by_noise_alone(const parser *p) {
  const int design = p->out->ensemble.design;
  return study_has_own_noise(p->out) &&
         (design == DESIGN_RANDOM || design == DESIGN_LATIN_HYPERCUBE || design == DESIGN_SOBOL);
}

static void check_design(parser *p) {
  const ensemble_config *e = &p->out->ensemble;
  const char *design = "ensemble.design";
  if (!rules_given(p, "ensemble.design.type")) {
    int any =
        rules_given(p, "ensemble.design.count") || rules_given(p, "ensemble.design.file") || e->n_parameters;
    if (any) rules_require(p, design, "type", "one of grid, random, latin_hypercube, sobol, saltelli, file");
    return;
  }
  if (e->design == DESIGN_RANDOM || e->design == DESIGN_LATIN_HYPERCUBE || e->design == DESIGN_SOBOL)
    rules_require(p, design, "count", "the number of trajectories");
  if (e->design == DESIGN_SALTELLI)
    rules_require(p, design, "count", "the number of groups of d + 2 trajectories, where d parameters vary");
  if (e->design == DESIGN_FILE) rules_require(p, design, "file", "a CSV or HDF5 file");
  int drawn = e->design != DESIGN_NONE && e->design != DESIGN_FILE;
  if (drawn && !e->n_parameters && !differs_by_noise_alone(p)) {
    rules_require(p, design, "parameters", list_what_could_vary(p));
    if (rules_given(p, "ensemble.design.parameters"))
      rules_mistake(p, "ensemble.design.parameters", "ensemble.design.parameters: nothing varies");
  }
  if (!drawn && e->n_parameters)
    rules_mistake(p, "ensemble.design.parameters", "'parameters' does not belong to this type of design");
  check_parameter_count(p);
  check_correlation(p);
  double total = 1;
  for (int i = 0; i < e->n_parameters && e->design == DESIGN_GRID; i++) {
    const parameter_config *q = &e->parameters[i];
    total *= q->spread == SPREAD_VALUES || q->count < 1 ? fmax(1, q->values.n) : q->count;
  }
  if (total > 1e10) rules_mistake(p, design, "the grid has %g points (allowed: at most 1e10)", total);
}

// Checks every path of an input: they have one unit, and no two are the same number.
static void check_input(parser *p, const input_alias *input) {
  const char *place = parser_text(p, "inputs.%s", input->name), *path;
  char text[STUDY_PATH], unit[sizeof(((study_scalar *)0)->unit)] = "";
  size_t number[STUDY_PATH];
  for (int k = 0; *input->path && (path = path_resolve_alias_at(p->out, input->name, k, text)); k++) {
    study_scalar scalar;
    int found, before = 0;
    resolve_parameter(p, path, place, &scalar, &found);
    if (!found) return;
    if (k == 0) strcpy(unit, scalar.unit);
    if (strcmp(unit, scalar.unit) != 0)
      rules_mistake(p, place, "%s: one value cannot be %s in '%s' and %s in '%s'", place, unit, input->path,
                    scalar.unit, path);
    number[k] = scalar.offset;
    for (int i = 0; i < k; i++) before |= number[i] == number[k];
    if (before) rules_mistake(p, place, "%s: '%s' is there twice", place, path);
  }
}

void rules_ensemble(parser *p) {
  const study *s = p->out;
  for (int i = 0; i < s->n_inputs; i++) check_input(p, &s->inputs[i]);
  size_t *number = arena_allocate(p->memory, sizeof *number * (size_t)(s->ensemble.n_parameters + 1));
  if (!number) {
    p->out_of_memory = 1;
    return;
  }
  for (int i = 0; i < s->ensemble.n_parameters; i++)
    check_parameter(p, i, s->ensemble.design == DESIGN_GRID, number);
  check_design(p);
}

static int has_distributions(int design) {
  return design == DESIGN_RANDOM || design == DESIGN_LATIN_HYPERCUBE || design == DESIGN_SOBOL;
}

void rules_identify(parser *p) {
  const study *s = p->out;
  const identify_config *c = &s->identify;
  const int d = s->ensemble.n_parameters, least = 2 * (d + 1);
  if (!rules_given(p, "identify")) return;
  if (s->ensemble.design != DESIGN_NONE &&
      !has_distributions(s->ensemble.design)) // none: a run without correlation
    rules_mistake(p, "identify",
                  "identify: what is sought needs distributions: give 'ensemble.design' of type random, "
                  "latin_hypercube or sobol");
  for (int j = 0; j < d && has_distributions(s->ensemble.design); j++) {
    const char *path = parser_text(p, "ensemble.design.parameters.%s", s->ensemble.parameters[j].path);
    if (s->ensemble.parameters[j].spread == SPREAD_VALUES)
      rules_mistake(p, path, "%s: a list of values is no distribution that a fit can move in", path);
  }
  if ((long)c->walkers % 2 != 0 || (d > 0 && c->walkers < least))
    rules_mistake(p, "identify.walkers",
                  "identify.walkers: %g do not do for %d parameters (allowed: even numbers from %d on)",
                  c->walkers, d, least);
}
