// Every GPU kernel and mapping: trajectory-steps per second, flops, fraction of the FP64 bound,
// registers, occupancy, compile time, share of the transfers; then the cost over the size of the
// ensemble, on the GPU and on the CPU.
// usage: bench_gpu_kernels [-d DEVICE] [-n MOST_TRAJECTORIES] [-p PEAK_FLOPS] [-o FILE.csv]
// PEAK_FLOPS: the FP64 fma limit that bench_gpu_ceilings measured (default: 0, no fraction). Not
// run on a GPU so far (bench_gpu_counted was). CHATTER_LIBCUDA=libfake_cuda.so runs it emulated.
#include <unistd.h>

#include "gpu/gpu.h"
#include "machines/cuda/cuda_machine.h"
#include "kernels/transient/transient_layout.h"
#include "machines/team_sizes.h"
#include "tests/machines/batch_case.h"

typedef struct {
  const char *name;
  int modes, points, layout, vary;
} model_case;

static const model_case MODELS[] = {
    {"chain (2, 1)", 2, 1, POINT_LAYOUT_NORMAL, 0},
    {"plate (20, 3)", 20, 3, POINT_LAYOUT_NORMAL, 0},
    {"plate (20, 3), step varies", 20, 3, POINT_LAYOUT_NORMAL, 1},
    {"blade (50, 48)", 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 0},
};

typedef struct {
  const char *device;
  int number, team, single;
  long n;
  double steps, launch, first, transfer; // s; first: the first launch, with compilation
} measurement;

static double peak;
static FILE *out;

// Sizes of a simple study: one load, minimum and maximum of one displacement.
static kernel_sizes sizes_of(const model_case *m) {
  kernel_sizes sizes = {.kind = &kernel_leapfrog};
  int *dim = sizes.dim;
  dim[DIM_MODES] = m->modes, dim[DIM_CONTACT_POINTS] = m->points, dim[DIM_POINT_LAYOUT] = m->layout;
  dim[DIM_BOUNDARY] = m->points * ((m->layout & 1) + m->layout / 2);
  dim[DIM_LOADS] = dim[DIM_CONTACT_ENTRIES] = dim[DIM_RESPONSES] = dim[DIM_SIGNALS] = 1;
  dim[DIM_ACCUMULATOR_ROWS] = N_ACCUMULATORS, dim[DIM_COEFFICIENTS_VARY] = m->vary;
  return sizes;
}

static void fail(const backend *b) {
  fprintf(stderr, "%s: %s\n", b->name, b->message);
  exit(1);
}

static void report(const model_case *m, const kernel_sizes *sizes, const measurement *r,
                   const cuda_kernel *kernel) {
  const double rate = (double)r->n * r->steps / r->launch, flops = transient_flops(sizes->dim);
  fprintf(out, "\"%s\",%s,%d,%s,%ld,%g,%.6g,%.4g,%.0f,%.4g,%.4g,%d,%d,%d,%.4g,%.4g\n", m->name, r->device,
          r->team, r->single ? "single" : "double", r->n, r->steps, r->launch, rate, flops, rate * flops,
          peak > 0 ? rate * flops / peak : 0, kernel ? kernel->registers : 0,
          kernel ? kernel->local_bytes : 0, kernel ? kernel->blocks_per_processor * (int)kernel->threads : 0,
          kernel ? kernel->compile_seconds : 0, r->transfer / (r->transfer + r->launch));
  fflush(out);
}

// Measures one ensemble: a short launch that compiles and gives the rate, then about half a second.
static void measure(const model_case *m, measurement r) {
  backend_options options = backend_default();
  backend b;
  options.team = r.team, options.single_precision = r.single, options.device = r.number;
  if (backend_open(r.device, options, &b) != BACKEND_OK) fail(&b);
  const kernel_sizes sizes = sizes_of(m);
  batch_case c = case_create(sizes, r.n, 1e9, 3);
  device_case device;
  double start = gpu_now();
  case_to_device(&b, &c, &device);
  r.transfer = gpu_now() - start;
  double step = 0;
  for (int i = 0; i < 3; i++) { // compiles; warms up; measures
    r.steps = i == 0 ? 8 : i == 1 ? 64 : 0.5 * 64 / r.launch;
    r.steps = r.steps < 64 && i == 2 ? 64 : (double)(long)(r.steps < 1e7 ? r.steps : 1e7);
    device.batch.step_end = step += r.steps;
    start = gpu_now();
    if (b.launch(&b, &device.batch) != BACKEND_OK) {
      printf("# %s, team %d: %s\n", m->name, r.team, b.message);
      goto end;
    }
    r.launch = gpu_now() - start;
  }
  start = gpu_now();
  if (b.download(&b, c.host.state, device.batch.state, (size_t)c.n_state * sizeof(double)) != BACKEND_OK)
    fail(&b);
  r.transfer += gpu_now() - start;
  const int on_gpu = strncmp(b.name, "cuda", 4) == 0;
  report(m, &sizes, &r, on_gpu ? ((cuda_machine *)b.self)->kernels : NULL);
end:
  case_release(&b, &device);
  b.close(&b);
  case_free(&c);
}

int main(int argc, char **argv) {
  measurement r = {.device = "cuda"};
  long most = 1000000;
  const char *path = NULL;
  for (int option; (option = getopt(argc, argv, "d:n:p:o:")) != -1;) {
    if (option == 'd')
      r.number = atoi(optarg);
    else if (option == 'n')
      most = strtol(optarg, NULL, 10);
    else if (option == 'p')
      peak = strtod(optarg, NULL);
    else if (option == 'o')
      path = optarg;
    else
      return 2;
  }
  gpu g;
  gpu_open(r.number, &g); // ends with 77 without a GPU
  out = gpu_results(&g, path,
                    "model,device,team,precision,trajectories,steps,seconds,steps_per_second,flops_per_step,"
                    "flops_per_second,fraction_of_peak,registers,local_bytes,threads_per_processor,"
                    "compile_seconds,transfer_share");
  const long full = most < 200000 ? most : 200000;
  for (size_t m = 0; m < sizeof MODELS / sizeof *MODELS; m++) {
    for (r.single = 0; r.single < 2; r.single++)
      for (r.team = 1, r.n = full; r.team > 0; r.team = backend_team_next(r.team)) measure(&MODELS[m], r);
    r.team = r.single = 0; // as the program would choose
    for (r.n = 1; r.n <= most; r.n *= 10) measure(&MODELS[m], r);
    measurement cpu = {.device = "cpu"};
    for (cpu.n = 1; cpu.n <= most / 10; cpu.n *= 10) measure(&MODELS[m], cpu);
  }
  if (path) fclose(out);
  gpu_close(&g);
  return 0;
}
