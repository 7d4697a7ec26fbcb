// state_hash STUDY LANES [PATH=VALUE...]: prints the hash of the whole state, all rows of all
// trajectories at their end, of a study stepped on the CPU. For compare_studies, which compares two
// builds of the program.
#include "base/log.h"
#include "base/sha256.h"
#include "ensemble/batch/job/job_bind.h"
#include "ensemble/batch/devices.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1000000 };

static chatter_status hash_group(const run_plan *plan, int g, device_set *devices, sha256 *hash) {
  const plan_group *group = &plan->groups[g];
  batch_job job;
  TRY(batch_job_create(plan, g, group->n, group->trajectory, &job));
  chatter_status status = batch_job_upload(&job, &devices->device[0]);
  while (status == CHATTER_OK && !batch_job_finished(&job)) status = batch_job_advance(&job, CHUNK);
  if (status == CHATTER_OK) status = batch_job_fetch(&job);
  for (int row = 0; status == CHATTER_OK && row < group->layout.n_state; row++)
    sha256_add_doubles(hash, (size_t)group->n, job.host.state + row * job.host.stride);
  batch_job_destroy(&job);
  return status;
}

static chatter_status hash_study(const study *config, long lanes, char hex[65]) {
  const device_choice choice = {.device = "cpu", .threads = 1, .lanes = lanes};
  device_set devices;
  samples values;
  run_plan plan;
  sha256 hash;
  TRY(samples_from_design(config, &values));
  TRY(plan_create(config, &values, 1, 1, NULL, &plan));
  TRY(devices_open(&choice, &devices));
  chatter_status status = CHATTER_OK;
  sha256_begin(&hash);
  for (int g = 0; g < plan.n_groups && status == CHATTER_OK; g++) {
    status = plan_open_group(&plan, g);
    if (status == CHATTER_OK) status = hash_group(&plan, g, &devices, &hash);
  }
  sha256_end(&hash, hex);
  devices_close(&devices), plan_destroy(&plan), samples_destroy(&values);
  return status;
}

int main(int n, char **word) {
  study config;
  char hex[65];
  if (n < 3) return fprintf(stderr, "usage: state_hash STUDY LANES [PATH=VALUE...]\n"), 2;
  if (study_load(word[1], n - 3, (const char *const *)word + 3, &config) != CHATTER_OK ||
      hash_study(&config, atol(word[2]), hex) != CHATTER_OK)
    return log_errors(), 1;
  study_destroy(&config);
  puts(hex);
  return 0;
}
