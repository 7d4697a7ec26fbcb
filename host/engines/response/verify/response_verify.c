#include "engines/response/verify/response_verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/extract/period/period.h"
#include "engines/response/stability/floquet.h"
#include "engines/response/stability/stability.h"
#include "engines/response/verify/march.h"
#include "base/text.h"
#include "ensemble/batch/binder.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/job/job_bind.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

enum { MOST_TRAJECTORIES = 4, POINTS_EACH = 5, MOST_PERIODS = 5000 };

static const char *const stages[N_STAGE] = {"response", "extremum", "phase", "dnnm"};
static const char *const points[] = {"",       "maximum",         "minimum",       "kink",
                                     "fold",   "phase resonance", "onset",         "end",
                                     "branch", "restart",         "antiresonance", "kink"};

// Returns 1 if the point can be verified. Time stepping leaves motions that are known to be
// unstable, and a damped nonlinear normal mode is no motion of the damped system.
static int is_seen(const response_column *column, int point) {
  return response_record_number(column, point, RECORD_STAGE) != STAGE_DNNM &&
         response_record_number(column, point, RECORD_STABLE) != 0;
}
static int is_peak(const response_column *column, int point) {
  const int kind = (int)response_record_number(column, point, RECORD_POINT_KIND);
  return kind == POINT_MAXIMUM || kind == POINT_KINK;
}

static int is_chosen(int n, const int *chosen, int point) {
  for (int i = 0; i < n; i++)
    if (chosen[i] == point) return 1;
  return 0;
}

// Returns the first point of the backbones; 0: none.
static int first_of_backbones(const response_column *column) {
  for (int k = 0; k < column->n_points; k++)
    if (response_record_number(column, k, RECORD_STAGE) != STAGE_CURVE) return k;
  return 0;
}

