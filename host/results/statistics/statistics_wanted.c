// Chooses the statistics of a study and the counts for them.
#include "results/statistics/statistics_wanted.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "statistics/interval.h"
#include "study/file/key_place.h"
#include "study/samples/design.h"

static const double usual_quantiles[] = {0.05, 0.5, 0.95};

enum {
  FEWEST = 64,
  FEWEST_TOLD = 8
}; // trajectories, or groups of them: at the first check, and for statistics to be shown

// Fills n, n/2, ... down to `fewest`, the smallest first; returns how many.
static int halve_counts(size_t n, size_t fewest, size_t group, size_t out[STATISTICS_MAX_CHECKS]) {
  size_t halves[STATISTICS_MAX_CHECKS] = {n};
  int count = 1;
  for (; halves[count - 1] / 2 >= fewest && count < STATISTICS_MAX_CHECKS; count++)
    halves[count] = (halves[count - 1] + 1) / 2;
  for (int i = 0; i < count; i++) out[i] = halves[count - 1 - i] * group;
  return count;
}

int statistics_stop_checks(const statistics_config *of, const ensemble_config *ensemble,
                           size_t looks[STATISTICS_MAX_CHECKS]) {
  if (!of->until_output[0]) return 0;
  return halve_counts((size_t)ensemble->count, FEWEST, (size_t)samples_group_size(ensemble), looks);
}

size_t statistics_halved_counts(const statistics_wanted *self, size_t n,
                                size_t counts[STATISTICS_MAX_CHECKS]) {
  return (size_t)halve_counts(n / self->group, FEWEST_TOLD, self->group, counts);
}

statistics_wanted statistics_wanted_by_study(const study *config) {
  statistics_wanted self = {.level = STATISTICS_LEVEL,
                            .n_quantiles = sizeof usual_quantiles / sizeof *usual_quantiles,
                            .quantiles = usual_quantiles,
                            .group = 1};
  if (!config) return self;
  size_t looks[STATISTICS_MAX_CHECKS];
  const int n_looks = statistics_stop_checks(&config->statistics, &config->ensemble, looks);
  const ensemble_config *e = &config->ensemble;
  if (n_looks > 0) self.level = 1 - (1 - STATISTICS_LEVEL) / n_looks; // Bonferroni correction
  self.group = (size_t)samples_group_size(e);
  self.seed = (uint64_t)e->seed;
  if (e->design == DESIGN_SALTELLI) self.n_inputs = e->n_parameters, self.inputs = e->parameters;
  if (!study_given(config, "statistics")) return self;
  self.section = &config->statistics;
  if (config->statistics.quantiles.n > 0) {
    self.n_quantiles = config->statistics.quantiles.n;
    self.quantiles = config->statistics.quantiles.value;
  }
  return self;
}

const statistics_output *statistics_section_of_output(const statistics_wanted *self, const char *output) {
  for (int i = 0; self->section && i < self->section->n_outputs; i++)
    if (strcmp(self->section->outputs[i].name, output) == 0) return &self->section->outputs[i];
  return NULL;
}

// Returns 1 for outputs, and for values of curves on a grid.
static int is_of_trajectories(const result_variable *variable) {
  const int over_grid =
      variable->n_dims > 1 && strncmp(variable->dim[1], RESULT_GRIDS, strlen(RESULT_GRIDS)) == 0;
  return (result_variable_has_role(variable, RESULT_OUTPUT) || (over_grid && !variable->role)) &&
         variable->type == RESULT_DOUBLE && variable->n_dims > 0 && variable->n_dims + 1 <= RESULT_DIMS &&
         strcmp(variable->dim[0], "trajectory") == 0;
}

int statistics_are_wanted_of(const statistics_wanted *self, const result_variable *variable) {
  const int all = !self->section || self->section->n_outputs == 0;
  return is_of_trajectories(variable) && (all || statistics_section_of_output(self, variable->name));
}

size_t statistics_fractions(const statistics_wanted *self, size_t n,
                            size_t counts[STATISTICS_MAX_FRACTIONS]) {
  const size_t groups = n / self->group;
  size_t found = 0;
  for (size_t part = 8; part >= 1; part /= 2) {
    const size_t count = (groups + part - 1) / part * self->group;
    if (count > 0 && (found == 0 || counts[found - 1] != count)) counts[found++] = count;
  }
  return found;
}

// Checks that results will have a number of that name for each trajectory; `place`: where the study
// names it.
static chatter_status check_name(const study *config, const result_set *outline, const char *place,
                                 const char *name) {
  enum { TEXT = 600 };
  const result_variable *variable = result_set_find(outline, name);
  char allowed[TEXT] = "";
  for (int o = 0; o < config->n_outputs; o++) // these are missing in the outline
    if (config->outputs[o].contact == OUTPUT_ALL_POINTS && strcmp(config->outputs[o].name, name) == 0)
      return CHATTER_OK;
  if (variable && is_of_trajectories(variable)) return CHATTER_OK;
  for (int i = 0; i < outline->n_variables; i++) {
    const result_variable *one = &outline->variables[i];
    if (is_of_trajectories(one)) text_list_add(allowed, sizeof allowed, one->name);
  }
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: the results will have no numbers '%s' of every trajectory, over windows, points "
                     "or a grid at most (allowed: %s)",
                     study_place(config, place), name, allowed[0] ? allowed : "none in this study");
}

chatter_status statistics_check_section(const study *config, const result_set *outline) {
  const statistics_config *c = &config->statistics;
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < c->n_outputs; i++) {
    char place[STUDY_PATH];
    snprintf(place, sizeof place, "statistics.outputs.%s", c->outputs[i].name);
    const chatter_status one = check_name(config, outline, place, c->outputs[i].name);
    if (one != CHATTER_OK) status = one;
  }
  if (c->until_output[0]) {
    const chatter_status one = check_name(config, outline, "statistics.until.output", c->until_output);
    if (one != CHATTER_OK) status = one;
  }
  return status;
}
