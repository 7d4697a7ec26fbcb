// Command `chatter check`: reports what a run would do and need; writes nothing.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/batch/execute.h"
#include "ensemble/batch/job/job_bind.h"
#include "ensemble/batch/measure.h"
#include "ensemble/observe/field_outputs_extract.h"
#include "ensemble/observe/signal_outputs.h"
#include "ensemble/observe/output_checks.h"
#include "ensemble/results_outline.h"
#include "ensemble/summary.h"
#include "inference/outlook.h"
#include "plot/plot.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

static struct {
  device_choice device;
  cli_list set;
} given;

static void print_bytes(const char *what, double bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int u = 0;
  while (bytes >= 1024 && u < 4) {
    bytes /= 1024;
    u++;
  }
  printf("  %-22s%.3g %s\n", what, bytes, units[u]);
}

static void print_model(const reduced_model *m) {
  if (!m->hash[0]) return; // nothing was reduced
  char limit[128];
  printf("Reduced model (%s, %s boundary)\n", m->method, m->massless ? "massless" : "mass-carrying");
  printf("  %-22s%d %s, %d boundary coordinates at %d contact points\n", "size", m->n_modes,
         reduced_coordinate_words(m), m->n_boundary, m->n_contacts);
  if (m->n_modes > 0 && !m->sparse) {
    double least = INFINITY, most = 0; // modes of two bodies are not sorted together
    for (int k = 0; k < m->n_modes; k++) least = fmin(least, m->omega2[k]), most = fmax(most, m->omega2[k]);
    printf("  %-22s%.6g ... %.6g Hz\n", "frequencies", sqrt(least) / (2 * M_PI), sqrt(most) / (2 * M_PI));
  }
  printf("  %-22s%s\n", "largest stable step", reduced_limit_text(m, limit, sizeof limit));
  printf("  %-22s%.16s...\n", "hash", m->hash);
}

static void print_parameters(const samples *values) {
  for (int p = 0; p < values->n_parameters; p++) {
    double low = INFINITY, high = -INFINITY;
    for (long i = 0; i < values->n; i++) {
      double x = values->value[i * values->n_parameters + p];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    printf("  %-21s %.6g ... %.6g %s%s\n", values->parameters[p].path, low, high, values->parameters[p].unit,
           values->parameters[p].structural ? " (changes the reduced model)" : "");
  }
}

// Returns the number of values in the results file: of each trajectory, of its points, and of the
// time series (with their times).
static double count_values(const run_plan *plan, const plan_group *group) {
  const study *config = plan->study;
  double each = 4 + plan->samples->n_parameters, chosen = 0;
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    each += 1 + (output->contact == OUTPUT_ALL_POINTS ? group->reduced.n_contacts : 1);
    const number_list *listed = &output->trajectories;
    const double n = list_is_all(listed) ? (double)plan->samples->n : fmax(listed->n, 1);
    if (output->reduce == REDUCE_SERIES && n > chosen) chosen = n;
    if (output->last > 0 && signal_keeps[output->reduce] >> KEEP_WINDOW_SHIFT)
      each += 2 * group->layout.n_windows;
  }
  const engine_layout *layout = &group->layout;
  if (layout->n_windows > 0) each += (double)layout->n_window_rows + 2 * layout->n_windows;
  each += layout->trajectory_values + layout->point_values * group->points / (double)group->n;
  return (double)plan->n * each + 2 * chosen * (double)layout->series_values + fields_shared_values(layout);
}

// Bytes of results per second: compressed by one core as a part, read, and compressed again into
// the file.
static const double FILE_RATE = 4e7;

// Returns the s per trajectory at that speed, on one device; 0: unknown.
static double seconds_per_trajectory(const run_plan *plan, const measured_speed *speed) {
  const plan_group *group = &plan->groups[0];
  const double steps = fmin(group->expected * speed->ratio, group->steps) / (double)group->n;
  return speed->steps_per_second > 0 ? steps / speed->steps_per_second + speed->results : 0;
}

