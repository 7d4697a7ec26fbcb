// The CUDA path of the kernels on the host, with the threads of a block as fibres: the same bits as
// the CPU for teams of 1, 32 and 128 threads, in order, in reverse and in random orders between
// synchronisations. It finds missing and diverging synchronisation without a GPU, but no errors of
// the compiler or the hardware.
#ifndef CHATTER_TESTS_CUDA_EMULATED_TEAMS_H
#define CHATTER_TESTS_CUDA_EMULATED_TEAMS_H

#include "machines/team_sizes.h"
#include "tests/machines/batch_case.h"

#include "tests/engines/response/response_case.h"
#include "tests/machines/beams_case.h"
#include "tests/engines/sliding/sliding_case.h"
#include "tests/kernels/ending/ending_case.h"
#include "tests/kernels/noisy/noisy_case.h"
#include "tests/machines/coulomb_batch.h"
#include "tests/machines/cuda/standin/emulator.h"
#include "tests/machines/cuda/standin/fake_kernels.h"

static case_result cpu_run(const batch_case *c, int single) {
  backend_options options = backend_default();
  backend b;
  options.threads = 1, options.single_precision = single;
  if (backend_open("cpu", options, &b) != BACKEND_OK) exit(1);
  case_result r = case_run(&b, c, 1);
  b.close(&b);
  return r;
}

static const fake_kernel *kernel_find(const char *kernel, int team, int single) {
  char name[80];
  snprintf(name, sizeof name, "chatter_%s_t%d_%s", kernel, team, single ? "single" : "double");
  for (int i = 0; i < fake_kernel_count; i++)
    if (strcmp(fake_kernels[i].name, name) == 0) return &fake_kernels[i];
  exit(1);
}

static void *copy(const void *from, long n, size_t size) {
  void *to = case_array(n, size);
  memcpy(to, from, (size_t)n * size);
  return to;
}

static case_result emulate(const batch_case *c, const fake_kernel *kernel, int team, int single,
                           unsigned seed) {
  kernel_batch batch = c->host;
  char problem[300] = "";
  const int real_bytes = single ? 4 : 8;
  int threads = team == 1 ? 16 : team <= 32 ? 64 : 128;
  const long work = batch.sizes.kind->work(batch.sizes.dim, real_bytes, 8);
  const long uniform = (batch.sizes.kind->n_uniform(batch.sizes.dim) * real_bytes + 15) / 16 * 16;
  while (threads > team && threads > (team == 1 ? 1 : 32) &&
         uniform + work * (threads / team) > EMULATED_SHARED)
    threads /= 2;
  const long per_block = threads / team;
  batch.state = copy(c->host.state, c->n_state, sizeof(double));
  batch.windows = copy(c->host.windows, c->n_windows, sizeof(double));
  batch.series = copy(c->host.series, c->n_series, sizeof(double));
  float *rounded = case_array(c->n_model, sizeof *rounded);
  for (long i = 0; i < c->n_model; i++) rounded[i] = (float)batch.model[i];
  const void *model = single ? (const void *)rounded : (const void *)batch.model;
  const void *arguments[] = {&batch, &model};
  if (!emulator_run(kernel->run, arguments, (unsigned)((batch.n_trajectories + per_block - 1) / per_block),
                    (unsigned)threads, (unsigned)(uniform + work * per_block), seed, problem,
                    sizeof problem)) {
    fprintf(stderr, "team %d, order %u: %s\n", team, seed, problem);
    check_failures++;
  }
  free(rounded);
  return (case_result){batch.state, batch.windows, batch.series};
}

// Returns 1 if a team can be used: a block has whole warps, and small teams are not used for large
// work.
static int fits(const kernel_sizes *sizes, int team, int single) {
  const int real_bytes = single ? 4 : 8, least = team > 1 && team < 32 ? 32 / team : 1;
  return sizes->kind->n_uniform(sizes->dim) * real_bytes + 15 +
             sizes->kind->work(sizes->dim, real_bytes, 8) * least <=
         EMULATED_SHARED;
}

static int every_order; // 1: all orders; 0: a selection, with mappings and orders in turn with the
                        // cases

// Runs all mappings with the threads in several orders: as numbered, in reverse, at random.
static void check_teams(const batch_case *c, const case_result *cpu, int single, const char *name) {
  const struct {
    int team;
    unsigned seed;
    int turn; // position in the selection; -1: always, -2: never
  } runs[] = {{1, 0, -1},  {32, 0, -2}, {32, 1, 0}, {32, 2, 1}, {128, 0, -2}, {128, 1, 1},
              {128, 3, 0}, {4, 1, 0},   {4, 4, -2}, {8, 3, 1},  {8, 0, -2},   {16, 2, -2}};
  static int turn;
  turn = !turn;
  const char *kernel = c->host.sizes.kind->name;
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    char what[160];
    if (!every_order && runs[i].turn != -1 && runs[i].turn != turn) continue;
    if (!fits(&c->host.sizes, runs[i].team, single)) continue;
    snprintf(what, sizeof what, "%s team %d order %u", name, runs[i].team, runs[i].seed);
    case_result r = emulate(c, kernel_find(kernel, runs[i].team, single), runs[i].team, single, runs[i].seed);
    TEST_CHECK(case_compare(c, cpu, &r, what) == 0);
    case_result_free(&r);
  }
}

static void check(const kernel_kind *kernel, int modes, int points, int layout, int sticking, int single,
                  double steps) {
  kernel_sizes sizes;
  case_sizes(kernel, modes, points, layout, &sizes);
  case_late(&sizes);
  sizes.dim[DIM_PREDICTS_STICK] = sticking;
  batch_case c = case_create(sizes, 3, steps, 11);
  case_result cpu = cpu_run(&c, single);
  if (!single) case_check_events(&c, &cpu);
  char what[120];
  snprintf(what, sizeof what, "%s (%d, %d) layout %d sticking %d", kernel->name, modes, points, layout,
           sticking);
  check_teams(&c, &cpu, single, what);
  case_result_free(&cpu);
  case_free(&c);
}

