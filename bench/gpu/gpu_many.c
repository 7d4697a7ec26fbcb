// Millions of random trajectories of random models, for all steppers: every status is counted, and
// a sample of each batch is compared with the CPU bit by bit.
// usage: bench_gpu_many [-D NAME] [-n TRAJECTORIES] [-b BATCH] [-s STEPS]
// NAME: cuda, cuda:N, device_sim. Exit code 1 if a status is unexpected or a bit differs. Not run
// on a GPU so far.
#include <unistd.h>

#include "tests/machines/coulomb_batch.h"
#include "machines/backend.h"

enum { SAMPLE = 64 };

static const char *const STATUS[] = {
#define X(name, text) text,
    TRAJECTORY_STATUS_LIST(X)
#undef X
};

static backend open_backend(const char *name) {
  backend b;
  if (backend_open(name, backend_default(), &b) == BACKEND_OK) return b;
  fprintf(stderr, "%s: %s\n", name, b.message);
  exit(77);
}

// Returns 1 for the statuses that a random model may have; it may diverge, for example.
static int explained(double status) {
  return status == TRAJECTORY_OK || status == TRAJECTORY_DIVERGED || status == TRAJECTORY_SOLVER_STALLED;
}

// Returns columns first..first+SAMPLE of the batch as a separate batch.
static batch_case sample_of(const batch_case *c, long first) {
  batch_case s = *c;
  const long from = c->host.stride, to = SAMPLE;
  s.host.n_trajectories = s.host.stride = to;
  s.n_values = s.n_parameters * to, s.n_state = s.n_state / from * to;
  s.n_windows = s.n_windows / from * to;
  double *values = case_array(s.n_values, sizeof *values), *state = case_array(s.n_state, sizeof *state);
  long *offset = case_array(s.n_parameters, sizeof *offset);
  for (long row = 0; row < s.n_parameters; row++) {
    offset[row] = row * to;
    memcpy(values + row * to, c->host.parameters + row * from + first, (size_t)to * sizeof *values);
  }
  for (long row = 0; row < s.n_state / to; row++)
    memcpy(state + row * to, c->host.state + row * from + first, (size_t)to * sizeof *state);
  s.host.parameters = s.own.parameters = values, s.host.state = state,
  s.host.parameter_offset = s.own.parameter_offset = offset;
  return s;
}

static long sample_differs(backend *cpu, const batch_case *c, const case_result *r, long first) {
  batch_case s = sample_of(c, first);
  case_result a = case_run(cpu, &s, 1);
  const long from = c->host.stride;
  long differ = 0;
  for (long row = 0; row < s.n_state / SAMPLE; row++)
    for (long i = 0; i < SAMPLE; i++)
      differ += memcmp(a.state + row * SAMPLE + i, r->state + row * from + first + i, sizeof(double)) != 0;
  case_result_free(&a);
  free(s.own.parameters), free(s.own.parameter_offset), free(s.host.state);
  return differ;
}

// Makes batch number i: four of leapfrog, four of Moreau, two of regimes, in turn.
static batch_case random_batch(unsigned i, long n, double steps) {
  static const int LAYOUTS[] = {POINT_LAYOUT_NORMAL, POINT_LAYOUT_NORMAL_AND_TANGENT,
                                POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, POINT_LAYOUT_TANGENT};
  const unsigned turn = i % 10;
  if (turn >= 8) // a cycle is equivalent to some twenty steps
    return coulomb_batch_create(2 + (int)(i / 10 % 4), turn == 9, n, 2 * (double)(long)(1 + steps / 40),
                                100 + i, 1);
  kernel_sizes sizes;
  case_sizes(turn < 4 ? &kernel_leapfrog : &kernel_moreau, 10 + (int)(i * 3 % 11), 1 + (int)(i % 3),
             LAYOUTS[i % 4], &sizes);
  return case_create(sizes, n, steps, 100 + i);
}

int main(int argc, char **argv) {
  const char *name = "cuda";
  long total = 10000000, batch = 1000000, bad = 0, differ = 0, counts[N_TRAJECTORY_STATUS] = {0};
  double steps = 500;
  for (int option; (option = getopt(argc, argv, "D:n:b:s:")) != -1;) {
    if (option == 'D')
      name = optarg;
    else if (option == 'n')
      total = strtol(optarg, NULL, 10);
    else if (option == 'b')
      batch = strtol(optarg, NULL, 10);
    else if (option == 's')
      steps = strtod(optarg, NULL);
    else
      return 2;
  }
  backend gpu = open_backend(name), cpu = open_backend("cpu");
  long done = 0;
  for (unsigned i = 0; done < total; i++, done += batch) {
    batch_case c = random_batch(i, batch < SAMPLE ? SAMPLE : batch, steps);
    case_result r = case_run(&gpu, &c, 2);
    for (long k = 0; k < c.host.n_trajectories; k++) {
      const double status = r.state[STATE_STATUS * c.host.stride + k];
      if (explained(status))
        counts[(int)status]++;
      else
        bad++;
    }
    // The first two trajectories have series: compares another range of columns.
    differ += sample_differs(&cpu, &c, &r, (c.host.n_trajectories - SAMPLE) / 2);
    case_result_free(&r);
    case_free(&c);
  }
  printf("{\"device\": \"%s\", \"description\": \"%s\", \"trajectories\": %ld, \"steps\": %g", gpu.name,
         gpu.description, done, steps);
  for (int s = 0; s < N_TRAJECTORY_STATUS; s++) printf(", \"%s\": %ld", STATUS[s], counts[s]);
  printf(", \"unexplained\": %ld, \"bits_differ\": %ld}\n", bad, differ);
  gpu.close(&gpu), cpu.close(&cpu);
  return bad || differ;
}
