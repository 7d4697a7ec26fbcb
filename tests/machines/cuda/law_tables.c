// The tables of the contact laws by teams of 1, 32 and 128 threads, in the emulator and as PTX of NVRTC on
// the PTX machine, in both precisions: the laws' headers move by move and their sampled path. The bits of the
// CPU, whose numbers are held against the tables here once more.
#include "response/sampled/sampled_layout.h"
#include "tests/kernels/law_table.h"
#include "tests/machines/cuda/standin/emulator.h"

#define EMULATED_KERNEL law
#include "tests/machines/cuda/team_program.h"

enum { STEPS = 512, MOVES = LAW_STAMP_PERIODS * STEPS }; // fewer than on the CPU: a machine made of software

// All that a launch takes and gives.
typedef struct {
  law_shape shape;
  double cosine[STEPS], number[LAW_NUMBERS_MOST], motion[N_STAMP], q[MOVES + 1], v[MOVES + 1], scale;
  double path[TABLE_ROWS * N_PATH], sampled[STEPS], r[LAW_STAMP_WAVES];
} launch;
static launch expected, result;
static ptx_module *module[N_BUILDS]; // NULL: no NVRTC

static int inside(uint64_t address, size_t bytes) {
  const uint64_t first = (uint64_t)(uintptr_t)&result;
  return address >= first && address - first + bytes <= sizeof result;
}
static unsigned shared_bytes(int single) {
  const law_shape *s = &result.shape;
  const long room = s->numbers + s->states + 2 * LAW_STAMP_WAVES + s->samples +
                    responding_numbers(s->numbers, LAW_STAMP_HARMONICS, 1, s->samples);
  return (unsigned)(room * (single ? 4 : 8));
}

static void fill(const law_table *t, launch *l) {
  memset(l, 0, sizeof *l);
  l->shape = law_table_shape(t, STEPS), l->scale = 1;
  for (int i = 0; i < STEPS; i++) l->cosine[i] = (double)cosl(8 * atanl(1) * i / STEPS);
  memcpy(l->number, t->number, sizeof l->number), memcpy(l->motion, t->motion, sizeof l->motion);
  law_table_motion(t, STEPS, l->q, l->v);
}

static void compare(const law_table *t, const char *machine, int build, unsigned order) {
  if (memcmp(&expected, &result, sizeof result) == 0) return;
  fprintf(stderr, "%s, %s, team %d, %s, order %u: other bits than the CPU\n", t->name, machine,
          BUILD[build].team, BUILD[build].single ? "single" : "double", order);
  check_failures++;
}

static void check_emulated(const law_table *t, int build, unsigned order) {
  const law_shape *shape = &result.shape;
  const double *numbers[] = {result.cosine, result.number, result.motion,  result.q, result.v,
                             &result.scale, result.path,   result.sampled, result.r};
  const void *arguments[10] = {&shape};
  char problem[300] = "";
  for (int i = 0; i < 9; i++) arguments[1 + i] = numbers[i];
  arguments[0] = shape;
  fill(t, &result);
  if (!emulator_run(BUILD[build].run, arguments, 1, (unsigned)BUILD[build].team,
                    shared_bytes(BUILD[build].single), order, problem, sizeof problem)) {
    fprintf(stderr, "%s, team %d: %s\n", t->name, BUILD[build].team, problem);
    check_failures++;
  }
  compare(t, "emulator", build, order);
}

static void check_ptx(const law_table *t, int build, unsigned order) {
  const ptx_options options = {.schedule = order,
                               .race = order == 0 ? PTX_RACE_BARRIERS : PTX_RACE_OFF,
                               .random_nan = 1,
                               .inside = inside};
  void *place[] = {&result.shape, result.cosine, result.number, result.motion,  result.q,
                   result.v,      &result.scale, result.path,   result.sampled, result.r};
  void *arguments[10];
  char problem[300] = "";
  for (int i = 0; i < 10; i++) arguments[i] = &place[i];
  fill(t, &result);
  const int error =
      ptx_run(ptx_function_find(module[build], TEAM_KERNEL), arguments, 1, (unsigned)BUILD[build].team,
              shared_bytes(BUILD[build].single), &options, problem, sizeof problem);
  if (error != PTX_OK) fprintf(stderr, "%s, team %d: %s\n", t->name, BUILD[build].team, problem);
  TEST_CHECK(error == PTX_OK);
  compare(t, "PTX", build, order);
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
