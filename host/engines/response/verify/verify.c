// `chatter run --verify`: points of curves and backbones once more by integration in time, with the same
// reduced model and laws but no harmonics.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "engines/response/bind/drives.h"
#include "engines/response/stability/floquet.h"
#include "engines/response/verify/march.h"
#include "engines/response/extract/period.h"
#include "engines/response/stability/stability.h"
#include "ensemble/batch/job.h"
#include "ensemble/batch/binder.h"
#include "ensemble/batch/devices.h"

enum { MOST_TRAJECTORIES = 4, POINTS_EACH = 5, STEPS = 2048, STEPS_PER_HARMONIC = 64, MOST_PERIODS = 5000 };

static const char *const stages[N_STAGE] = {"response", "extremum", "phase", "dnnm"};
static const char *const points[] = {"",      "maximum", "minimum", "kink",   "fold", "phase resonance",
                                     "onset", "end",     "branch",  "restart"};

// Motions that are known to be unstable are left in time, and a damped nonlinear normal mode is no motion of
// the damped system.
static int is_seen(const response_column *column, int point) {
  return response_number(column, point, RECORD_STAGE) != STAGE_DNNM &&
         response_number(column, point, RECORD_STABLE) != 0;
}
static int is_peak(const response_column *column, int point) {
  const int kind = (int)response_number(column, point, RECORD_POINT);
  return kind == POINT_MAXIMUM || kind == POINT_KINK;
}

static int is_chosen(int n, const int *chosen, int point) {
  for (int i = 0; i < n; i++)
    if (chosen[i] == point) return 1;
  return 0;
}

// Where backbones begin, 0: there is none.
static int first_of_backbones(const response_column *column) {
  for (int k = 0; k < column->n_points; k++)
    if (response_number(column, k, RECORD_STAGE) != STAGE_CURVE) return k;
  return 0;
}

