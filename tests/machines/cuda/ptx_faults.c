// The PTX machine finds and names faults: each body below has one fault, and the same body without
// it runs. Unknown opcodes, modifiers and directives, and arithmetic without a rounding mode are
// refused.
#include "ptx_text.h"

static const struct {
  const char *what, *body;
  unsigned threads, shared;
  int result;
  const char *words; // expected words of the message; "" if nothing is wrong
} BODIES[] = {
    {"store", "st.global.u64 [%rd1], %rd1;", 128, 0, PTX_OK, ""},
    {"misaligned global", "ld.global.f64 %fd1, [%rd0+4];", 1, 0, PTX_MISALIGNED, "not aligned"},
    {"misaligned shared", "mov.u32 %r1, 8;\nld.shared.v2.f64 {%fd1, %fd2}, [%r1];", 1, 0, PTX_MISALIGNED,
     "reads 16 bytes of shared memory at 0x8, which is not aligned"},
    {"beyond an allocation", "st.global.f64 [%rd0+4096], %fd1;", 1, 0, PTX_OUTSIDE,
     "writes 8 bytes of global"},
    {"dynamic shared", "mov.u64 %rd2, dynamic;\nst.shared.u32 [%rd2+124], %r0;", 1, 128, PTX_OK, ""},
    {"beyond dynamic shared", "mov.u64 %rd2, dynamic;\nst.shared.u32 [%rd2+128], %r0;", 1, 128, PTX_OUTSIDE,
     "of shared memory at 0xc0"},
    {"write to a parameter", "st.param.u64 [test_param_0], %rd1;", 1, 0, PTX_OUTSIDE, "param"},
    {"too many threads", "", 256, 0, PTX_INVALID, "256 threads"},
    {"barrier", "bar.sync 0;", 128, 0, PTX_OK, ""},
    {"diverging barrier", "setp.lt.u32 %p1, %r0, 64;\n@%p1 bra $L1;\nbar.sync 0;\n$L1:", 128, 0, PTX_ERROR,
     "not all reach: this thread has left"},
    {"two barriers",
     "setp.lt.u32 %p1, %r0, 64;\n@%p1 bra $L1;\nbar.sync 0;\nbra $L2;\n$L1:\nbar.sync 0;\n$L2:", 128, 0,
     PTX_ERROR, "others wait in line"},
    {"lane that has left", "setp.lt.u32 %p1, %r0, 3;\n@%p1 ret;\nbar.warp.sync -1;", 32, 0, PTX_ERROR,
     "waits for lane 0, which has left"},
    {"lane that does not arrive",
     "setp.lt.u32 %p1, %r0, 3;\n@%p1 bra $L1;\nbar.warp.sync -1;\nbra $L2;\n$L1:\nbar.sync 0;\n$L2:", 32, 0,
     PTX_ERROR, "which waits for the block"},
    {"mask without its caller", "bar.warp.sync 1;", 2, 0, PTX_ERROR, "lacks the caller"},
    {"masks that differ",
     "setp.eq.u32 %p1, %r0, 2;\nselp.b32 %r1, 6, 7, %p1;\nvote.sync.any.pred %p2, %p1, %r1;", 3, 0, PTX_ERROR,
     "synchronises otherwise"},
    {"shuffle from outside", "shfl.sync.idx.b32 %r1, %r0, 9, 31, 255;", 8, 0, PTX_ERROR,
     "lane 9, which is not"},
    {"half a warp", "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra $L1;\nbar.warp.sync 0xffff0000;\n$L1:", 32, 0,
     PTX_OK, ""},
    {"integer division by zero", "mov.u32 %r1, 0;\ndiv.u32 %r2, %r0, %r1;", 1, 0, PTX_ERROR, "by zero"},
    {"unknown opcode", "sin.approx.f32 %f1, %f2;", 1, 0, PTX_INVALID,
     "line 22: unknown opcode sin.approx.f32"},
    {"unknown modifier", "add.rn.ftz.f32 %f1, %f2, %f3;", 1, 0, PTX_INVALID, "unknown opcode add.rn.ftz.f32"},
    {"other rounding", "add.rz.f64 %fd1, %fd2, %fd3;", 1, 0, PTX_INVALID, "add.rz.f64"},
    {"no rounding", "mul.f64 %fd1, %fd2, %fd3;", 1, 0, PTX_INVALID,
     "mul.f64 is floating point without an explicit rounding"},
    {"approximation", "div.approx.f32 %f1, %f2, %f3;", 1, 0, PTX_INVALID, "without an explicit rounding"},
    {"no space", "ld.f64 %fd1, [%rd0];", 1, 0, PTX_INVALID, "does not say which memory"},
    {"unknown directive", ".branchtargets $L1;", 1, 0, PTX_INVALID, "unknown directive .branchtargets"},
    {"unknown register", "mov.u32 %r77, 0;", 1, 0, PTX_INVALID, "unknown register %r77"},
    {"unknown label", "bra $L9;", 1, 0, PTX_INVALID, "unknown label $L9"},
    {"atomics", "atom.global.add.u32 %r1, [%rd0], 1;", 1, 0, PTX_INVALID,
     "unknown opcode atom.global.add.u32"},
};

