// The kernel laboratory: each model's reference and numbered variants (bench/lab/*.cu) on the same random
// ensemble; a variant is timed only when it agrees with the reference to 1e-9. usage: bench_gpu_lab [-d
// DEVICE] [-n TRAJECTORIES] [-o FILE.csv] [-c]; -c only compiles, which needs NVRTC but no GPU. Not run
// on a GPU so far.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/gpu.h"

enum { PLATE_MODES = 20, PLATE_ROWS = 3, BLADE_MODES = 50, BLADE_ROWS = 48, CHECK_STEPS = 50, REPEATS = 5 };

typedef struct { // as in lab/plate.cu
  double phi[PLATE_ROWS][PLATE_MODES], flexibility[PLATE_ROWS][PLATE_ROWS], keep[PLATE_MODES],
      stiff[PLATE_MODES], push[PLATE_MODES], drive[PLATE_MODES];
  double gap, relaxation, dt, frequency;
} plate;

typedef struct { // as in lab/blade.cu
  cuda_pointer phi, flexibility, keep, stiff, push;
  double gap, friction, relaxation, dt;
} blade;

typedef struct { // both laboratories: four arrays of so many rows
  cuda_pointer array[4];
  long n;
} ensemble;

typedef struct {
  const char *source, *name;
  int variants, rows[4];
  double flops; // per step, all variants
} laboratory;

static const laboratory LABORATORIES[] = {
    {"lab/plate.cu", "plate", 4, {PLATE_MODES, PLATE_MODES, PLATE_ROWS, 1}, 2 * 60 + 20 * 8 + 25},
    {"lab/blade.cu",
     "blade",
     3,
     {BLADE_MODES, BLADE_MODES, BLADE_ROWS, BLADE_ROWS},
     4.0 * BLADE_MODES *BLADE_ROWS + 22.0 * BLADE_ROWS *BLADE_ROWS + 8 * BLADE_MODES + 10 * 16 * 12},
};

static double random_next(void) {
  return 2.0 * rand() / RAND_MAX - 1;
}

static void modes_fill(int n, double dt, double *keep, double *stiff, double *push) {
  for (int k = 0; k < n; k++) { // modes.h: (1 + ζωΔt) u⁺ = (1 - ζωΔt) u + Δt (forces - ω² p)
    const double omega = 600.0 * (k + 1), half = 0.01 * omega * dt;
    keep[k] = (1 - half) / (1 + half), push[k] = dt / (1 + half), stiff[k] = -push[k] * omega * omega;
  }
}

static void plate_fill(plate *m) {
  m->dt = 0.2 / (600.0 * PLATE_MODES), m->gap = 3e-7, m->relaxation = 0.8 / 2.1e-7, m->frequency = 100;
  modes_fill(PLATE_MODES, m->dt, m->keep, m->stiff, m->push);
  for (int k = 0; k < PLATE_MODES; k++) {
    m->drive[k] = m->push[k] * random_next();
    for (int r = 0; r < PLATE_ROWS; r++) m->phi[r][k] = 0.5 * random_next();
  }
  for (int i = 0; i < PLATE_ROWS; i++)
    for (int j = 0; j <= i; j++)
      m->flexibility[i][j] = m->flexibility[j][i] = i == j ? 2e-7 : 2e-9 * random_next();
}

static cuda_pointer upload_doubles(const gpu *g, const double *from, size_t n) {
  cuda_pointer to = gpu_allocate(g, n * sizeof *from);
  gpu_upload(g, to, from, n * sizeof *from);
  return to;
}

// Φ by rows for variants 0 and 2, by columns for 1.
static blade blade_fill(const gpu *g, int by_columns) {
  static double phi[BLADE_ROWS * BLADE_MODES], f[BLADE_ROWS * BLADE_ROWS];
  double keep[BLADE_MODES], stiff[BLADE_MODES], push[BLADE_MODES];
  blade m = {.gap = 1e-7, .friction = 0.3, .relaxation = 0.5 / 2.4e-7, .dt = 0.2 / (600.0 * BLADE_MODES)};
  srand(3);
  modes_fill(BLADE_MODES, m.dt, keep, stiff, push);
  for (int r = 0; r < BLADE_ROWS; r++)
    for (int k = 0; k < BLADE_MODES; k++)
      phi[by_columns ? k * BLADE_ROWS + r : r * BLADE_MODES + k] = 0.2 * random_next();
  for (int i = 0; i < BLADE_ROWS; i++)
    for (int j = 0; j <= i; j++)
      f[i * BLADE_ROWS + j] = f[j * BLADE_ROWS + i] = i == j ? 2e-7 : 1e-9 * random_next();
  m.phi = upload_doubles(g, phi, sizeof phi / 8), m.flexibility = upload_doubles(g, f, sizeof f / 8);
  m.keep = upload_doubles(g, keep, BLADE_MODES), m.stiff = upload_doubles(g, stiff, BLADE_MODES);
  m.push = upload_doubles(g, push, BLADE_MODES);
  return m;
}

