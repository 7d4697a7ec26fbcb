// Sampled contact laws (kernels/response/sampled/sampled.h) shared by teams of 1, 32 and 128
// threads in the emulator: the bits of one thread of the CPU, in any order of the threads.
#include "response/sampled/sampled_layout.h"
#include "tests/check.h"
#include "tests/kernels/sampled_stamp.h"
#include "tests/machines/cuda/standin/emulator.h"

#define EMULATED_KERNEL sampled
#include "tests/machines/cuda/team_builds.h"

enum { ROWS = 3 * 9 };

typedef struct {
  double r[ROWS], k[ROWS * ROWS], out[ROWS];
} outcome;

static void check_shape(int build, const sampled_shape *shape, unsigned orders) {
  static double cosine[STAMP_SAMPLES];
  static outcome expected, result;
  const double law[STAMP_LAW] = {0.75, 0.5, 0.625, 0.875, -0.125};
  double u[ROWS], lambda[ROWS], v[ROWS];
  unsigned long long seed = 11;
  for (int i = 0; i < 3 * ROWS; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    (i < ROWS ? u : i < 2 * ROWS ? lambda : v)[i % ROWS] = (double)(seed >> 41) / 4194304.0 - 1;
  }
  for (int i = 0; i < shape->samples; i++) cosine[i] = (double)cosl(8 * atanl(1) * i / shape->samples);
  const int bends = shape->kind != STAMP_ELASTIC,
            n = shape->coordinates * sampled_coefficients(shape->harmonics, shape->is_static);
  const long room = STAMP_LAW + 5 * n + n * n + shape->samples +
                    sampled_work_size(shape->kind, shape->harmonics, shape->samples, shape->coordinates);
  memset(&expected, 0, sizeof expected), memset(&result, 0, sizeof result);
  (BUILD[build].single ? sampled_stamp_1_single : sampled_stamp_1_double)(
      shape, law, u, expected.r, expected.k, bends ? lambda : NULL, v, expected.out);
  for (unsigned order = 0; order < orders; order++) {
    const double *numbers[] = {cosine, law, u, result.r, result.k, lambda, v, result.out};
    const void *arguments[9] = {shape};
    char problem[300] = "";
    for (int i = 0; i < 8; i++) arguments[1 + i] = numbers[i];
    if (!emulator_run(BUILD[build].run, arguments, 1, (unsigned)BUILD[build].team,
                      (unsigned)(room * (BUILD[build].single ? 4 : 8)), order, problem, sizeof problem)) {
      fprintf(stderr, "team %d, order %u: %s\n", BUILD[build].team, order, problem);
      check_failures++;
    }
    if (memcmp(&expected, &result, sizeof result) == 0) continue;
    fprintf(stderr, "team %d, %s, order %u: law %d of %d coordinates has other bits than the CPU\n",
            BUILD[build].team, BUILD[build].single ? "single" : "double", order, shape->kind,
            shape->coordinates);
    check_failures++;
  }
}

int main(void) {
  static const sampled_shape SHAPES[] = {// kind, harmonics, static, samples, coordinates, normal
                                         {STAMP_CUBIC, 4, 0, 32, 1, 0},     {STAMP_FRICTION, 4, 1, 256, 1, 1},
                                         {STAMP_FRICTION, 3, 0, 512, 2, 1}, {STAMP_FRICTION, 4, 1, 256, 3, 1},
                                         {STAMP_COULOMB, 3, 1, 64, 2, 0},   {STAMP_ELASTIC, 4, 1, 64, 2, 1}};
  for (int build = 0; build < N_BUILDS; build++)
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) check_shape(build, &SHAPES[i], 4);
  return TEST_END();
}
