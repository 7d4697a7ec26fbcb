// The kernel laboratory: a reference and a variant (lab.cu) on the same random ensemble; the
// variant is timed only if it agrees with the reference to 1e-9.
// usage: bench_gpu_lab [-d DEVICE] [-n TRAJECTORIES] [-o FILE.csv] [-c]
// -c only compiles, which needs NVRTC but no GPU. Not run on a GPU so far.
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpu/gpu.h"

enum { MODES = 50, ROWS = 48, CHECK_STEPS = 50, STEPS = 100, REPEATS = 5 };

typedef struct { // as in lab.cu
  cuda_pointer phi, flexibility, keep, stiff, push;
  double gap, friction, relaxation, dt;
} blade;

enum { N_ARRAYS = 4 };
static const int ARRAY_ROWS[N_ARRAYS] = {MODES, MODES, ROWS, ROWS};
typedef struct { // p, u, q, λ: rows of n trajectories
  cuda_pointer array[N_ARRAYS];
  long n;
} ensemble;

typedef struct {
  const char *name;
  int by_columns, per_block; // Φ by columns; trajectories per block
  unsigned shared_bytes;
} variant;

// blade_tensor: tiles of the three matrices, then p, u, q, force and trial of 4 warps with 16
// columns each.
static const variant VARIANTS[] = {
    {"blade_warp", 1, 4, 0},
    {"blade_tensor", 0, 64, ((6 * 13 + 6 * 12 + 7 * 12) * 32 + 4 * (2 * 56 + 3 * 48) * 16) * 8},
};
// Flops of the products with Φ, F and Φᵀ, the modes, and the projections of a step.
static const double FLOPS = 4.0 * MODES * ROWS + 22.0 * ROWS * ROWS + 8 * MODES + 10 * 16 * 12;

static double random_next(void) {
  return 2.0 * rand() / RAND_MAX - 1;
}

static void modes_fill(int n, double dt, double *keep, double *stiff, double *push) {
  for (int k = 0; k < n; k++) { // modes.h: (1 + ζωΔt) u⁺ = (1 - ζωΔt) u + Δt (forces - ω² p)
    const double omega = 600.0 * (k + 1), half = 0.01 * omega * dt;
    keep[k] = (1 - half) / (1 + half), push[k] = dt / (1 + half), stiff[k] = -push[k] * omega * omega;
  }
}

static cuda_pointer upload_doubles(const gpu *g, const double *from, size_t n) {
  cuda_pointer to = gpu_allocate(g, n * sizeof *from);
  gpu_upload(g, to, from, n * sizeof *from);
  return to;
}

static blade blade_fill(const gpu *g, int by_columns) {
  static double phi[ROWS * MODES], f[ROWS * ROWS];
  double keep[MODES], stiff[MODES], push[MODES];
  blade m = {.gap = 1e-7, .friction = 0.3, .relaxation = 0.5 / 2.4e-7, .dt = 0.2 / (600.0 * MODES)};
  srand(3);
  modes_fill(MODES, m.dt, keep, stiff, push);
  for (int r = 0; r < ROWS; r++)
    for (int k = 0; k < MODES; k++) phi[by_columns ? k * ROWS + r : r * MODES + k] = 0.2 * random_next();
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++) f[i * ROWS + j] = f[j * ROWS + i] = i == j ? 2e-7 : 1e-9 * random_next();
  m.phi = upload_doubles(g, phi, ROWS * MODES), m.flexibility = upload_doubles(g, f, ROWS * ROWS);
  m.keep = upload_doubles(g, keep, MODES), m.stiff = upload_doubles(g, stiff, MODES);
  m.push = upload_doubles(g, push, MODES);
  return m;
}

// The same initial state for every variant: random displacements and velocities, no forces.
static void ensemble_fill(const gpu *g, ensemble *e) {
  static const double SCALE[N_ARRAYS] = {1e-6, 1e-3};
  srand(7);
  for (int a = 0; a < N_ARRAYS; a++) {
    const size_t n = (size_t)ARRAY_ROWS[a] * (size_t)e->n;
    double *values = calloc(n, sizeof *values);
    if (!values) exit(1);
    for (size_t i = 0; i < n; i++) values[i] = SCALE[a] * random_next();
    if (!e->array[a]) e->array[a] = gpu_allocate(g, n * sizeof *values);
    gpu_upload(g, e->array[a], values, n * sizeof *values);
    free(values);
  }
}