// The same start for every variant.
static void ensemble_fill(const gpu *g, const laboratory *l, ensemble *e) {
  srand(7);
  for (int a = 0; a < 4; a++) {
    const size_t n = (size_t)l->rows[a] * (size_t)e->n;
    double *values = calloc(n, sizeof *values);
    if (!values) exit(1);
    const double scale = a == 0 ? 1e-6 : a == 1 ? 1e-3 : a == 3 && l->rows[a] == 1 ? 3 : 0;
    for (size_t i = 0; i < n; i++) values[i] = scale * random_next();
    if (!e->array[a]) e->array[a] = gpu_allocate(g, n * sizeof *values);
    gpu_upload(g, e->array[a], values, n * sizeof *values);
    free(values);
  }
}

// Largest difference of p after CHECK_STEPS, relative to the largest p.
static double difference(const gpu *g, const laboratory *l, const ensemble *e, double **reference) {
  const size_t n = (size_t)l->rows[0] * (size_t)e->n;
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

static gpu_shape shape_of(const gpu *g, const laboratory *l, int variant, cuda_function function, long n) {
  gpu_shape shape = {(unsigned)((n + 127) / 128), 128, 0};
  if (strcmp(l->name, "blade") != 0) return shape;
  shape.grid = (unsigned)((n + 3) / 4); // a warp each
  if (variant < 2) return shape;
  shape.grid = (unsigned)((n + 63) / 64); // 16 columns per warp
  shape.shared_bytes = ((6 * 13 + 6 * 12 + 7 * 12) * 32 + 4 * (2 * 56 + 3 * 48) * 16) * 8;
  gpu_check(g, g->driver->function_set(function, CUDA_FUNCTION_DYNAMIC_SHARED, (int)shape.shared_bytes),
            "more shared memory than this GPU has");
  return shape;
}

static void run(const gpu *g, const laboratory *l, long n, FILE *out) {
  char *log = NULL;
  double *reference = NULL;
  ensemble e = {.n = n};
  plate host = {0};
  srand(1);
  plate_fill(&host);
  cuda_module module = gpu_compile(g, gpu_source(l->source), 0, NULL, &log);
  cuda_pointer constant = 0, model = gpu_allocate(g, sizeof host);
  size_t bytes;
  gpu_upload(g, model, &host, sizeof host);
  if (g->driver->module_global(&constant, &bytes, module, "constant_plate") == CUDA_SUCCESS)
    gpu_upload(g, constant, &host, sizeof host);
  for (int v = 0; v < l->variants; v++) {
    char name[40];
    int steps = CHECK_STEPS, registers = 0, local = 0;
    snprintf(name, sizeof name, "%s_%d", l->name, v);
    cuda_function function = gpu_function(g, module, name);
    blade large = {0};
    const int is_blade = strcmp(l->name, "blade") == 0;
    if (is_blade) large = blade_fill(g, v == 1);
    void *arguments[] = {is_blade ? (void *)&large : (void *)&model, &e, &steps};
    const gpu_shape shape = shape_of(g, l, v, function, n);
    ensemble_fill(g, l, &e);
    gpu_check(g,
              g->driver->launch(function, shape.grid, 1, 1, shape.threads, 1, 1, shape.shared_bytes,
                                g->stream, arguments, NULL),
              name);
    const double off = difference(g, l, &e, &reference);
    if (!(off <= 1e-9)) { // sums in another order: rounding only, over few steps
      fprintf(out, "%s,%ld,%g,,,,,\n", name, n, off);
      fprintf(stderr, "%s differs from the reference by %g: not timed\n", name, off);
      continue;
    }
    gpu_check(g, g->driver->function_attribute(&registers, CUDA_FUNCTION_REGISTERS, function), "registers");
    gpu_check(g, g->driver->function_attribute(&local, CUDA_FUNCTION_LOCAL_BYTES, function), "local memory");
    steps = is_blade ? 100 : 1000;
    const double rate = (double)n * steps / gpu_time(g, function, shape, arguments, REPEATS);
    fprintf(out, "%s,%ld,%.3g,%.4g,%.0f,%.4g,%d,%d\n", name, n, off, rate, l->flops, rate * l->flops,
            registers, local);
  }
  free(reference), free(log);
}

static int compile_only(void) {
  cuda_nvrtc nvrtc;
  if (!cuda_nvrtc_find(0, 0, &nvrtc)) return 77;
  for (size_t l = 0; l < sizeof LABORATORIES / sizeof *LABORATORIES; l++)
    for (int arch = 80; arch <= 90; arch += 10) {
      const char *options[] = {arch == 80 ? "--gpu-architecture=sm_80" : "--gpu-architecture=sm_90",
                               "--std=c++17", "--fmad=false", "--ptxas-options=-v"};
      cuda_image image;
      const int good = cuda_nvrtc_compile(&nvrtc, gpu_source(LABORATORIES[l].source), "lab.cu", 0, NULL, NULL,
                                          4, options, 1, &image);
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
  for (size_t l = 0; l < sizeof LABORATORIES / sizeof *LABORATORIES; l++) run(&g, &LABORATORIES[l], n, out);
  if (path) fclose(out);
  gpu_close(&g);
  return 0;
}