// The state at response.at, where there is one; up to two of the highest peaks, then points at equal
// distances, of backbones where there are any; in the order of the curve.
static int by_number(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static int choose(const response_column *column, int *chosen) {
  const response_own *own = column->layout->own;
  const int end = own->is_at ? response_last(column, STAGE_CURVE) : -1;
  int n = 0;
  if (end >= 0) chosen[n++] = end;
  for (int i = 0; i < 2; i++) {
    int best = -1;
    for (int k = 0; k < column->n_points; k++) {
      if (!is_seen(column, k) || !is_peak(column, k) || is_chosen(n, chosen, k)) continue;
      if (best < 0 ||
          response_number(column, k, RECORD_AMPLITUDE) > response_number(column, best, RECORD_AMPLITUDE))
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

static chatter_status verify_point(const response_column *column, int point, long trajectory,
                                   response_motion *motion, arena *memory, FILE *stream, long *unstable) {
  const int *dim = column->layout->sizes.dim, wanted = STEPS_PER_HARMONIC * dim[DIM_HB_HARMONICS];
  const double omega = response_number(column, point, RECORD_OMEGA);
  response_period period;
  march time;
  march_result found;
  int kind;
  double multiplier, error,
      *coefficient = arena_allocate(memory, (size_t)hb_width(dim) * sizeof *coefficient);
  if (!coefficient) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(period_of(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], memory, &period));
  response_coefficients(column, point, 0, coefficient);
  TRY(response_judge(column, point, motion, &kind, &multiplier, &error));
  *unstable += kind >= FLOQUET_FOLD;
  response_motion_point(column, point, motion);
  TRY(march_create(motion, wanted > STEPS ? wanted : STEPS, memory, &time));
  TRY(march_begin(&time));
  TRY(march_until_steady(&time, MOST_PERIODS, memory, &found));
  const double amplitude = period_reduce(&period, coefficient, REDUCE_RMS),
               width = 2 * period_reduce(&period, coefficient, REDUCE_HALF_PEAK_TO_PEAK);
  fprintf(stream, "%10ld  %-8s  %-15s  %12.7g  %12.6g  %12.6g  %9.3f  %12.6g  %12.6g  %9.3f  %7d  %s%s\n",
          trajectory, stages[(int)response_number(column, point, RECORD_STAGE)],
          points[(int)response_number(column, point, RECORD_POINT)], omega / (2 * M_PI), amplitude,
          found.amplitude, 100 * (amplitude / found.amplitude - 1), width, found.peak_to_peak,
          100 * (width / found.peak_to_peak - 1), found.periods, kinds[kind],
          found.is_steady ? "" : ", not steady");
  fflush(stream);
  return CHATTER_OK;
}

static chatter_status verify_column(const engine_layout *layout, const kernel_batch *host, long i,
                                    long trajectory, FILE *stream, long *unstable) {
  const response_column column = response_column_of(layout, host, i);
  int chosen[POINTS_EACH];
  const int n = choose(&column, chosen);
  for (int k = 0; k < n; k++) {
    arena *memory = arena_create();
    response_motion motion;
    if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
    chatter_status status = response_motion_create(layout, memory, &motion);
    if (status == CHATTER_OK) {
      response_motion_trajectory(&column, &motion);
      const char *why = march_refuses(&motion.system);
      if (why) {
        fprintf(stream, "%10ld  not integrated: %s\n", trajectory, why);
        arena_destroy(memory);
        return CHATTER_OK;
      }
      status = verify_point(&column, chosen[k], trajectory, &motion, memory, stream, unstable);
    }
    arena_destroy(memory);
    TRY(status);
  }
  return CHATTER_OK;
}

// The chosen trajectories of a group, on the CPU.
static chatter_status verify_batch(run_plan *plan, int group, long n, const long *trajectory, backend *cpu,
                                   FILE *stream, long *unstable) {
  batch_job job;
  TRY(batch_job_create(plan, group, n, trajectory, &job));
  chatter_status status = batch_job_upload(&job, cpu);
  while (status == CHATTER_OK && !batch_job_finished(&job)) status = batch_job_advance(&job, 1000);
  if (status == CHATTER_OK) status = batch_job_fetch(&job);
  for (long i = 0; status == CHATTER_OK && i < n; i++)
    status = verify_column(&plan->groups[group].layout, &job.host, i, job.trajectory[i], stream, unstable);
  batch_job_destroy(&job);
  return status;
}

static chatter_status verify_group(run_plan *plan, int group, backend *cpu, FILE *stream, long *unstable) {
  const plan_group *of = &plan->groups[group];
  const long all = plan->samples->n, n = all < MOST_TRAJECTORIES ? all : MOST_TRAJECTORIES;
  long chosen[MOST_TRAJECTORIES], n_chosen = 0;
  for (long i = 0; i < of->n; i++)
    for (long k = 0; k < n; k++)
      if (of->trajectory[i] == k * all / n) chosen[n_chosen++] = of->trajectory[i];
  if (n_chosen == 0) return CHATTER_OK;
  TRY(plan_open_group(plan, group));
  const chatter_status status = verify_batch(plan, group, n_chosen, chosen, cpu, stream, unstable);
  plan_close_group(plan, group);
  return status;
}

static chatter_status verify_plan(run_plan *plan, FILE *stream) {
  const device_choice choice = {.device = "cpu", .threads = 1};
  device_set devices;
  TRY(devices_open(&choice, &devices));
  long unstable = 0;
  print_head(stream);
  chatter_status status = CHATTER_OK;
  for (int g = 0; g < plan->n_groups && status == CHATTER_OK; g++)
    status = verify_group(plan, g, &devices.device[0], stream, &unstable);
  fputs("Both are of the same reduced model and contact laws, at the same frequency and loads; time begins "
        "with the state of the harmonic balance.\n"
        "What they are apart is due to the harmonics that are left out (the static one too, where there is "
        "none): raise response.harmonics.\n",
        stream);
  if (unstable > 0)
    fprintf(
        stream,
        "But %ld %s unstable (fold, flip, neimark_sacker): time leaves %s for another motion, however many "
        "harmonics there are.\n",
        unstable, text_plural(unstable, "point is", "points are"), text_plural(unstable, "it", "them"));
  devices_close(&devices);
  return status;
}

chatter_status response_verify(const study *config, FILE *stream) {
  study *copy;
  samples values = {0};
  run_plan plan = {0};
  if (response_has_drives(config)) {
    fputs("Not integrated: drives move the study's loads or gaps.\n", stream);
    return CHATTER_OK;
  }
  TRY(binder_copy_study(config, &copy));
  response_of(copy)->stability = STABILITY_FLOQUET;
  chatter_status status = samples_from_design(copy, &values);
  if (status == CHATTER_OK) status = plan_create(copy, &values, 1, 1, NULL, &plan);
  if (status == CHATTER_OK) status = verify_plan(&plan, stream);
  plan_destroy(&plan);
  samples_destroy(&values);
  binder_free_study(copy);
  return status;
}
