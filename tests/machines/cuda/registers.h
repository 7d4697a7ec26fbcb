// Compiles every kernel and mapping by NVRTC and compares registers, stack and spills with
// kernels/REGISTERS.csv. The table is checked in both directions: a row that is not compiled, or a
// kernel without a row, fails. The quick test compiles for sm_90 in double precision, the long one
// each mapping for one more pair of architecture and precision, nvrtc_compile_all for all pairs: it
// writes the table with CHATTER_WRITE_REGISTERS=FILE.
#ifndef CHATTER_TESTS_CUDA_REGISTERS_H
#define CHATTER_TESTS_CUDA_REGISTERS_H

#include "tests/check.h"
#include "nvrtc_cached.h"
#include "sizes.h"

#include <unistd.h>

// FAR: work arrays in device memory; SPRINGS: contact points with springs on a boundary with mass,
// or without; VARY: each trajectory has its own Δt and damping.
enum { VARIANT_PLAIN, VARIANT_FAR, VARIANT_SPRINGS, VARIANT_SPRINGS_MASSLESS, VARIANT_VARY };
static const char *const VARIANT_WORDS[] = {"", "_far", "_springs", "_springs_massless", "_vary"};

typedef enum { REGISTERS_QUICK, REGISTERS_LONG, REGISTERS_ALL } register_test;

typedef struct {
  const kernel_kind *kernel;
  int team, single, modes, boundary, variant, arch;
  register_test first; // the smallest test that compiles it
} register_case;

typedef struct {
  int registers, stack, spill;
} register_use;

enum { REGISTER_CASES = 200, REGISTER_ROWS = 300, REGISTER_LINE = 200 };

static const struct {
  const kernel_kind *kernel;
  int modes, boundary, team; // coulomb: boundary is 1 for damped modes; sliding: modes of slider, of target;
                             // beams: elements of each, pairs
  int variant;
} REGISTER_MAPPINGS[] = {
    {&kernel_leapfrog, 2, 1, 1, 0},     {&kernel_leapfrog, 20, 3, 1, 0},   {&kernel_leapfrog, 2, 1, 32, 0},
    {&kernel_leapfrog, 20, 3, 32, 0},   {&kernel_leapfrog, 50, 48, 32, 0}, {&kernel_leapfrog, 20, 3, 128, 0},
    {&kernel_leapfrog, 50, 48, 128, 0}, {&kernel_moreau, 2, 1, 1, 0},      {&kernel_moreau, 20, 3, 1, 0},
    {&kernel_moreau, 20, 3, 32, 0},     {&kernel_moreau, 50, 48, 32, 0},   {&kernel_moreau, 50, 48, 128, 0},
    {&kernel_coulomb, 1, 0, 1, 0},      {&kernel_coulomb, 2, 0, 1, 0},     {&kernel_coulomb, 2, 1, 1, 0},
    {&kernel_leapfrog, 50, 48, 32, 1},  {&kernel_moreau, 50, 48, 128, 1},  {&kernel_sliding, 3, 6, 1, 0},
    {&kernel_sliding, 7, 45, 32, 0},    {&kernel_sliding, 25, 220, 32, 0}, {&kernel_sliding, 25, 220, 128, 0},
    {&kernel_sliding, 25, 220, 32, 1},  {&kernel_leapfrog, 20, 3, 1, 2},   {&kernel_leapfrog, 50, 48, 32, 2},
    {&kernel_leapfrog, 50, 48, 32, 3},  {&kernel_response, 8, 1, 32, 0},   {&kernel_beams, 5, 3, 128, 0},
    {&kernel_beams, 5, 3, 32, 0},       {&kernel_leapfrog, 20, 3, 1, 4},   {&kernel_leapfrog, 20, 3, 4, 0},
    {&kernel_sliding, 7, 45, 8, 0},
};
enum { REGISTER_N_MAPPINGS = sizeof REGISTER_MAPPINGS / sizeof *REGISTER_MAPPINGS };

