#include "engines/response/extract/response_outline.h"

#include <stdio.h>
#include <string.h>

#include "engines/response/extract/period/sampling_error.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/response_advice.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/stability/stability.h"
#include "study/file/key_place.h"

const response_point_number response_point_numbers[RESPONSE_NUMBERS] = {
    {"frequency", "Hz", "frequency of the loads", NULL},
    {"load_factor", "1", "factor on the loads; of a damped nonlinear normal mode by its fundamental", NULL},
    {"damping", "1", "equivalent modal damping ratio", NULL},
    {"load_factor_all", "1", "factor on the loads; of a damped nonlinear normal mode by all harmonics",
     RESULT_DETAIL},
    {"theta", "1", "weight of the slipping side at a kink", RESULT_DETAIL},
};

int response_has_stability(const study *config, const output_config *output) {
  const response_quantity *quantity = response_quantity_of(output);
  if (!quantity || response_config_of(config)->stability == STABILITY_NO) return 0;
  return quantity->what == RESPONSE_PEAK || quantity->what == RESPONSE_PEAK_AT ||
         quantity->what == RESPONSE_PHASE ||
         (quantity->what == RESPONSE_CURVE && response_is_at_frequency(config));
}

const study_companion response_companions[] = {{"_stable", "1", response_has_stability}, {0}};

static chatter_status check_name(const study *config, const char *name, const char *why) {
  for (int o = 0; o < config->n_outputs; o++)
    if (strcmp(config->outputs[o].name, name) == 0)
      return error_raise(CHATTER_BAD_STUDY, "%s: an output cannot be named '%s': %s",
                         study_output_place(config, &config->outputs[o], ""), name, why);
  return CHATTER_OK;
}

int response_has_means(const study *config) {
  return response_config_of(config)->coefficients && response_has_static(config);
}

static chatter_status check_companions(const study *config, const output_config *output) {
  const study_companion *beside;
  for (int k = 0; (beside = study_companion_of(config, output, k)); k++) {
    char name[2 * STUDY_NAME], why[2 * STUDY_NAME];
    snprintf(name, sizeof name, "%s%s", output->name, beside->end);
    snprintf(why, sizeof why, "it stands beside the output '%s'", output->name);
    TRY(check_name(config, name, why));
  }
  return CHATTER_OK;
}

chatter_status response_check_names(const study *config) {
  static const char *const of_curves[] = {"curve",
                                          "event",
                                          "stable",
                                          "frequency",
                                          "theta",
                                          "damping",
                                          "row_size",
                                          "load_factor",
                                          "harmonic",
                                          "harmonics",
                                          "load_factor_all",
                                          "grid_frequency",
                                          "multiplier",
                                          "multiplier_error",
                                          "piece",
                                          "grid_load_factor",
                                          "frequency_by_extremum",
                                          "frequency_by_phase",
                                          "frequency_by_dnnm"};
  static const char *const beside[] = {"_phase",
                                       "_cos",
                                       "_sin",
                                       "_lower",
                                       "_upper",
                                       "_by_extremum",
                                       "_by_phase",
                                       "_by_dnnm",
                                       "_lower_stable",
                                       "_upper_stable",
                                       "_by_extremum_stable",
                                       "_by_phase_stable",
                                       "_by_dnnm_stable"};
  int is_any = 0;
  static const char *const always[] = {"left_out", "peak_left_out", "sampling_error", RESPONSE_START};
  for (size_t k = 0; k < sizeof always / sizeof *always; k++)
    TRY(check_name(config, always[k], "results have a variable of that name"));
  for (int stage = 0; stage < N_STAGE; stage++)
    TRY(check_name(config, response_end_names[stage], "results have a variable of that name"));
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    TRY(check_companions(config, output));
    if (!response_is_curve(config, output)) continue;
    is_any = 1;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
      char name[STUDY_NAME + 32], why[2 * STUDY_NAME];
      snprintf(name, sizeof name, "%s%s", output->name, beside[i]);
      snprintf(why, sizeof why, "the output '%s' has a variable of that name", output->name);
      TRY(check_name(config, name, why));
    }
    if (response_has_means(config)) {
      char name[STUDY_NAME + 16];
      snprintf(name, sizeof name, "%s_mean", output->name);
      TRY(check_name(config, name, "response.coefficients has a variable of that name"));
    }
  }
  for (size_t i = 0; is_any && i < sizeof of_curves / sizeof *of_curves; i++)
    TRY(check_name(config, of_curves[i], "curves have a variable of that name"));
  return CHATTER_OK;
}

chatter_status response_outline(const study *config, outline_add add, void *to) {
  int n = 0;
  for (int o = 0; o < config->n_outputs; o++) n += response_is_curve(config, &config->outputs[o]);
  for (int k = 0; n > 0 && k < RESPONSE_NUMBERS; k++)
    if (!response_point_numbers[k].role)
      TRY(add(to, "point", response_point_numbers[k].name, response_point_numbers[k].unit,
              response_point_numbers[k].words, NULL));
  for (int o = 0; n > 0 && o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    char name[STUDY_NAME + 16];
    if (!response_is_curve(config, output)) continue;
    const char *unit = output->quantity->unit;
    TRY(add(to, "point", output->name, unit, output->name, NULL));
    for (int upper = 0; upper < 2 && response_config_of(config)->grid.n == 3; upper++) {
      snprintf(name, sizeof name, "%s%s", output->name, upper ? "_upper" : "_lower");
      TRY(add(to, "trajectory,grid_frequency", name, unit, name, NULL));
    }
  }
  return CHATTER_OK;
}

void response_count_values(const study *config, int stages, engine_layout *layout) {
  const response_config *r = response_config_of(config);
  const double flag = 0.5; // half a double: an int
  int n = 0;
  for (int o = 0; o < config->n_outputs; o++) n += response_is_curve(config, &config->outputs[o]);
  for (int stage = 0; stage < N_STAGE; stage++)
    if (stages >> stage & 1) layout->trajectory_values += flag;
  if (stages >> STAGE_CURVE & 1) layout->trajectory_values += flag; // response_column_start
  layout->trajectory_values += response_samples_stops(layout->setup);
  if (n == 0) return;
  layout->trajectory_values += flag; // row_size
  if (r->grid.n == 3)
    layout->trajectory_values += (r->stability == STABILITY_NO ? 2 : 2 + 2 * flag) * n * r->grid.value[2];
  layout->point_values = RESPONSE_NUMBERS + 1 + 3 * flag + n * (2 + (r->coefficients ? 2 * r->harmonics : 0));
  // Multipliers of only a few points take negligible space.
  if (response_finds_all_multipliers(layout, config)) layout->point_values += 2;
  if (response_has_means(config)) layout->point_values += n;
  if (response_adapts_harmonics(config)) layout->point_values += flag;
}