// Returns the largest difference of p after CHECK_STEPS, relative to the largest p. The first call
// stores p as `reference`.
static double difference(const gpu *g, const ensemble *e, double **reference) {
  const size_t n = (size_t)MODES * (size_t)e->n;
  double *p = malloc(n * sizeof *p), worst = 0, largest = 0;
  if (!p) exit(1);
  gpu_download(g, p, e->array[0], n * sizeof *p);
  if (!*reference) return *reference = p, 0.0;
  for (size_t i = 0; i < n; i++) {
    const double off = fabs(p[i] - (*reference)[i]);
    worst = off > worst || off != off ? off : worst, largest = fmax(largest, fabs((*reference)[i]));
  }
  free(p);
  return worst / largest;
}

static void measure(const gpu *g, cuda_module module, const variant *v, ensemble *e, double **reference,
                    FILE *out) {
  int steps = CHECK_STEPS, registers = 0, local = 0;
  cuda_function function = gpu_function(g, module, v->name);
  blade model = blade_fill(g, v->by_columns);
  void *arguments[] = {&model, e, &steps};
  const gpu_shape shape = {(unsigned)((e->n + v->per_block - 1) / v->per_block), 128, v->shared_bytes};
  if (v->shared_bytes)
    gpu_check(g, g->driver->function_set(function, CUDA_FUNCTION_DYNAMIC_SHARED, (int)v->shared_bytes),
              "more shared memory than this GPU has");
  ensemble_fill(g, e);
  gpu_check(g,
            g->driver->launch(function, shape.grid, 1, 1, shape.threads, 1, 1, shape.shared_bytes, g->stream,
                              arguments, NULL),
            v->name);
  const double off = difference(g, e, reference);
  if (!(off <= 1e-9)) { // sums in another order: rounding only, over few steps
    fprintf(out, "%s,%ld,%g,,,,,\n", v->name, e->n, off);
    fprintf(stderr, "%s differs from the reference by %g: not timed\n", v->name, off);
    return;
  }
  gpu_check(g, g->driver->function_attribute(&registers, CUDA_FUNCTION_REGISTERS, function), "registers");
  gpu_check(g, g->driver->function_attribute(&local, CUDA_FUNCTION_LOCAL_BYTES, function), "local memory");
  steps = STEPS;
  const double rate = (double)e->n * steps / gpu_time(g, function, shape, arguments, REPEATS);
  fprintf(out, "%s,%ld,%.3g,%.4g,%.0f,%.4g,%d,%d\n", v->name, e->n, off, rate, FLOPS, rate * FLOPS, registers,
          local);
}

static int compile_only(void) {
  cuda_nvrtc nvrtc;
  if (!cuda_nvrtc_find(0, 0, &nvrtc)) return 77;
  for (int arch = 80; arch <= 90; arch += 10) {
    const char *options[] = {arch == 80 ? "--gpu-architecture=sm_80" : "--gpu-architecture=sm_90",
                             "--std=c++17", "--fmad=false", "--ptxas-options=-v"};
    cuda_image image;
    const int good =
        cuda_nvrtc_compile(&nvrtc, gpu_source("gpu/lab.cu"), "lab.cu", 0, NULL, NULL, 4, options, 1, &image);
    printf("%s\n", image.log);
    cuda_image_release(&image);
    if (!good) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  int device = 0;
  long n = 131072;
  const char *path = NULL;
  for (int option; (option = getopt(argc, argv, "d:n:o:c")) != -1;) {
    if (option == 'd')
      device = atoi(optarg);
    else if (option == 'n')
      n = strtol(optarg, NULL, 10);
    else if (option == 'o')
      path = optarg;
    else
      return option == 'c' ? compile_only() : 2;
  }
  gpu g;
  gpu_open(device, &g);
  FILE *out = gpu_results(&g, path,
                          "variant,trajectories,difference,steps_per_second,flops_per_step,flops_per_second,"
                          "registers,local_bytes");
  cuda_module module = gpu_compile(&g, gpu_source("gpu/lab.cu"));
  double *reference = NULL;
  ensemble e = {.n = n};
  for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
    measure(&g, module, &VARIANTS[v], &e, &reference, out);
  free(reference);
  if (path) fclose(out);
  gpu_close(&g);
  return 0;
}