// Returns the first test that compiles mapping m for an architecture and a precision: the quick
// test compiles one pair, and the long one takes the others in turn.
static register_test register_first(int m, int single, int arch) {
  if (arch == 90 && !single) return REGISTERS_QUICK;
  const int pair = arch == 90 ? 2 : single;
  return pair == m % 3 ? REGISTERS_LONG : REGISTERS_ALL;
}

static int register_cases(register_case *list) {
  int n = 0;
  for (int m = 0; m < REGISTER_N_MAPPINGS; m++)
    for (int single = 0; single < 2; single++)
      for (int arch = 80; arch <= 90; arch += 10)
        list[n++] = (register_case){REGISTER_MAPPINGS[m].kernel,
                                    REGISTER_MAPPINGS[m].team,
                                    single,
                                    REGISTER_MAPPINGS[m].modes,
                                    REGISTER_MAPPINGS[m].boundary,
                                    REGISTER_MAPPINGS[m].variant,
                                    arch,
                                    register_first(m, single, arch)};
  return n;
}

static void register_key(const register_case *c, char *text) {
  snprintf(text, REGISTER_LINE, "%s%s,%d,%s,%d,%d,sm_%d", c->kernel->name, VARIANT_WORDS[c->variant], c->team,
           c->single ? "single" : "double", c->modes, c->boundary, c->arch);
}

static register_use register_parse(const char *log, const char *name) {
  char entry[160];
  register_use use = {-1, -1, -1};
  snprintf(entry, sizeof entry, "Compiling entry function '%s' for", name);
  const char *at = strstr(log, entry);
  if (!at) return use;
  const char *stack = strstr(at, "bytes stack frame"), *used = strstr(at, "Used ");
  if (!stack || !used) return use;
  while (stack > at && stack[-1] != '\n') stack--;
  while (*stack && (*stack < '0' || *stack > '9')) stack++;
  int stores = 0, loads = 0;
  if (sscanf(stack, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &use.stack, &stores,
             &loads) == 3)
    use.spill = stores + loads;
  sscanf(used, "Used %d registers", &use.registers);
  return use;
}

static register_use register_compile(const cuda_nvrtc *nvrtc, const register_case *c) {
  static cuda_program program;
  static char source[PROGRAM_TEXT];
  char name[80];
  cuda_image image;
  memset(&program, 0, sizeof program);
  program.sizes = typical_sizes(c->kernel, c->modes, c->boundary);
  if (c->variant == VARIANT_VARY) program.sizes.dim[DIM_COEFFICIENTS_VARY] = 1;
  if (c->variant == VARIANT_SPRINGS || c->variant == VARIANT_SPRINGS_MASSLESS) {
    program.sizes.dim[DIM_SPRING_KIND] = c->variant == VARIANT_SPRINGS ? SPRINGS_EXPLICIT : SPRINGS_IMPLICIT;
    program.sizes.dim[DIM_NEWTON_KIND] = transient_newton_kind(program.sizes.dim);
  }
  program.team = c->team, program.single = c->single, program.far = c->variant == VARIANT_FAR;
  program.n_tables = cuda_program_tables(&program.sizes, c->team);
  if (program.n_tables) typical_tables(&program.sizes, program.tables);
  cuda_program_name(&program, name, sizeof name);
  TEST_CHECK(cuda_program_source(&program, source));
  register_use use = {-1, -1, -1};
  if (nvrtc_cached(nvrtc, source, c->arch, 1, &image)) {
    TEST_CHECK(memcmp(image.bytes, "\177ELF", 4) == 0);
    use = register_parse(image.log, name);
  }
  if (use.registers < 0) {
    fprintf(stderr, "%.2000s\n", image.log ? image.log : "no log");
    TEST_CHECK(!"NVRTC compiles the kernel and reports its registers");
  }
  cuda_image_release(&image);
  return use;
}