// Chooses the points, in the order of the curve: the state at response.at if there is one; up to
// two of the highest peaks; then points at equal distances, of backbones if there are any.
static int by_number(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static int choose(const response_column *column, int *chosen) {
  const response_setup *setup = column->layout->setup;
  const int end = setup->is_at ? response_end_point(column, STAGE_CURVE) : -1;
  int n = 0;
  if (end >= 0) chosen[n++] = end;
  for (int i = 0; i < 2; i++) {
    int best = -1;
    for (int k = 0; k < column->n_points; k++) {
      if (!is_seen(column, k) || !is_peak(column, k) || is_chosen(n, chosen, k)) continue;
      if (best < 0 || response_record_number(column, k, RECORD_AMPLITUDE) >
                          response_record_number(column, best, RECORD_AMPLITUDE))
        best = k;
    }
    if (best >= 0) chosen[n++] = best;
  }
  const int first = first_of_backbones(column), even = POINTS_EACH - n;
  int seen = 0, passed = 0, next = 0;
  for (int k = first; k < column->n_points; k++) seen += is_seen(column, k) && !is_chosen(n, chosen, k);
  for (int k = first; k < column->n_points && next < even; k++) {
    if (!is_seen(column, k) || is_chosen(n, chosen, k)) continue;
    if (passed++ < (int)((next + 0.5) / even * seen)) continue;
    chosen[n++] = k;
    next++;
  }
  qsort(chosen, (size_t)n, sizeof *chosen, by_number);
  return n;
}

static const char *const kinds[] = {"unknown", "stable", "fold", "flip", "neimark_sacker"}; // floquet_kind

static void print_head(FILE *stream) {
  fprintf(stream, "%10s  %-8s  %-15s  %12s  %12s  %12s  %9s  %12s  %12s  %9s  %7s  %s\n", "trajectory",
          "curve", "point", "frequency", "amplitude", "in time", "off by", "peak-to-peak", "in time",
          "off by", "periods", "stability");
  fprintf(stream, "%10s  %-8s  %-15s  %12s  %12s  %12s  %9s  %12s  %12s  %9s\n", "", "", "", "Hz", "m (rms)",
          "m", "%", "m", "m", "%");
}

// Data shared by all points of a run.
typedef struct verification {
  run_plan *plan;
  backend *cpu;
  FILE *stream;
  // points: known to be unstable; others that time stepping left; the rest
  long unstable, left, stayed;
} verification;

// Returns 1 if time stepping left the motion. On the way back to a motion the change per period
// shrinks; on the way to another it grows first. The small change due to neglected harmonics does
// not count as growth.
static int is_left(const double own[2], const march_result *found) {
  static const double GROWS = 3, FAR = 0.05; // FAR: relative to the amplitude
  const double off = fmax(fabs(own[0] / found->amplitude - 1), fabs(own[1] / found->peak_to_peak - 1));
  return found->growth > GROWS && !(off <= FAR);
}

static void print_point(const response_column *column, int point, long trajectory, const double own[2],
                        const march_result *found, int kind, int left, FILE *stream) {
  fprintf(stream, "%10ld  %-8s  %-15s  %12.7g  %12.6g  %12.6g  %9.3f  %12.6g  %12.6g  %9.3f  %7d  %s%s%s\n",
          trajectory, stages[(int)response_record_number(column, point, RECORD_STAGE)],
          points[(int)response_record_number(column, point, RECORD_POINT_KIND)],
          response_record_number(column, point, RECORD_OMEGA) / (2 * M_PI), own[0], found->amplitude,
          100 * (own[0] / found->amplitude - 1), own[1], found->peak_to_peak,
          100 * (own[1] / found->peak_to_peak - 1), found->periods, kinds[kind],
          found->is_steady ? "" : ", not steady", left ? ", left" : "");
  fflush(stream);
}

// Verifies a point. *goes: 0 if the transient engine cannot step the trajectory.
static chatter_status verify_point(verification *self, const response_column *column, int point,
                                   const study *config, long trajectory, arena *memory, int *goes) {
  const int *dim = column->layout->sizes.dim;
  response_motion motion;
  response_period period;
  march time;
  march_result found;
  const char *why;
  int kind;
  double multiplier, error,
      *coefficient = arena_allocate(memory, (size_t)hb_n_coefficients(dim) * sizeof *coefficient);
  if (!coefficient) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(response_motion_create(column->layout, memory, &motion));
  response_motion_trajectory(column, &motion);
  TRY(response_point_stability(column, point, &motion, &kind, &multiplier, &error));
  response_motion_point(column, point, &motion);
  TRY(march_create(config, &motion, self->cpu, memory, &time, &why));
  *goes = !why;
  if (why) {
    fprintf(self->stream, "%10ld  not integrated: %s\n", trajectory, why);
    return CHATTER_OK;
  }
  TRY(march_until_steady(&time, MOST_PERIODS, memory, &found));
  TRY(response_period_create(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], memory, &period));
  response_coefficients(column, point, 0, coefficient);
  const double own[] = {period_reduce(&period, coefficient, REDUCE_RMS),
                        2 * period_reduce(&period, coefficient, REDUCE_HALF_PEAK_TO_PEAK)};
  const int left = kind < FLOQUET_FOLD && is_left(own, &found);
  *(kind >= FLOQUET_FOLD ? &self->unstable : left ? &self->left : &self->stayed) += 1;
  print_point(column, point, trajectory, own, &found, kind, left, self->stream);
  return CHATTER_OK;
}

static chatter_status verify_column(verification *self, const response_column *column, const study *config,
                                    long trajectory) {
  int chosen[POINTS_EACH], goes = 1;
  const int n = choose(column, chosen);
  for (int k = 0; k < n && goes; k++) {
    arena *memory = arena_create();
    if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
    const chatter_status status = verify_point(self, column, chosen[k], config, trajectory, memory, &goes);
    arena_destroy(memory);
    TRY(status);
  }
  return CHATTER_OK;
}

static chatter_status verify_columns(verification *self, const batch_job *job, binder *by) {
  for (long i = 0; i < job->n; i++) {
    const response_column column = response_column_of(&job->group->layout, &job->host, i);
    TRY(binder_set_sample(by, job->trajectory[i]));
    TRY(verify_column(self, &column, by->study, job->trajectory[i]));
  }
  return CHATTER_OK;
}

