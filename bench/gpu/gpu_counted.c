// The cases of kernels/COUNTS.csv on the GPU of this machine: steps per second, for comparison with
// kernels/PREDICTED.csv (tools/gpu_page prints both).
//
// usage: bench_gpu_counted [-D NAME] [-b BATCH] [-s SECONDS] [-o FILE]
//
// NAME: cuda, cuda:N, device_sim, cpu. BATCH: trajectories, in place of the table's 1,024 and
// 131,072. SECONDS: no case begins after them (default: none). Exit code 1 if a case fails.
#include <unistd.h>

#include "gpu/gpu.h"
#include "tests/machines/cuda/ptx_case.h"

enum { REPEATS = 3, KEY = 200 };
static const long BATCHES[] = {1024, 1 << 17}; // as in bench/predict/__main__.py

// Returns the steps of all trajectories of a batch.
static double steps_of(backend *b, const batch_case *c, const device_case *device) {
  double *state = case_download(b, device->batch.state, c->n_state);
  const double steps = counted_steps(c, state);
  free(state);
  return steps;
}

// Returns the seconds of one launch from the beginning of the case to its end, without transfers;
// negative on failure.
static double launch(backend *b, const batch_case *c, double *steps) {
  device_case device;
  case_to_device(b, c, &device);
  const double start = gpu_now();
  const int good = b->launch(b, &device.batch) == BACKEND_OK;
  const double seconds = gpu_now() - start;
  *steps = good ? steps_of(b, c, &device) : 0;
  case_release(b, &device);
  return good ? seconds : -1;
}

// The first launch compiles; the shortest of the others is taken. Returns 1 if none succeeds.
static int measure(const char *name, const ptx_case *counted, long n, FILE *out) {
  char key[KEY];
  ptx_case own = *counted;
  backend_options options = backend_default();
  backend b;
  own.n = n;
  options.single_precision = own.single, options.team = strcmp(name, "cpu") ? own.team : options.team;
  if (backend_open(name, options, &b) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", name, b.message);
    exit(77);
  }
  counted_key(&own, key, sizeof key);
  batch_case c = ptx_case_batch(&own);
  double steps, least = INFINITY;
  const double first = launch(&b, &c, &steps);
  for (int i = 0; i < REPEATS && first >= 0; i++) {
    const double seconds = launch(&b, &c, &steps);
    if (seconds >= 0 && seconds < least) least = seconds;
  }
  if (isfinite(least))
    fprintf(out, "%s%ld,%g,%.6g,%.6g,%.4g\n", key, n, steps, least, steps / least, first);
  else
    fprintf(stderr, "%s%ld: %s\n", key, n, b.message);
  fflush(out);
  case_free(&c);
  b.close(&b);
  return !isfinite(least);
}

int main(int argc, char **argv) {
  const char *name = "cuda", *path = NULL;
  double most = INFINITY;
  const double begin = gpu_now();
  long batch = 0;
  for (int option; (option = getopt(argc, argv, "D:b:s:o:")) != -1;) {
    if (option == 'D')
      name = optarg;
    else if (option == 'b')
      batch = strtol(optarg, NULL, 10);
    else if (option == 's')
      most = strtod(optarg, NULL);
    else if (option == 'o')
      path = optarg;
    else
      return 2;
  }
  FILE *out = path ? fopen(path, "w") : stdout;
  if (!out) {
    fprintf(stderr, "%s: cannot be written\n", path);
    return 6;
  }
  fprintf(out, "kernel,team,precision,modes,points,layout,batch,steps,seconds,steps_per_s,first_seconds\n");
  int left = 0, failed = 0;
  // All cases with their larger batch first: it fills the GPU.
  for (int k = batch ? 0 : 1; k >= 0; k--)
    for (int i = 0; i < N_COUNTED; i++)
      if (gpu_now() - begin < most)
        failed |= measure(name, &COUNTED[i], batch ? batch : BATCHES[k], out);
      else
        left++;
  if (left) fprintf(stderr, "%d rows are left out: %g s are over\n", left, most);
  return (path && fclose(out) != 0) || failed;
}