static int register_table(const char *path, char rows[REGISTER_ROWS][REGISTER_LINE],
                          char version[REGISTER_LINE]) {
  FILE *file = fopen(path, "r");
  int n = 0;
  version[0] = 0;
  TEST_CHECK(file != NULL);
  while (file && n < REGISTER_ROWS && fgets(rows[n], REGISTER_LINE, file)) {
    rows[n][strcspn(rows[n], "\n")] = 0;
    int major, minor;
    if (rows[n][0] == '#' && sscanf(rows[n], "# NVRTC %d.%d", &major, &minor) == 2)
      snprintf(version, REGISTER_LINE, "%d.%d", major, minor);
    else if (rows[n][0] != '#' && strncmp(rows[n], "kernel,", 7) != 0)
      n++;
  }
  if (file) fclose(file);
  return n;
}

// Limits are the counts of ptxas, rounded up to the allocation unit of 8 registers, and to 64
// bytes.
static void register_compare(const register_case *c, const char *limits, register_use use, int same_version) {
  int registers = 0, stack = 0, spill = 0;
  TEST_CHECK(sscanf(limits, ",%d,%d,%d", &registers, &stack, &spill) == 3);
  if (same_version && (use.registers > registers || use.stack > stack || use.spill > spill)) {
    char key[REGISTER_LINE];
    register_key(c, key);
    fprintf(stderr, "%s: %d registers, %d bytes of stack, %d of spills; allowed %d, %d, %d\n", key,
            use.registers, use.stack, use.spill, registers, stack, spill);
    check_failures++;
  }
}

static int registers_test(register_test test) {
  static char rows[REGISTER_ROWS][REGISTER_LINE];
  static register_case cases[REGISTER_CASES];
  char version[REGISTER_LINE], own[40], key[REGISTER_LINE];
  int seen[REGISTER_ROWS] = {0}, n_rows;
  cuda_nvrtc nvrtc;
  if (access(CHATTER_SOURCE_DIR "/kernels/REGISTERS.csv", R_OK) != 0)
    TEST_SKIP("the source folder is not there");
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found");
  n_rows = register_table(CHATTER_SOURCE_DIR "/kernels/REGISTERS.csv", rows, version);
  snprintf(own, sizeof own, "%d.%d", nvrtc.major, nvrtc.minor);
  const char *write = getenv("CHATTER_WRITE_REGISTERS");
  FILE *out = write && test == REGISTERS_ALL ? fopen(write, "w") : NULL;
  if (out)
    fprintf(
        out,
        "# NVRTC %s. Limits of registers per thread and of bytes in local memory; last_run: GPU and date.\n"
        "kernel,team,precision,modes,boundary,arch,registers,stack,spill,last_run\n",
        own);
  const int n = register_cases(cases);
  for (int i = 0; i < n; i++) {
    int row = -1;
    register_key(&cases[i], key);
    for (int r = 0; r < n_rows; r++)
      if (strncmp(rows[r], key, strlen(key)) == 0 && rows[r][strlen(key)] == ',') row = r;
    if (row >= 0) seen[row]++;
    if (row < 0 && !out) {
      fprintf(stderr, "kernels/REGISTERS.csv has no row for %s\n", key);
      check_failures++;
    }
    if (cases[i].first > test) continue;
    register_use use = register_compile(&nvrtc, &cases[i]);
    if (out)
      fprintf(out, "%s,%d,%d,%d,never\n", key, (use.registers + 7) / 8 * 8, (use.stack + 63) / 64 * 64,
              (use.spill + 63) / 64 * 64);
    else if (row >= 0)
      register_compare(&cases[i], rows[row] + strlen(key), use, strcmp(version, own) == 0);
  }
  if (out) fclose(out);
  for (int r = 0; r < n_rows; r++)
    if (seen[r] != 1 && !out) {
      fprintf(stderr, "kernels/REGISTERS.csv: row %s %s\n", rows[r],
              seen[r] ? "is doubled" : "fits no kernel");
      check_failures++;
    }
  return TEST_END();
}

#endif