// Prints the expected time. planning: s to read, reduce and plan the study, which a run needs too.
static void print_time(const run_plan *plan, const device_set *devices, const measured_speed *speed,
                       double steps, double bytes, double planning) {
  char text[64], rest[64];
  if (speed->steps_per_second <= 0) return;
  // Results are made by one device at a time.
  const double stepping = steps / speed->steps_per_second / devices->n,
               results = speed->results * (double)plan->n + bytes / FILE_RATE;
  printf(
      "  %-22s%s, %s of it to make and write results, from %ld %s measured for %.2g s; contacts that close "
      "later may change it\n",
      "time", summary_duration(planning + stepping + results, text, sizeof text),
      summary_duration(results, rest, sizeof rest), speed->n,
      text_plural(speed->n, "trajectory", "trajectories"), speed->seconds);
  if (plan->n_groups > 1) printf("  %-22swithout the reductions, one for each of the models\n", "");
}

static const double LOOK_SECONDS =
    2; // time spent on further reduced models, to find refused or doubtful samples

// Opens and closes the groups after the first to count their samples. Returns the number of
// counted groups.
static chatter_status estimate_other_samples(run_plan *plan, int *looked) {
  const double start = clock_seconds();
  for (*looked = 1; *looked < plan->n_groups && clock_seconds() - start < LOOK_SECONDS; ++*looked) {
    TRY(plan_open_group(plan, *looked));
    plan_close_group(plan, *looked);
  }
  return CHATTER_OK;
}

static void print_uncertainty(const run_plan *plan, int looked) {
  const char *why = plan->engine->messages.refused;
  long refused = 0, doubtful = 0;
  char of[80] = "";
  for (int g = 0; g < looked; g++) refused += plan->groups[g].refused, doubtful += plan->groups[g].doubtful;
  if (looked < plan->n_groups)
    snprintf(of, sizeof of, " (of %d of the %d reduced models)", looked, plan->n_groups);
  if (refused > 0)
    printf("  %-22s%ld %s%s will not be run%s%s\n", "refused", refused,
           text_plural(refused, "trajectory", "trajectories"), of, why ? ": " : "", why ? why : "");
  if (doubtful > 0)
    printf("  %-22s%ld %s%s with %s\n", "doubtful", doubtful,
           text_plural(doubtful, "trajectory", "trajectories"), of, plan->engine->messages.doubtful);
}

static void print_requirements(const run_plan *plan, device_set *devices, const measured_speed *speed,
                               double planning, int looked) {
  const plan_group *group = &plan->groups[0];
  backend *machine = &devices->device[0];
  char text[2048];
  long batch = execute_batch_size(group, machine, devices->n, 0);
  batch = batch < group->n ? batch : group->n;
  const double of_all = (double)plan->n / (double)group->n, steps = group->steps * of_all,
               likely = fmin(group->expected * speed->ratio, group->steps) * of_all;
  printf("Plan (%s)\n", plan->engine->name);
  printf("  %-22s%s\n", "device", devices_text(devices, text, sizeof text));
  if (!given.device.device && backend_cuda_count() == 0) printf("  %-22s%s\n", "GPU", backend_cuda_state());
  const char *step = engine_step(plan->engine);
  snprintf(text, sizeof text, "%ss", step);
  if (group->expected < group->steps)
    printf("  %-22sabout %.3g in all, at most %.4g per trajectory\n", text, likely, group->longest);
  else
    printf("  %-22s%.4g in all, up to %.4g per trajectory\n", text, steps, group->longest);
  print_uncertainty(plan, looked);
  printf("  %-22s%.4g per %s with open contacts\n", "flops", group->layout.flops_per_step, step);
  printf("  %-22s%ld %s\n", "batch", batch, text_plural(batch, "trajectory", "trajectories"));
  print_bytes("memory of a batch", (double)batch_job_bytes(group, batch));
  const double bytes = 8 * count_values(plan, group);
  print_bytes("results on disk", bytes);
  print_time(plan, devices, speed, likely, bytes, planning);
}

// Returns 1 for a study of `chatter identify`, whose figure `chatter run` does not draw.
static int is_for_identify(const study *config) {
  return study_given(config, "identify") || strcmp(config->plot.kind, "fit") == 0;
}

