// chatter check: what a run would do and need; runs nothing.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared.h"
#include "ensemble/batch_job.h"
#include "ensemble/execute.h"
#include "ensemble/summary.h"

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
  if (!m->hash[0]) return; // a dimensionless chain: nothing was reduced
  char limit[128];
  printf("Reduced model (%s, %s boundary)\n", m->method, m->massless ? "massless" : "mass-carrying");
  printf("  %-22s%d modes, %d boundary coordinates at %d contact points\n", "size", m->n_modes, m->n_boundary,
         m->n_contacts);
  if (m->n_modes > 0) {
    printf("  %-22s%.6g ... %.6g Hz\n", "frequencies", sqrt(m->omega2[0]) / (2 * M_PI),
           sqrt(m->omega2[m->n_modes - 1]) / (2 * M_PI));
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
    printf("  %-22s%.6g ... %.6g %s%s\n", values->parameters[p].path, low, high, values->parameters[p].unit,
           values->parameters[p].structural ? " (changes the reduced model)" : "");
  }
}

// Values that each trajectory leaves in the results file.
static double values_per_trajectory(const study *config, const samples *values, const engine_layout *layout) {
  return 4 + values->n_parameters + 2.0 * config->n_outputs + (double)layout->n_window_rows;
}

static void print_needs(const run_plan *plan, const device_set *devices) {
  const plan_group *group = &plan->groups[0];
  backend *machine = (backend *)(size_t)(const void *)&devices->device[0];
  char text[2048];
  long batch = execute_batch_size(group, machine, devices->n, 0);
  batch = batch < group->n ? batch : group->n;
  double steps = group->steps * (double)plan->n / (double)group->n;
  double flops = group->layout.flops_per_step;
  // A double-precision guess per machine: it is said to be one.
  double rate = machine->name[0] == 'c' && machine->name[1] == 'u' ? 5e12 * devices->n : 8e9;
  printf("Plan (%s)\n", plan->engine->name);
  printf("  %-22s%s\n", "device", devices_text(devices, text, sizeof text));
  if (!given.device.device && backend_cuda_count() == 0) printf("  %-22s%s\n", "GPU", backend_cuda_state());
  printf("  %-22s%.4g in all, up to %.4g per trajectory\n", "steps", steps, group->longest);
  if (group->refused > 0) {
    printf("  %-22s%ld %s will not be run: the step is above the stability limit\n", "refused",
           group->refused, text_plural(group->refused, "trajectory", "trajectories"));
  }
  printf("  %-22s%.4g per step with open contacts\n", "flops", flops);
  printf("  %-22s%ld %s\n", "batch", batch, text_plural(batch, "trajectory", "trajectories"));
  print_bytes("memory of a batch", (double)batch_job_bytes(group, batch));
  print_bytes("results on disk",
              8 * (double)plan->n * values_per_trajectory(plan->study, plan->samples, &group->layout));
  const char *contacts = strcmp(plan->engine->name, "transient") == 0 && group->reduced.n_boundary > 1
                             ? "; contacts that close together iterate: 2 to 1000 times as long while they do"
                             : "";
  printf("  %-22s%s (a guess%s)\n", "time", summary_duration(steps * flops / rate, text, sizeof text),
         contacts);
}

static chatter_status check_plan(run_plan *plan, const samples *values) {
  TRY(plan_open_group(plan, 0));
  device_set devices;
  TRY(devices_open(&given.device, &devices));
  printf("Study %s: valid\n", plan->study->path);
  printf("Ensemble\n  %-22s%ld\n", "trajectories", values->n);
  print_parameters(values);
  if (plan->n_groups > 1) printf("  %-22s%d (the first is shown)\n", "reduced models", plan->n_groups);
  print_model(&plan->groups[0].reduced);
  print_needs(plan, &devices);
  devices_close(&devices);
  return CHATTER_OK;
}

static chatter_status run(int n_words, char **words) {
  (void)n_words;
  study config;
  samples values = {0};
  run_plan plan = {0};
  TRY(cli_load_study(words[0], &given.set, NULL, &config));
  stop_begin(0, cli_stopping);
  chatter_status status = samples_from_design(&config, &values);
  if (status == CHATTER_OK) status = plan_create(&config, &values, 1, 1, NULL, &plan);
  if (status == CHATTER_OK) status = check_plan(&plan, &values);
  stop_end();
  plan_destroy(&plan);
  samples_destroy(&values);
  study_destroy(&config);
  return status;
}

static const cli_option options[] = {
    CLI_SET_OPTION(given.set),
    CLI_DEVICE_OPTIONS(given.device),
    {0},
};

const cli_command command_check = {
    "check",
    "STUDY",
    1,
    1,
    "validate a study and print what a run would do and need",
    "  chatter check models/plate/resonance.yaml\n"
    "  chatter check plate.yaml --device cuda\n",
    "Reads the study and everything it names, reduces the model, integrates nothing.\n",
    options,
    run};
