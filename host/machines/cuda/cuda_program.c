// Writes the source of a kernel for one reduced model and compiles it by NVRTC.
#include "machines/cuda/cuda_program.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "machines/cuda/cuda_headers.h"
#include "machines/kernel_kind.h"

// Compiler options, part of the cache key: no contraction, denormals, exact division and square
// root.
static const char *const OPTIONS[] = {"--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true",
                                      "--std=c++17"};
enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };
enum {
  CONSTANT_BYTES = 65536,
  REGISTER_VALUES = 120,
  THREAD_VALUES = 220,
  WARP_COORDINATES = 192,
  SIZED_COORDINATES = 512
};

// Limits for the fastest mapping, measured (bench/gpu) or else predicted (kernels/PREDICTED.csv).
// THREAD_PIECES: most pieces of a step for a thread of a small team. RESIDENT_WARPS: a block shares
// a trajectory if the work of fewer warps, one trajectory each, fits a multiprocessor of an H100 or
// H200. SMALL_TEAM_WARPS: least number of resident warps of a small team; on an H100 four threads
// with four or five of them compute 1.7 times as many steps of the smallest systems per second as
// eight. FEW_WARPS: up to this number of trajectories per multiprocessor a warp for each is fastest
// (predicted).
enum { THREAD_PIECES = 10, RESIDENT_WARPS = 8, SMALL_TEAM_WARPS = 4, FEW_WARPS = 16, SHARED_BYTES = 232448 };

// Returns how many trajectories' work a multiprocessor holds.
static long resident(const kernel_sizes *sizes) {
  const long work = sizes->kind->work(sizes->dim, 8, 8);
  return SHARED_BYTES / (work > 0 ? work : 1);
}

// Returns the larger team: a warp, or a block.
static int large_team(const kernel_sizes *sizes) {
  return sizes->kind->n_parallel(sizes->dim) <= WARP_COORDINATES && resident(sizes) >= RESIDENT_WARPS ? 32
                                                                                                      : 128;
}

// With 113 doubles kept between steps, a thread whose 255 registers spill is still three times as
// fast as four threads.
int cuda_team_choose(const kernel_sizes *sizes, long trajectories, int processors) {
  const kernel_kind *kind = sizes->kind;
  if (kind->most_team == 1) return 1;
  if (trajectories > 0 && trajectories <= (long)FEW_WARPS * processors) return large_team(sizes);
  if (kind->n_persistent(sizes->dim) <= REGISTER_VALUES) return 1;
  for (int team = 4; team < 32; team *= 2)
    if (kind->n_parallel(sizes->dim) <= THREAD_PIECES * team &&
        resident(sizes) * team >= 32 * SMALL_TEAM_WARPS)
      return team;
  return large_team(sizes);
}

const char *cuda_team_refuse(const kernel_sizes *sizes, int team) {
  const kernel_kind *kind = sizes->kind;
  if (kind->most_team == 1) return team == 1 ? NULL : "this stepper has one thread per trajectory: team 1";
  // Beyond this the fully unrolled kernel takes minutes to compile and spills to local memory.
  return team > 1 || kind->n_persistent(sizes->dim) <= THREAD_VALUES
             ? NULL
             : "the model is too large for one thread per trajectory: team 4, 8, 16, 32 or 128";
}

int cuda_program_is_large(const cuda_program *program) {
  return program->sizes.kind->most_team > 1 &&
         program->sizes.kind->n_parallel(program->sizes.dim) > SIZED_COORDINATES;
}

cuda_program cuda_program_generic(const cuda_program *program) {
  cuda_program generic = {.sizes = program->sizes,
                          .team = program->team,
                          .single = program->single,
                          .generic = 1,
                          .far = program->far};
  if (program->sizes.kind->most_team > 1 && generic.team < 32)
    generic.team = 32; // its arrays need shared memory; there are no prebuilt images of smaller teams
  return generic;
}

int cuda_program_tables(const kernel_sizes *sizes, int team) {
  const int n = team == 1 ? sizes->kind->fixed_tables(sizes->dim) : 0;
  return n <= PROGRAM_TABLES ? n : 0;
}

static long n_model(const cuda_program *program) {
  return program->sizes.kind->n_model(program->sizes.dim);
}
static long n_uniform(const cuda_program *program) {
  return program->sizes.kind->n_uniform(program->sizes.dim);
}

int cuda_program_constant(const cuda_program *program) {
  const long n = n_model(program), common = n_uniform(program);
  const long bytes = program->single ? 4 : 8;
  return program->team == 1 && !program->generic && n > 0 && common > 0 && !program->far &&
         (n + common) * bytes <= CONSTANT_BYTES;
}