// Checks the figure. outline: of a run's results, or of those of `chatter identify` if the study is
// for that.
static chatter_status check_figure(const study *config, result_set *outline) {
  if (is_for_identify(config)) TRY(outlook_add_measured(config, outline));
  const chatter_status status = study_given(config, "plot") ? plot_check(config, outline) : CHATTER_OK;
  return status == CHATTER_IO ? CHATTER_BAD_STUDY : status; // there are no files yet
}

// Refuses a study if none of its samples can be run. With several reduced models only one is
// examined. Some samples fail only when they begin, so all must have been measured.
static chatter_status check_any_starts(const run_plan *plan, const measured_speed *speed) {
  const plan_group *group = &plan->groups[0];
  const int refused = group->refused == group->n, none = speed->steps_per_second <= 0 && speed->n >= group->n;
  const char *why = refused ? plan->engine->messages.refused : "they have no beginning";
  if (plan->n_groups > 1 || !(refused || none)) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: no trajectory of %ld can be run%s%s", plan->study->path,
                     group->n, why ? ": " : "", why ? why : "");
}

// Checks the plan. begun: start time of the command.
static chatter_status check_plan(run_plan *plan, const samples *values, const result_set *outline,
                                 double begun) {
  plan->threads = (int)given.device.threads;
  TRY(plan_open_group(plan, 0));
  const double planning = clock_seconds() - begun;
  device_set devices;
  measured_speed speed;
  int looked;
  TRY(estimate_other_samples(plan, &looked));
  TRY(devices_open_for(&given.device, values->n, &devices));
  chatter_status status = measure_speed(plan, 0, &devices, &speed);
  if (status == CHATTER_OK) status = check_any_starts(plan, &speed);
  if (status != CHATTER_OK) return devices_close(&devices), status;
  printf("Study %s: valid\n", plan->study->path);
  printf("Ensemble\n  %-22s%ld\n", "trajectories", values->n);
  print_parameters(values);
  if (plan->n_groups > 1) printf("  %-22s%d (the first is shown)\n", "reduced models", plan->n_groups);
  print_model(&plan->groups[0].reduced);
  if (plan->engine->messages.report)
    plan->engine->messages.report(&plan->groups[0].layout, plan->groups[0].study, stdout);
  print_requirements(plan, &devices, &speed, planning, looked);
  if (is_for_identify(plan->study)) outlook_print(plan->study, outline, seconds_per_trajectory(plan, &speed));
  engine_caution caution;
  if (plan_doubtful(plan, &caution) > 0)
    log_warning("%s: %s", study_place(plan->study, caution.key), caution.text);
  devices_close(&devices);
  return CHATTER_OK;
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words;
  const double begun = clock_seconds();
  study config;
  samples values = {0};
  run_plan plan = {0};
  result_set *outline = NULL;
  TRY(cli_load_study(words[0], &given.set, NULL, &config));
  stop_begin(0, cli_stopping_message);
  chatter_status status = samples_from_design(&config, &values);
  if (status == CHATTER_OK) status = outputs_check_series(&config, &values);
  if (status == CHATTER_OK) status = outline_check_statistics(&config, &values);
  if (status == CHATTER_OK) status = plan_create(&config, &values, 1, 1, NULL, &plan);
  if (status == CHATTER_OK) outputs_warn(&config), outputs_warn_equal(&config, &values);
  if (status == CHATTER_OK) status = results_outline(&config, &values, 1, 1, &outline);
  if (status == CHATTER_OK) status = check_figure(&config, outline);
  if (status == CHATTER_OK) status = check_plan(&plan, &values, outline, begun);
  if (status == CHATTER_CHECKPOINTED) status = stop_check(); // nothing is stored
  stop_end();
  result_set_destroy(outline);
  plan_destroy(&plan);
  samples_destroy(&values);
  study_destroy(&config);
  return status;
}

static const cli_option command_options[] = {
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS(given.device),
    {0},
};

const cli_command command_check = {"check",
                                   "STUDY",
                                   1,
                                   1,
                                   "validate a study and print what a run would do and need",
                                   "  chatter check models/plate/resonance.yaml\n"
                                   "  chatter check plate.yaml --device cuda\n",
                                   "Reads the study and everything it names, reduces the model, steps some "
                                   "trajectories to their results, for some seconds at most, "
                                   "to tell how long\nthe run would take; writes nothing.\n",
                                   command_options,
                                   run_command};