// Happens-before: reads a neighbour's element of shared memory after the code `between`.
#define EXCHANGE(between)                                                                                    \
  "shl.b32 %r1, %r0, 2;\nst.shared.u32 [%r1], %r0;\n" between                                                \
  "\nxor.b32 %r2, %r1, 4;\nld.shared.u32 %r3, [%r2];"
static const struct {
  const char *what, *body;
  int race[3]; // races found with PTX_RACE_OFF, SYNCED, BARRIERS
} RACES[] = {
    {"nothing", EXCHANGE(""), {0, 1, 1}},
    {"a barrier of the warp", EXCHANGE("bar.warp.sync 65535;"), {0, 0, 0}},
    {"a barrier of the block", EXCHANGE("bar.sync 0;"), {0, 0, 0}},
    {"a vote", EXCHANGE("vote.sync.any.pred %p1, %p2, 65535;"), {0, 0, 1}},
    {"a shuffle", EXCHANGE("shfl.sync.bfly.b32 %r4, %r0, 1, 31, 65535;"), {0, 0, 1}},
    {"two writers of global memory", "st.global.u32 [%rd0], %r0;", {0, 1, 1}},
    {"a read before a write",
     "ld.global.u64 %rd2, [%rd0];\nsetp.eq.u32 %p1, %r0, 3;\n@%p1 st.global.u64 [%rd0], %rd1;",
     {0, 1, 1}},
    {"readers", "ld.global.u64 %rd2, [%rd0];", {0, 0, 0}},
};

static void races(void) {
  char problem[400];
  for (size_t i = 0; i < sizeof RACES / sizeof *RACES; i++)
    for (int mode = 0; mode < 3; mode++)
      for (unsigned schedule = 0; schedule < 4; schedule++) { // the findings do not depend on the
                                                              // schedule
        const ptx_options options = {
            .schedule = schedule, .race = (ptx_race_mode)mode, .inside = text_inside};
        const int found = text_run(RACES[i].body, 16, 0, &options, problem, sizeof problem) == PTX_ERROR &&
                          strstr(problem, "race in") != NULL;
        if (found == RACES[i].race[mode] && (found || !*problem)) continue;
        fprintf(stderr, "%s, mode %d, schedule %u: race %s: %s\n", RACES[i].what, mode, schedule,
                found ? "found" : "not found", problem);
        check_failures++;
      }
}

static void bodies(void) {
  char problem[400];
  for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++)
    for (unsigned schedule = 0; schedule < 3; schedule++) {
      const ptx_options options = {.schedule = schedule, .inside = text_inside};
      const int result =
          text_run(BODIES[i].body, BODIES[i].threads, BODIES[i].shared, &options, problem, sizeof problem);
      if (result == BODIES[i].result && strstr(problem, BODIES[i].words) && (result || !*problem)) continue;
      fprintf(stderr, "%s, schedule %u: %d, '%s' instead of %d, '%s'\n", BODIES[i].what, schedule, result,
              problem, BODIES[i].result, BODIES[i].words);
      check_failures++;
    }
}

// The bits of a NaN are chosen by the machine: random on request, but not for a copied value.
static void nan_bits(void) {
  char problem[400];
  const char *body =
      "mov.f64 %fd1, 0d0000000000000000;\ndiv.rn.f64 %fd2, %fd1, %fd1;\nst.global.f64 [%rd1], %fd2;\n"
      "mov.f64 %fd3, 0d7FF8000000000123;\nst.global.f64 [%rd1+512], %fd3;";
  for (int random = 0; random < 2; random++) {
    const ptx_options options = {.random_nan = random, .inside = text_inside};
    TEST_CHECK(text_run(body, 2, 0, &options, problem, sizeof problem) == PTX_OK);
    TEST_CHECK((text_memory[0] == 0x7ff8000000000000) == !random &&
               (text_memory[0] != text_memory[1]) == random);
    for (int i = 0; i < 2; i++) TEST_CHECK((text_memory[i] & 0x7ff8000000000000) == 0x7ff8000000000000);
    TEST_CHECK(text_memory[64] == 0x7ff8000000000123);
  }
}

// 32 lanes store doubles: a stride of one needs 2 passes and 8 sectors; a stride of 16 doubles hits
// only two banks.
static void counts(void) {
  char problem[400];
  const ptx_options options = {.inside = text_inside};
  void *pointer = text_memory, *arguments[] = {&pointer};
  ptx_module *m =
      text_read("shl.b32 %r1, %r0, 3;\nst.shared.f64 [%r1], %fd1;\nshl.b32 %r1, %r0, 7;\n"
                "st.shared.f64 [%r1], %fd1;\nst.global.f64 [%rd1], %fd1;\nfma.rn.f64 %fd1, %fd1, %fd1, %fd1;",
                problem, sizeof problem);
  ptx_function *f = ptx_function_find(m, "test");
  TEST_CHECK(ptx_run(f, arguments, 1, 32, 8192, &options, problem, sizeof problem) == PTX_OK);
  const ptx_counts *c = ptx_function_counts(f);
  TEST_CHECK(c->shared_wavefronts == 2 + 32 && c->global_sectors == 8 && c->fp64 == 32 && c->threads == 32);
  TEST_CHECK(c->warp == 12 && c->lanes == 32 * 12);
  ptx_module_free(m);
}

int main(void) {
  bodies(), races(), nan_bits(), counts();
  return TEST_END();
}