// The event-exact stepper with a thread per trajectory: slip, stick and no motion side by side.
static void check_coulomb(int masses, int damped) {
  batch_case c = coulomb_batch_create(masses, damped, 37, 12, 5, 1);
  case_result cpu = cpu_run(&c, 0);
  coulomb_batch_check(&c, &cpu);
  for (unsigned seed = 0; seed < 2; seed++) {
    char what[80];
    snprintf(what, sizeof what, "coulomb, %d masses%s, order %u", masses, damped ? ", damped" : "", seed);
    case_result r = emulate(&c, kernel_find("coulomb", 1, 0), 1, 0, seed);
    TEST_CHECK(case_compare(&c, &cpu, &r, what) == 0);
    case_result_free(&r);
  }
  case_result_free(&cpu);
  case_free(&c);
}

// Sliding over several elements in both directions, with more and with fewer modes than a sum has
// leaves.
static void check_sliding(int slider, int target, int shared, int single, int drive) {
  kernel_sizes sizes = slide_case_sizes(slider, target, 8, SLIDE_CASE_SIGNALS);
  sizes.dim[DIM_SHARED_STEP] = shared;
  slide_case_late(&sizes);
  if (drive) slide_case_guide(&sizes, drive);
  batch_case c = slide_case_create(sizes, 3, 400, 3);
  case_result cpu = cpu_run(&c, single);
  char what[80];
  snprintf(what, sizeof what, "sliding, %d + %d modes, %s, drive %d", slider, target,
           single ? "single" : "double", drive);
  check_teams(&c, &cpu, single, what);
  case_result_free(&cpu);
  case_free(&c);
}

// Harmonic balance: trajectories with different loads that are at different tasks.
static void check_response(int variant, long n, int steps, int single) {
  batch_case c = response_case_create(variant, n, steps);
  case_result cpu = cpu_run(&c, single);
  char what[80];
  snprintf(what, sizeof what, "harmonic balance, variant %d, %s", variant, single ? "single" : "double");
  check_teams(&c, &cpu, single, what);
  case_result_free(&cpu);
  case_free(&c);
}

// Beams in contact at three pairs of points and at one.
static void check_beams(int pairs, long n) {
  batch_case c = beams_case_create(3, pairs, n, 4);
  case_result cpu = cpu_run(&c, 0);
  beams_case_check(&c, &cpu);
  char what[80];
  snprintf(what, sizeof what, "beams, %d pairs", pairs);
  check_teams(&c, &cpu, 0, what);
  case_result_free(&cpu);
  case_free(&c);
}

// Trajectories of a block that end in different steps.
static void check_endings(void) {
  batch_case c = ending_case_create(37);
  for (int team = 1; team > 0; team = backend_team_next(team)) {
    char what[60];
    snprintf(what, sizeof what, "endings, team %d", team);
    case_result r = emulate(&c, kernel_find("ending", team, 0), team, 0, 2);
    ending_case_check(&c, r.state, what);
    case_result_free(&r);
  }
  case_free(&c);
}

// Noise values that a trajectory draws in some steps and that its whole team sees.
static void check_noise(void) {
  batch_case c = noisy_case_mixed(NULL);
  case_result cpu = cpu_run(&c, 0);
  for (int team = 1; team > 0; team = backend_team_next(team)) {
    char what[60];
    snprintf(what, sizeof what, "noise, team %d", team);
    case_result r = emulate(&c, kernel_find("noisy", team, 0), team, 0, 2);
    TEST_CHECK(case_compare(&c, &cpu, &r, what) == 0);
    case_result_free(&r);
  }
  case_result_free(&cpu), case_free(&c);
}

static int emulated_teams_test(int every) {
  every_order = every;
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL, 0, 0, 300);
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 0, 0, 300);
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 1, 0, 300);
  // a separate system for each
  check(&kernel_leapfrog, 6, 9, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 0, 0, 100);
  check(&kernel_leapfrog, 33, 4, POINT_LAYOUT_NORMAL_AND_TANGENT, 0, 0, 800);
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL, 0, 1, 200);
  check(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL, 0, 0, 400);
  check(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 0, 0, 400);
  check_sliding(7, 45, 0, 0, DRIVE_NONE);
  check_sliding(35, 20, 1, 0, DRIVE_NONE);
  check_sliding(7, 45, 1, 1, DRIVE_NONE);
  check_sliding(35, 20, 0, 0, DRIVE_TABLE);
  check_beams(3, 6), check_beams(1, 3);
  check_response(RESPONSE_TANGENT, 4, 90, 0);
  check_response(RESPONSE_NORMAL, 2, 30, 0);
  check_response(RESPONSE_SAMPLED, 2, 30, 0);
  check_response(RESPONSE_FORCES, 2, 30, 0);
  check_response(RESPONSE_RESTART, 2, 230, 0);
  check_response(RESPONSE_COUPLED, 4, 60, 0);
  check_response(RESPONSE_FEWER, 3, 40, 0);
  check_response(RESPONSE_FEWER_SAMPLED, 2, 30, 0);
  check_response(RESPONSE_COMPLIANT, 2, 30, 0);
  check_response(RESPONSE_TANGENT, 3, 30, 1);
  check_endings();
  check_noise();
  check_coulomb(2, 0);
  check_coulomb(2, 1);
  check_coulomb(3, 0);
  return TEST_END();
}

#endif
