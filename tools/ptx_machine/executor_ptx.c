// The stand-in GPU as the PTX machine (ptx.h): it executes the text that NVRTC makes of the
// kernels. NVRTC gives text instead of a binary for an architecture that it does not know: 91 is
// compiled for compute_90, 85 for compute_80.
//
// FAKE_CUDA_ORDER: schedule. PTX_RACE: detector. PTX_NAN=1 (ptx.h). PTX_COUNTS=FILE: counts of each
// executed function are appended when its module is unloaded. PTX_LINES=PREFIX: also writes the
// text of the module to PREFIX.ptx and the counts of its lines to PREFIX.lines.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor.h"
#include "machines/cuda/cuda_driver.h"
#include "ptx.h"

const char *const executor_name = "PTX";
const int executor_arch = 91;

enum { MOST_FUNCTIONS = 2 /* of a module: kernel and coefficients */ };
typedef struct {
  ptx_module *ptx;
  ptx_function *functions[MOST_FUNCTIONS];
  int n;
  char *text; // with PTX_LINES
} module;

static unsigned number(const char *name) {
  const char *text = getenv(name);
  return text ? (unsigned)strtoul(text, NULL, 10) : 0;
}

int executor_load(const void *image, void **loaded, char *problem, size_t size) {
  module *m = calloc(1, sizeof *m);
  if (memcmp(image, "\177ELF", 4) == 0)
    snprintf(problem, size, "a binary, not PTX: FAKE_CUDA_ARCH must be one that NVRTC does not know");
  else
    m->ptx = ptx_module_read(image, problem, size);
  if (m->ptx && getenv("PTX_LINES")) m->text = strdup(image);
  if (m->ptx) return *loaded = m, CUDA_SUCCESS;
  free(m);
  return CUDA_INVALID_PTX;
}

static void counts_append(const module *m, const char *path) {
  FILE *file = fopen(path, "a");
  for (int i = 0; file && i < m->n; i++) {
    const ptx_counts *c = ptx_function_counts(m->functions[i]);
    fprintf(file, "%s", ptx_function_name(m->functions[i]));
#define X(name, meaning) fprintf(file, ",%llu", (unsigned long long)c->name);
    PTX_COUNT_LIST(X)
#undef X
    fprintf(file, "\n");
  }
  if (file) fclose(file);
}

static void lines_write(const module *m, const char *prefix) {
  char path[1024];
  snprintf(path, sizeof path, "%s.ptx", prefix);
  FILE *file = fopen(path, "w");
  if (file) fputs(m->text, file), fclose(file);
  snprintf(path, sizeof path, "%s.lines", prefix);
  file = fopen(path, "w");
  for (int i = 0; file && i < m->n; i++) ptx_function_lines(m->functions[i], file);
  if (file) fclose(file);
}

void executor_unload(void *loaded) {
  module *m = loaded;
  const char *counts = getenv("PTX_COUNTS");
  if (counts) counts_append(m, counts);
  if (m->text) lines_write(m, getenv("PTX_LINES"));
  ptx_module_free(m->ptx);
  free(m->text), free(m);
}

void *executor_function(void *loaded, const char *name) {
  module *m = loaded;
  ptx_function *f = ptx_function_find(m->ptx, name);
  if (f && m->n < MOST_FUNCTIONS) m->functions[m->n++] = f;
  return f;
}

void *executor_array(void *loaded, const char *name, size_t *bytes) {
  return ptx_module_array(((module *)loaded)->ptx, name, bytes);
}

void executor_attributes(const void *function, int *static_shared, int *local_bytes) {
  *static_shared = ptx_function_shared(function);
  *local_bytes = ptx_function_local(function);
}

int executor_run(void *function, void **arguments, unsigned grid, unsigned threads, unsigned shared_bytes,
                 int (*inside)(uint64_t address, size_t bytes), char *problem, size_t size) {
  const ptx_options options = {.schedule = number("FAKE_CUDA_ORDER"),
                               .race = (ptx_race_mode)number("PTX_RACE"),
                               .random_nan = (int)number("PTX_NAN"),
                               .inside = inside};
  return ptx_run(function, arguments, grid, threads, shared_bytes, &options, problem, size);
}
