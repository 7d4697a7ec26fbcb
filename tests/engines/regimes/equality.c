// The whole state has the same bits for any number of lanes and threads, on the simulated device,
// in one launch or in many, and for any neighbours. The answers are the same with and without early
// exit. Slip, stick and no motion all occur.
#include "coulomb_cases.h"

typedef struct result {
  double *state;
  size_t bytes;
} result;

static result run(const char *machine, int lanes, int threads, int n, const coulomb_case *cases,
                  double chunk) {
  backend_options options = backend_default();
  options.lanes = lanes, options.threads = threads;
  coulomb_batch b;
  coulomb_open(&b, machine, options, n, cases, 60, 10, 1);
  for (double end = chunk; end < 60 + chunk; end += chunk) coulomb_advance(&b, end);
  result r = {calloc((size_t)n, sizeof(double) * (size_t)coulomb_n_state(b.host.sizes.dim)),
              (size_t)n * sizeof(double) * (size_t)coulomb_n_state(b.host.sizes.dim)};
  if (!r.state) exit(1);
  for (int row = 0; row < coulomb_n_state(b.host.sizes.dim); row++) // padding is not compared
    for (long i = 0; i < n; i++) r.state[row * n + i] = coulomb_state(&b, row, i);
  coulomb_close(&b);
  return r;
}

static void same(const result *a, result b) {
  TEST_CHECK(memcmp(a->state, b.state, a->bytes) == 0);
  free(b.state);
}

static void check_bits(int n, const coulomb_case *cases) {
  result all = run("cpu", 1, 1, n, cases, 60);
  same(&all, run("cpu", 0, 0, n, cases, 60));
  same(&all, run("cpu", 0, 2, n, cases, 7));
  same(&all, run("cpu_scalar", 0, 2, n, cases, 13));
  same(&all, run("device_sim", 0, 1, n, cases, 31));
  const char *wide[] = {"4", "8"};
  for (int i = 0; i < 2; i++) { // on CPUs that have these lanes
    backend b;
    backend_options options = backend_default();
    options.lanes = atoi(wide[i]);
    if (backend_open("cpu", options, &b) != BACKEND_OK) continue;
    b.close(&b);
    same(&all, run("cpu", options.lanes, 1, n, cases, 60));
  }
  // One trajectory alone.
  result one = run("cpu", 0, 1, 1, cases + n / 2, 60);
  const int rows = (int)(one.bytes / sizeof(double));
  for (int row = 0; row < rows; row++)
    TEST_CHECK(memcmp(&one.state[row], &all.state[(long)row * n + n / 2], sizeof(double)) == 0);
  free(one.state), free(all.state);
}

static void check_early_exit(int n, const coulomb_case *cases) {
  coulomb_batch on, off;
  coulomb_open(&on, "cpu", backend_default(), n, cases, 400, 20, 1);
  coulomb_open(&off, "cpu", backend_default(), n, cases, 400, 20, 0);
  coulomb_advance(&on, 1e9), coulomb_advance(&off, 1e9);
  int seen[3] = {0}, early = 0;
  for (int i = 0; i < n; i++) {
    const double n_on = coulomb_state(&on, COULOMB_RECORDED, i),
                 n_off = coulomb_state(&off, COULOMB_RECORDED, i);
    seen[coulomb_regime(&off, i)]++, early += n_on < n_off;
    TEST_CHECK(coulomb_regime(&on, i) == coulomb_regime(&off, i));
    CHECK_NEAR(coulomb_state(&on, COULOMB_STOPS, i) / n_on, coulomb_state(&off, COULOMB_STOPS, i) / n_off,
               1e-12, 0);
    // early exit changes rounding only
    CHECK_NEAR(coulomb_amplitude(&on, i), coulomb_amplitude(&off, i), 1e-9, 1e-9);
    CHECK_NEAR(coulomb_state(&on, COULOMB_SLIP_PATH, i) / n_on,
               coulomb_state(&off, COULOMB_SLIP_PATH, i) / n_off, 1e-9, 1e-9);
  }
  TEST_CHECK(early > n / 4 && seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
  coulomb_close(&on), coulomb_close(&off);
}

int main(void) {
  int n;
  coulomb_case *cases = coulomb_cases_read(&n);
  check_bits(300, cases);      // two masses
  check_bits(24, cases + 300); // five
  check_early_exit(300, cases);
  for (int i = 0; i < n; i++) cases[i].stiffness_damping = 0.01;
  check_bits(100, cases);
  check_early_exit(300, cases);
  free(cases);
  return TEST_END();
}
