// Rules of the section `statistics`.
#include <string.h>

#include "study/file/document.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"

// Finds the output of a variable: NAME, or NAME_lower and NAME_upper over a grid.
static const output_config *find_output(int n_outputs, const output_config *outputs, const char *name) {
  for (int i = 0; i < n_outputs; i++) {
    const size_t length = strlen(outputs[i].name);
    if (strncmp(outputs[i].name, name, length) == 0 && (name[length] == 0 || name[length] == '_'))
      return &outputs[i];
  }
  return NULL;
}

static void check_output_name(parser *p, const char *path, const char *name) {
  const study *s = p->out;
  const char **names = arena_allocate(p->memory, sizeof *names * (size_t)(s->n_outputs + 1));
  const output_config *of = find_output(s->n_outputs, s->outputs, name);
  if (!names) {
    p->out_of_memory = 1;
    return;
  }
  for (int i = 0; i < s->n_outputs; i++) names[i] = s->outputs[i].name;
  if (!of)
    rules_mistake(p, path, "%s: there is no output '%s'%s", path, name,
                  parser_hint_text(p, name, s->n_outputs, names));
  else if (of->reduce == REDUCE_SERIES)
    rules_mistake(p, path,
                  "%s: '%s' is a time series of chosen trajectories (allowed: outputs that every "
                  "trajectory has, over windows or grids too)",
                  path, name);
}

// Checks that the names of statistics (NAME_mean, NAME_mean_low ...) are free, and that the longest
// fits.
static void check_statistic_names(parser *p, const output_config *o) {
  static const char *const words[] = {"count",     "failure",  "failures", "mean",       "deviation",
                                      "skewness",  "kurtosis", "quantile", "exceedance", "sobol",
                                      "histogram", "limit",    "bin",      "edge"};
  enum { LONGEST = STUDY_NAME - 1 - (int)sizeof "_lower_exceedance_least_high" + 1 };
  const study *s = p->out;
  const size_t length = strlen(o->name);
  const char *path = parser_text(p, "outputs.%s", o->name);
  if (length > LONGEST)
    rules_mistake(p, path, "%s: the name has %zu bytes (allowed with statistics, whose names are longer: %d)",
                  path, length, (int)LONGEST);
  for (int i = 0; i < s->n_outputs; i++) {
    const char *other = s->outputs[i].name, *rest = other + length + 1;
    if (strncmp(other, o->name, length) != 0 || other[length] != '_') continue;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
      const size_t n = strlen(words[w]);
      if (strncmp(rest, words[w], n) == 0 && (rest[n] == 0 || rest[n] == '_'))
        rules_mistake(p, parser_text(p, "outputs.%s", other),
                      "outputs.%s: statistics of '%s' may have this name: rename one of them", other,
                      o->name);
    }
  }
}

static void check_statistic_edges(parser *p, const statistics_output *o, const char *entry) {
  const number_list *edges = &o->edges;
  const char *path = parser_text(p, "%s.edges", entry);
  if (!rules_given(p, "%s", path)) return;
  if (edges->n < 2) rules_mistake(p, path, "%s: two edges at least make a bin, not %d", path, edges->n);
  for (int i = 0; i + 1 < edges->n; i++)
    if (!(edges->value[i] < edges->value[i + 1])) {
      rules_mistake(p, path, "%s: edges rise from one to the next, not %g, %g", path, edges->value[i],
                    edges->value[i + 1]);
      return;
    }
}

static int is_sobol(int statistic) {
  return statistic == STATISTIC_SOBOL_FIRST || statistic == STATISTIC_SOBOL_TOTAL;
}

static const statistics_output *find_statistics_of_output(const statistics_config *of, const char *name) {
  for (int i = 0; i < of->n_outputs; i++)
    if (strcmp(of->outputs[i].name, name) == 0) return &of->outputs[i];
  return NULL;
}

static void check_until_precision(parser *p) {
  const study *s = p->out;
  const statistics_config *c = &s->statistics;
  const char *const until = "statistics.until", *const statistic = "statistics.until.statistic";
  const int design = s->ensemble.design;
  if (!rules_given(p, "%s", until)) return;
  rules_require(p, until, "output", "of which output");
  rules_require(p, until, "half_width", "how well it is to be known");
  if (rules_given(p, "statistics.until.output")) {
    const statistics_output *wanted = find_statistics_of_output(&s->statistics, c->until_output);
    check_output_name(p, "statistics.until.output", c->until_output);
    if (c->n_outputs > 0 && !wanted)
      rules_mistake(p, "statistics.until.output",
                    "statistics.until.output: '%s' is not among statistics.outputs", c->until_output);
    else if (c->until_statistic == STATISTIC_EXCEEDANCE && (!wanted || !wanted->limits.n))
      rules_mistake(p, statistic, "%s: exceedance of what? statistics.outputs.%s has no limits", statistic,
                    c->until_output);
  }
  if (is_sobol(c->until_statistic) && design != DESIGN_SALTELLI)
    rules_mistake(p, statistic, "%s: Sobol' indices need ensemble.design.type: saltelli", statistic);
  if (design == DESIGN_GRID || design == DESIGN_FILE)
    rules_mistake(p, until,
                  "%s: needs a design whose first trajectories are a sample by themselves (allowed: random, "
                  "latin_hypercube, sobol, saltelli)",
                  until);
}

void rules_statistics(parser *p) {
  const study *s = p->out;
  const statistics_config *c = &s->statistics;
  if (!rules_given(p, "statistics")) return;
  if (s->ensemble.design == DESIGN_NONE)
    rules_mistake(p, "statistics",
                  "statistics: are of many trajectories: give 'ensemble.design' (grid, random, "
                  "latin_hypercube, sobol, saltelli or file)");
  for (int i = 0; i < c->quantiles.n; i++)
    if (!(c->quantiles.value[i] > 0 && c->quantiles.value[i] < 1))
      rules_mistake(p, "statistics.quantiles", "statistics.quantiles: %g is not between 0 and 1",
                    c->quantiles.value[i]);
  for (int i = 0; i < c->n_outputs; i++) {
    const char *entry = parser_text(p, "statistics.outputs.%s", c->outputs[i].name);
    check_output_name(p, entry, c->outputs[i].name);
    check_statistic_edges(p, &c->outputs[i], entry);
  }
  for (int i = 0; i < s->n_outputs; i++) check_statistic_names(p, &s->outputs[i]);
  check_until_precision(p);
}
