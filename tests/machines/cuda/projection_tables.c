// The tables of the contact laws that are projections, by teams of 1, 32 and 128 threads, in the
// emulator and as PTX of NVRTC on the PTX machine, in both precisions: points with different
// motions, each followed by one thread, and the samples of harmonic balance by all threads. The
// bits equal those of the CPU, whose numbers are compared with the tables here as well.
#include "response/sampled/sampled_layout.h"
#include "tests/kernels/projection_table.h"

#define EMULATED_KERNEL projection

// few, because the emulated machines are slow
enum { SAMPLES = 512, POINTS = 2, N_WAVES = PROJECTION_MOST * PROJECTION_WAVES };
enum { MOTION = (PROJECTION_STEPS + 1) * PROJECTION_MOST };

// Arguments and results of a launch; the paths are stored one after the other.
typedef struct {
  projection_shape shape;
  double cosine[SAMPLES], number[N_PROJECTION_NUMBERS], motion[MOTION], u[N_WAVES], scale[POINTS];
  double path[POINTS * (PROJECTION_ROWS + 1) * N_ROW], r[N_WAVES];
} launch;
#include "tests/machines/cuda/team_launch.h"
static ptx_module *module[N_BUILDS]; // NULL: no NVRTC

// NVRTC takes five seconds for the samples: only two modules have them, one per precision.
static int has_samples(int build) {
  return BUILD[build].team == (BUILD[build].single ? 128 : 32);
}

static unsigned shared_bytes(int single) {
  const projection_shape *s = &result.shape;
  const long work = sampled_work_size(s->elastic ? SAMPLED_LAW_ELASTIC : SAMPLED_LAW_FRICTION,
                                      PROJECTION_HARMONICS, s->samples, s->has_normal + s->tangents);
  return (unsigned)((N_PROJECTION_NUMBERS + 2 * N_WAVES + s->samples + work) * (single ? 4 : 8));
}

static void fill(const projection_table *t, int sampled, launch *l) {
  memset(l, 0, sizeof *l);
  l->shape = projection_table_shape(t, sampled ? SAMPLES : 0);
  for (int i = 0; i < l->shape.samples; i++) l->cosine[i] = (double)cosl(8 * atanl(1) * i / SAMPLES);
  for (int i = 0; i < POINTS; i++)
    l->scale[i] = 1 + 0.25 * i; // the first one has the motion of
                                // the table
  projection_table_motion(t, l->motion);
  projection_table_numbers(t, l->number, l->u);
}

// Computes the expected values on the CPU.
static void expect(const projection_table *t, int single, int sampled) {
  fill(t, sampled, &expected);
  const long numbers = (long)(expected.shape.steps / expected.shape.every + 1) * N_ROW;
  for (int i = 0; i < POINTS; i++)
    (single ? projection_stamp_1_single
            : projection_stamp_1_double)(&expected.shape, expected.number, expected.motion, expected.u,
                                         &expected.scale[i], expected.path + i * numbers, expected.r);
}

static void check_emulated(const projection_table *t, int build, unsigned order) {
  static const int points = POINTS;
  const void *arguments[] = {&result.shape, &points,      result.cosine, result.number, result.motion,
                             result.u,      result.scale, result.path,   result.r};
  fill(t, 1, &result);
  emulate_launch(t->name, build, arguments, shared_bytes(BUILD[build].single), order);
}

static void check_ptx(const projection_table *t, int build, unsigned order) {
  // The argument is passed by address: its first bytes are the number of points.
  void *place[] = {&result.shape, (void *)(uintptr_t)POINTS,
                   result.cosine, result.number,
                   result.motion, result.u,
                   result.scale,  result.path,
                   result.r};
  fill(t, has_samples(build), &result);
  ptx_launch(t->name, module[build], build, place, 9, shared_bytes(BUILD[build].single), order);
}

static void check(projection_table *t) {
  for (int build = 0; build < N_BUILDS; build++) {
    const int single = BUILD[build].single;
    expect(t, single, 1);
    for (unsigned order = 0; order < 2; order++) check_emulated(t, build, order);
    projection_table_path(t, "teams", result.path, 0, 1, single);
    if (result.shape.samples)
      projection_table_harmonics(t, "teams, sampled", result.r, 0, 1,
                                 projection_harmonic_allowed(t, SAMPLES, single));
    if (!module[build]) continue;
    if (!has_samples(build)) expect(t, single, 0);
    check_ptx(t, build, (unsigned)build % 2);
  }
}

int main(void) {
  cuda_nvrtc nvrtc;
  const int has = cuda_nvrtc_find(0, 90, &nvrtc);
  for (int build = 0; has && build < N_BUILDS; build++) {
    const char *text = team_text((const char *[]){"projection_stamp.h", "projection_case.h"}, 2);
    module[build] = team_module(
        team_compile(&nvrtc, has_samples(build) ? "" : "#define PROJECTION_STEPS_ALONE\n", text, build));
  }
  projection_tables_each(check);
  for (int build = 0; has && build < N_BUILDS; build++) ptx_module_free(module[build]);
  if (!has) TEST_SKIP("no NVRTC found; what needs none has passed");
  return TEST_END();
}
