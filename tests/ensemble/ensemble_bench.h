// Helpers for tests of the ensemble layer: a study from text is planned and run by a backend, and
// its whole state is hashed.
#ifndef CHATTER_TESTS_ENSEMBLE_BENCH_H
#define CHATTER_TESTS_ENSEMBLE_BENCH_H

#include "base/log.h"
#include "base/sha256.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/job/job_bind.h"

// Two preloaded friction contacts on a chain, with stick and slip; another mass strikes a stop.
static const char bench_chain_impacts[] =
    "study: transient\n"
    "model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}\n"
    "reduction: {method: modal, damping: 0.02}\n"
    "contact:\n"
    "  - {nodes: 3, law: unilateral, gap: 0.01, restitution: 0.6}\n"
    "  - {nodes: 1, law: coulomb, preload: 1, friction: 0.4}\n"
    "excitation: {node: 1, amplitude: 1, frequency: 1}\n"
    "integrator: {scheme: moreau, steps_per_period: 200, periods: 30, window: 10, windows: 5}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.5, to: 2.5, count: 9},\n"
    "  contact.1.friction: {values: [0.1, 0.4, 1.5]}}}}\n"
    "outputs:\n"
    "  amplitude: {node: 3, reduce: half_peak_to_peak}\n"
    "  impacts: {quantity: impacts}\n"
    "  sticking: {quantity: stick_fraction, contact: 1}\n"
    "  force: {quantity: impulse, reduce: max}\n"
    "  parts: {node: 3, reduce: windows}\n";

// A friction element that slides on two masses: 21 response curves with room for `points` points
// each.
#define BENCH_CURVES(points)                                                                                 \
  "study: response\n"                                                                                        \
  "model: {type: chain, masses: [1, 1], springs: [1, 1]}\n"                                                  \
  "reduction: {method: modal, damping: 0.02}\n"                                                              \
  "contact: {node: 1, law: elastic, tangential_stiffness: 1, friction: 0.3, preload: 1}\n"                   \
  "excitation: {node: 2, amplitude: 0.2}\n"                                                                  \
  "response: {from: 0.05, to: 0.4, harmonics: 3, points: " points "}\n"                                      \
  "ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 0.1, to: 1, count: 21}}}}\n"    \
  "outputs: {peak: {quantity: peak_amplitude, node: 2}}\n"

// A massless boundary that bounces, with different step lengths.
static const char bench_bar_bounces[] =
    "study: transient\n"
    "model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 30}\n"
    "reduction: {method: massless_craig_bampton, modes: 6}\n"
    "contact: {nodes: LOWER, law: unilateral, merge: 0.2}\n"
    "excitation: {type: gravity, direction: -x, amplitude: 10}\n"
    "integrator: {scheme: leapfrog, step: 1.0e-3, duration: 9, half_step: false}\n"
    "initial: {direction: x, displacement: 5}\n"
    "ensemble: {design: {type: grid, parameters: {integrator.step: {from: 1.0e-3, to: 4.0e-3, count: 19}}}}\n"
    "outputs:\n"
    "  apex_1: {quantity: apex, index: 1}\n"
    "  energy_drift: {quantity: energy_total, reduce: drift}\n";

typedef struct bench {
  study config;
  samples values;
  run_plan plan;
} bench;

__attribute__((unused)) static void bench_open(bench *b, const char *text) {
  CHECK_OK(study_parse(text, strlen(text), "bench.yaml", 0, NULL, &b->config));
  CHECK_OK(samples_from_design(&b->config, &b->values));
  CHECK_OK(plan_create(&b->config, &b->values, 1, 1, NULL, &b->plan));
  for (int g = 0; g < b->plan.n_groups; g++) CHECK_OK(plan_open_group(&b->plan, g));
}

__attribute__((unused)) static void bench_close(bench *b) {
  plan_destroy(&b->plan);
  samples_destroy(&b->values);
  study_destroy(&b->config);
}

// Steps every trajectory of group 0 to its end in batches of `batch` trajectories and chunks of
// `chunk` steps. Returns the hash of all rows of the state in the order of trajectory numbers.
// counts: number of trajectories per status.
__attribute__((unused)) static void bench_hash(bench *b, const device_choice *choice, long batch,
                                               double chunk, char hex[65], long counts[N_TRAJECTORY_STATUS]) {
  device_set devices;
  CHECK_OK(devices_open(choice, &devices));
  const plan_group *group = &b->plan.groups[0];
  int n_state = group->layout.n_state;
  double *all = calloc((size_t)(b->values.n * n_state), sizeof *all);
  for (long first = 0; first < group->n; first += batch) {
    batch_job job;
    long n = group->n - first < batch ? group->n - first : batch;
    CHECK_OK(batch_job_create(&b->plan, 0, n, group->trajectory + first, &job));
    CHECK_OK(batch_job_upload(&job, &devices.device[0]));
    while (!batch_job_finished(&job)) CHECK_OK(batch_job_advance(&job, chunk));
    CHECK_OK(batch_job_fetch(&job));
    for (long i = 0; i < n; i++) {
      double *row = all + job.trajectory[i] * n_state;
      for (int s = 0; s < n_state; s++) row[s] = job.host.state[s * job.host.stride + i];
      if (counts) counts[(int)row[STATE_STATUS]]++;
    }
    batch_job_destroy(&job);
  }
  sha256 hash;
  sha256_begin(&hash);
  sha256_add_doubles(&hash, (size_t)(b->values.n * n_state), all);
  sha256_end(&hash, hex);
  free(all);
  devices_close(&devices);
}

#endif
