// Speed of the event-exact regime stepper: µs per excitation cycle and core and flops per cycle,
// for two and five masses over the map of Marino and Cicirello 2021 (r1 0.02 … 2.5, β 0 … 1), 100
// cycles without early exit, one thread per lane width; then a 512 × 512 map on all cores.
// usage: bench_coulomb [MAP_SIDE]
#include <stdio.h>
#include <time.h>

#include "tests/engines/regimes/coulomb_cases.h"

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A map in the order of the engine: most expensive first (highest frequency in cycles), β inside.
static coulomb_case *map(int masses, int side) {
  coulomb_case *cases = calloc((size_t)side * (size_t)side, sizeof *cases);
  if (!cases) exit(1);
  for (int i = 0; i < side; i++)
    for (int k = 0; k < side; k++)
      cases[i * side + k] = (coulomb_case){.n = masses,
                                           .wall = WALL_GROUND,
                                           .contact = masses == 2 ? 1 : 4,
                                           .gamma = 1,
                                           .kappa = 1,
                                           .r1 = 0.02 + 2.48 * (i + 0.5) / side,
                                           .beta = (k + 0.5) / side};
  return cases;
}

// Flops of one trial point, counted in coulomb_stepper.h and coulomb_trial.h with an fma as two:
// per angle a sincos (44) and a rotation (6), per mode its share of f, f', f'' (11), certificate
// and root step (75); for an event the start of its root, maps between modes and slots, new error
// bound.
static double flops(int n, double trials, double events) {
  return trials * (50 * (n + 1) + 11 * n + 75) + events * (12 * n * n + 45 * n + 120);
}

static void measure(int masses, int side, int lanes, int threads) {
  backend_options options = backend_default();
  options.lanes = lanes, options.threads = threads;
  coulomb_case *cases = map(masses, side);
  coulomb_batch b;
  const double cycles = 100, n = (double)side * side;
  coulomb_open(&b, "cpu", options, side * side, cases, cycles, 20, 0);
  const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
  coulomb_advance(&b, 1e9);
  const double cpu_s = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall_s = seconds(CLOCK_MONOTONIC) - wall;
  double trials = 0, events = 0;
  for (long i = 0; i < (long)n; i++)
    trials += coulomb_state(&b, COULOMB_TRIALS, i), events += coulomb_state(&b, COULOMB_EVENTS, i);
  const double per = 1 / (n * cycles), count = flops(masses, trials, events);
  printf("%d masses, %3d x %3d map, %s, %d lanes, %d threads: %.3f us per cycle and core, %.2f trial points "
         "and %.2f "
         "events per cycle, %.0f flop per cycle, %.2f Gflop/s per core; wall %.2f s\n",
         masses, side, side, b.machine.name, lanes, threads, 1e6 * cpu_s * per, trials * per, events * per,
         count * per, 1e-9 * count / cpu_s, wall_s);
  coulomb_close(&b);
  free(cases);
}

int main(int argc, char **argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 512;
  for (int lanes = 1; lanes <= 8; lanes = lanes == 1 ? 4 : 8 + (lanes == 8)) measure(2, 64, lanes, 1);
  for (int lanes = 1; lanes <= 8; lanes = lanes == 1 ? 4 : 8 + (lanes == 8)) measure(5, 64, lanes, 1);
  measure(2, side, 0, 0);
  return TEST_END();
}
