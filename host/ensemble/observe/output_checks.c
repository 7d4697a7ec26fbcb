// Checks of a study's outputs and samples.
#include "ensemble/observe/output_checks.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "ensemble/observe/field_outputs_extract.h"
#include "ensemble/observe/signal_outputs.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/study_kind.h"

static chatter_status raise_taken(const study *config, const char *name, const char *why) {
  char path[STUDY_NAME + 16];
  snprintf(path, sizeof path, "outputs.%s", name);
  return error_raise(CHATTER_BAD_STUDY, "%s: an output cannot be named '%s': %s", study_place(config, path),
                     name, why);
}

// Refuses an output whose name another one's variable needs: "tip_time" of "tip".
static chatter_status check_belonging(const study *config, const char *of, const char *name) {
  char why[2 * STUDY_NAME];
  chatter_status status = CHATTER_OK;
  snprintf(why, sizeof why, "the output '%s' has a variable of that name", of);
  for (int o = 0; o < config->n_outputs; o++)
    if (strcmp(config->outputs[o].name, name) == 0) status = raise_taken(config, name, why);
  return status;
}

static chatter_status raise_long(const study *config, const char *name, const char *end) {
  char why[100];
  snprintf(why, sizeof why, "with '%s' behind it, it may have %zu letters at most", end,
           RESULT_NAME - 1 - strlen(end));
  return raise_taken(config, name, why);
}

static int is_taken(const char *name) { // 1: results use the name themselves
  static const char *const taken[] = {"trajectory",     "row_size",     "status",    "end_time",
                                      "steps",          "sample_id",    "series",    "mode",
                                      "mode_frequency", "reduced_hash", "window",    "window_start",
                                      "window_end",     "point",        "point_node"};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    if (strcmp(name, taken[i]) == 0) return 1;
  return 0;
}

static chatter_status check_series(const study *config, const output_config *of, const char *end) {
  char name[STUDY_NAME + 16], why[2 * STUDY_NAME];
  snprintf(name, sizeof name, "%s%s", of->name, end);
  if (strlen(name) >= RESULT_NAME) return raise_long(config, of->name, end);
  if (!is_taken(name)) return check_belonging(config, of->name, name);
  snprintf(why, sizeof why, "with it comes '%s', and results have a variable of that name", name);
  return raise_taken(config, of->name, why);
}

static chatter_status check_beside(void *to, const char *dim, const char *name, const char *units,
                                   const char *words, const char *compares) {
  (void)dim, (void)units, (void)words;
  const study *const *config = to;
  return compares ? check_belonging(*config, compares, name) : CHATTER_OK;
}

chatter_status outputs_check_names(const engine *of_study, const study *config) {
  static const char kept[] = "state_"; // prefix of --keep-state
  chatter_status status = CHATTER_OK;
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (is_taken(output->name))
      status = raise_taken(config, output->name, "results have a variable of that name");
    if (strncmp(output->name, kept, strlen(kept)) == 0)
      status = raise_taken(config, output->name, "names that begin so are those of states");
    if (output->last > 0 && signal_keeps[output->reduce] >> KEEP_WINDOW_SHIFT) {
      TRY(check_series(config, output, "_window_start"));
      TRY(check_series(config, output, "_window_end"));
    }
    if (output->reduce != REDUCE_SERIES) continue;
    TRY(check_series(config, output, "_sample"));
    TRY(check_series(config, output, "_time"));
    for (int e = 0; study_is_field(output) && field_ends[e]; e++)
      TRY(check_series(config, output, field_ends[e]));
  }
  if (of_study->results.outline) TRY(of_study->results.outline(config, check_beside, &config));
  return status;
}

chatter_status outputs_check_series(const study *config, const samples *values) {
  chatter_status status = CHATTER_OK;
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    for (int i = 0; i < output->trajectories.n; i++) {
      const double t = output->trajectories.value[i];
      if (t < (double)values->n) continue;
      status = error_raise(
          CHATTER_BAD_STUDY,
          "%s: output '%s': there is no trajectory %.0f, the ensemble has %ld (allowed: 0 to %ld)",
          study_output_place(config, output, "trajectories"), output->name, t, values->n, values->n - 1);
    }
  }
  return status;
}

void outputs_warn(const study *config) {
  if (config->n_outputs == 0)
    log_warning("%s has no 'outputs': nothing but the status of each trajectory will be kept", config->name);
  study_warn_of_loads(config);
}

void outputs_warn_equal(const study *config, const samples *values) {
  const size_t row = (size_t)values->n_parameters;
  if (values->n < 2 || study_has_own_noise(config)) return;
  for (long i = 1; i < values->n; i++)
    if (memcmp(values->value, values->value + (size_t)i * row, row * sizeof *values->value) != 0) return;
  log_warning("%s: all %ld trajectories are equal: %s", study_place(config, "ensemble.design"), values->n,
              row ? "every parameter has one value" : "the file has no column of a parameter");
}

chatter_status outputs_check_fields(const study *config, const samples *values) {
  chatter_status status = CHATTER_OK;
  const char *path = "";
  for (int j = values->n_parameters - 1; j >= 0; j--)
    if (values->parameters[j].structural) path = values->parameters[j].path;
  for (int o = 0; o < config->n_outputs && *path; o++) {
    const output_config *output = &config->outputs[o];
    if (!study_is_field(output)) continue;
    status = error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': a field belongs to one reduced model, and every value of %s makes "
                         "another (allowed: that value by --set, in a run of its own, or no field)",
                         study_output_place(config, output, "quantity"), output->name, path);
  }
  return status;
}