// Verifies the chosen trajectories of a group, on the CPU.
static chatter_status verify_batch(verification *self, int group, long n, const long *trajectory) {
  batch_job job;
  binder by;
  TRY(batch_job_create(self->plan, group, n, trajectory, &job));
  chatter_status status = batch_job_upload(&job, self->cpu);
  while (status == CHATTER_OK && !batch_job_finished(&job)) status = batch_job_advance(&job, 1000);
  if (status == CHATTER_OK) status = batch_job_fetch(&job);
  if (status == CHATTER_OK) {
    status = binder_open(self->plan, &self->plan->groups[group], &by);
    if (status == CHATTER_OK) status = verify_columns(self, &job, &by);
    binder_close(&by);
  }
  batch_job_destroy(&job);
  return status;
}

static chatter_status verify_group(verification *self, int group) {
  const plan_group *of = &self->plan->groups[group];
  const long all = self->plan->samples->n, n = all < MOST_TRAJECTORIES ? all : MOST_TRAJECTORIES;
  long chosen[MOST_TRAJECTORIES], n_chosen = 0;
  for (long i = 0; i < of->n; i++)
    for (long k = 0; k < n; k++)
      if (of->trajectory[i] == k * all / n) chosen[n_chosen++] = of->trajectory[i];
  if (n_chosen == 0) return CHATTER_OK;
  TRY(plan_open_group(self->plan, group));
  const chatter_status status = verify_batch(self, group, n_chosen, chosen);
  plan_close_group(self->plan, group);
  return status;
}

// Prints why balance and time stepping differ, for each kind of point that was found.
static void print_reasons(const verification *self) {
  FILE *stream = self->stream;
  fputs("Both are of the same reduced model and contact laws, at the same frequency and loads; time begins "
        "with the state of the harmonic balance.\n",
        stream);
  if (self->stayed > 0)
    fprintf(
        stream,
        "What they are apart%s is due to the harmonics that are left out (the static one too, where there "
        "is none): raise response.harmonics.\n",
        self->left + self->unstable > 0 ? " at the other points" : "");
  if (self->unstable > 0)
    fprintf(stream,
            "%ld %s unstable (fold, flip, neimark_sacker): time leaves %s for another motion, however many "
            "harmonics there are.\n",
            self->unstable, text_plural(self->unstable, "point is", "points are"),
            text_plural(self->unstable, "it", "them"));
  if (self->left > 0)
    fprintf(
        stream,
        "At %ld %s marked 'left' time goes over to another motion: what is between the two is no error of "
        "the balance. The motion is unstable, or attracts less far around than the balance is off, as near "
        "folds: raise response.harmonics until it stays or is called unstable.\n",
        self->left, text_plural(self->left, "point", "points"));
}

static chatter_status verify_plan(run_plan *plan, FILE *stream) {
  const device_choice choice = {.device = "cpu", .threads = 1};
  device_set devices;
  TRY(devices_open(&choice, &devices));
  verification self = {.plan = plan, .cpu = &devices.device[0], .stream = stream};
  print_head(stream);
  chatter_status status = CHATTER_OK;
  for (int g = 0; g < plan->n_groups && status == CHATTER_OK; g++) status = verify_group(&self, g);
  print_reasons(&self);
  devices_close(&devices);
  return status;
}

chatter_status response_verify(const study *config, FILE *stream) {
  study *copy;
  samples values = {0};
  run_plan plan = {0};
  TRY(binder_copy_study(config, &copy));
  response_config_writable(copy)->stability = STABILITY_FLOQUET;
  chatter_status status = samples_from_design(copy, &values);
  if (status == CHATTER_OK) status = plan_create(copy, &values, 1, 1, NULL, &plan);
  if (status == CHATTER_OK) status = verify_plan(&plan, stream);
  plan_destroy(&plan);
  samples_destroy(&values);
  binder_free_study(copy);
  return status;
}