long cuda_program_work(const cuda_program *program, int threads) {
  const kernel_sizes *sizes = &program->sizes;
  const long work = program->team == 1 ? 0 : sizes->kind->work(sizes->dim, program->single ? 4 : 8, 8);
  return threads / program->team * work;
}

int cuda_program_least(const cuda_program *program) {
  return program->team > 32 ? program->team : 32;
}

long cuda_program_shared(const cuda_program *program, int threads) {
  const long bytes = program->single ? 4 : 8;
  const long common = cuda_program_constant(program) ? 0 : n_uniform(program) * bytes;
  if (program->far) return 0;
  return (common + WORK_ALIGN - 1) / WORK_ALIGN * WORK_ALIGN + cuda_program_work(program, threads);
}

void cuda_program_name(const cuda_program *program, char *name, size_t size) {
  snprintf(name, size, "chatter_%s_t%d_%s%s", program->sizes.kind->name, program->team,
           program->single ? "single" : "double", program->far ? "_far" : "");
}

typedef struct {
  char *text;
  size_t used, size;
} writer;

static void put(writer *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(w->text + w->used, w->size - w->used, format, list);
  va_end(list);
  w->used = n < 0 || w->used + (size_t)n >= w->size ? w->size - 1 : w->used + (size_t)n;
}

static void put_list(writer *w, const char *name, const int *values, int n) {
  put(w, "#define %s {", name);
  for (int i = 0; i < n; i++) put(w, "%s%d", i ? ", " : "", values[i]);
  put(w, "}\n");
}

int cuda_program_source(const cuda_program *program, char text[PROGRAM_TEXT]) {
  const kernel_kind *kind = program->sizes.kind;
  writer w = {text, 0, PROGRAM_TEXT};
  char name[80];
  cuda_program_name(program, name, sizeof name);
  put(&w, "#define TEAM %d\n#define KERNEL_THREADS %d\n#define KERNEL_ENTRY %s\n", program->team,
      PROGRAM_THREADS, name);
  put(&w, "#define KERNEL_NAME %s\n#define KERNEL_PREFIX %s\n", kind->name, kind->prefix);
  if (!program->generic) put_list(&w, "KERNEL_SIZED", program->sizes.dim, KERNEL_MAX_DIMS);
  if (program->n_tables) put_list(&w, "KERNEL_TABLES", program->tables, program->n_tables);
  if (program->single) put(&w, "#define KERNEL_SINGLE\n");
  if (program->far) put(&w, "#define KERNEL_FAR\n");
  if (cuda_program_constant(program))
    put(&w, "#define KERNEL_MODEL %ld\n#define KERNEL_UNIFORM %ld\n", n_model(program), n_uniform(program));
  put(&w, "#include \"%s\"\n#include \"kernel_cuda.h\"\n", kind->header);
  return w.used + 1 < w.size;
}

int cuda_program_key(const char *source, int arch, char *key, size_t size) {
  const uint64_t text = fnv_add(FNV_BEGIN, source, strlen(source));
  const uint64_t again = fnv_add(~text, source, strlen(source));
  cuda_headers headers;
  const int made = cuda_headers_make(source, &headers);
  const uint64_t own = headers.sum[0], twice = headers.sum[1];
  cuda_headers_free(&headers);
  int n = snprintf(
      key, size, "sm_%d %s %s %s %s %s headers %016" PRIx64 "%016" PRIx64 " source %016" PRIx64 "%016" PRIx64,
      arch, OPTIONS[0], OPTIONS[1], OPTIONS[2], OPTIONS[3], OPTIONS[4], own, twice, text, again);
  return made && n > 0 && (size_t)n < size;
}

int cuda_program_compile(const cuda_nvrtc *nvrtc, const char *source, int arch, int report,
                         cuda_image *image) {
  const char *options[N_OPTIONS + 2];
  char target[40];
  int n = 0, known = cuda_nvrtc_target(nvrtc, arch), binary = known == arch;
  snprintf(target, sizeof target, "--gpu-architecture=%s_%d", binary ? "sm" : "compute", known);
  options[n++] = target;
  for (int i = 0; i < N_OPTIONS; i++) options[n++] = OPTIONS[i];
  if (report) options[n++] = "--ptxas-options=-v";
  cuda_headers headers;
  *image = (cuda_image){0};
  int done = cuda_headers_make(source, &headers) &&
             cuda_nvrtc_compile(nvrtc, source, "chatter.cu", headers.n, headers.texts,
                                (const char *const *)headers.names, n, options, binary, image);
  cuda_headers_free(&headers);
  return done;
}
