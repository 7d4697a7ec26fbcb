// The tables of the contact laws by teams of 1, 32 and 128 threads, in the emulator and as PTX of
// NVRTC on the PTX machine, in both precisions: the headers of the laws move by move, and their
// sampled path. The bits equal those of the CPU, whose numbers are compared with the tables here as
// well.
#include "response/sampled/sampled_layout.h"
#include "tests/kernels/law_table.h"

#define EMULATED_KERNEL law

enum {
  STEPS = 512,
  MOVES = LAW_STAMP_PERIODS * STEPS
}; // fewer than on the CPU, because the PTX
   // machine is slow

// Arguments and results of a launch.
typedef struct {
  law_shape shape;
  double cosine[STEPS], number[LAW_MAX_PARAMETERS], motion[N_STAMP], q[MOVES + 1], v[MOVES + 1], scale;
  double path[TABLE_ROWS * N_PATH], sampled[STEPS], r[LAW_STAMP_WAVES];
} launch;
#include "tests/machines/cuda/team_launch.h"
static ptx_module *module[N_BUILDS]; // NULL: no NVRTC

static unsigned shared_bytes(int single) {
  const law_shape *s = &result.shape;
  const long room = s->numbers + s->states + 2 * LAW_STAMP_WAVES + s->samples +
                    compliant_work_size(s->numbers, LAW_STAMP_HARMONICS, 1, s->samples);
  return (unsigned)(room * (single ? 4 : 8));
}

static void fill(const law_table *t, launch *l) {
  memset(l, 0, sizeof *l);
  l->shape = law_table_shape(t, STEPS), l->scale = 1;
  for (int i = 0; i < STEPS; i++) l->cosine[i] = (double)cosl(8 * atanl(1) * i / STEPS);
  memcpy(l->number, t->number, sizeof l->number), memcpy(l->motion, t->motion, sizeof l->motion);
  law_table_motion(t, STEPS, l->q, l->v);
}

static void check_emulated(const law_table *t, int build, unsigned order) {
  const void *arguments[] = {&result.shape, result.cosine, result.number, result.motion,  result.q,
                             result.v,      &result.scale, result.path,   result.sampled, result.r};
  fill(t, &result);
  emulate_launch(t->name, build, arguments, shared_bytes(BUILD[build].single), order);
}

static void check_ptx(const law_table *t, int build, unsigned order) {
  void *place[] = {&result.shape, result.cosine, result.number, result.motion,  result.q,
                   result.v,      &result.scale, result.path,   result.sampled, result.r};
  fill(t, &result);
  ptx_launch(t->name, module[build], build, place, 10, shared_bytes(BUILD[build].single), order);
}

static void check(law_table *t) {
  for (int build = 0; build < N_BUILDS; build++) {
    const int single = BUILD[build].single;
    fill(t, &expected);
    (single ? law_stamp_1_single : law_stamp_1_double)(&expected.shape, expected.number, expected.motion,
                                                       expected.q, expected.v, &expected.scale, expected.path,
                                                       expected.sampled, expected.r);
    for (unsigned order = 0; order < 2; order++) check_emulated(t, build, order);
    if (module[build]) check_ptx(t, build, (unsigned)build % 2);
    law_table_path(t, "teams", result.path, 0, 1, STEPS, single);
    law_table_sampled(t, "teams, sampled", result.sampled, result.r, 0, 1, STEPS, single);
  }
}

int main(void) {
  cuda_nvrtc nvrtc;
  const int has = cuda_nvrtc_find(0, 90, &nvrtc);
  const char *text = has ? team_text((const char *[]){"law_stamp.h", "law_case.h"}, 2) : NULL;
  for (int build = 0; has && build < N_BUILDS; build++)
    module[build] = team_module(team_compile(&nvrtc, "", text, build));
  law_tables_each(check);
  for (int build = 0; has && build < N_BUILDS; build++) ptx_module_free(module[build]);
  if (!has) TEST_SKIP("no NVRTC found; what needs none has passed");
  return TEST_END();
}
