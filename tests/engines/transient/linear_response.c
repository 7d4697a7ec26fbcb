// The linear response that results contain for comparison: compared with the exact one of a single
// oscillator, and with time stepping of a massless-boundary bar whose contact never closes.
#include "ensemble/batch/batch_results.h"
#include "engines/transient/bind/linear_response.h"
#include "tests/ensemble/ensemble_bench.h"

static const char bar[] =
    "study: transient\n"
    "model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 20, clamped: lower}\n"
    "reduction: {method: macneal, modes: 5, damping: 0.05}\n"
    "contact: {nodes: UPPER, law: unilateral, normal: -x, gap: 100}\n"
    "excitation: {node: 11, amplitude: 2, frequency: 1}\n"
    "integrator: {steps_per_period: 2000, periods: 200, window: 2}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.frequency: {values: [0.2, 0.74, 0.9, 2.3, "
    "3.1]},\n"
    "  excitation.amplitude: {values: [2, -3]}}}}\n"
    "outputs: {amplitude: {node: 16, reduce: half_peak_to_peak}}\n";

static void against_stepping(void) {
  bench b;
  device_set devices;
  batch_job job;
  result_set *set;
  bench_open(&b, bar);
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  CHECK_OK(batch_job_create(&b.plan, 0, b.plan.groups[0].n, b.plan.groups[0].trajectory, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  while (!batch_job_finished(&job)) CHECK_OK(batch_job_advance(&job, 1e6));
  CHECK_OK(batch_job_fetch(&job));
  CHECK_OK(batch_results(&job, &b.plan, &set));
  const result_variable *linear = result_set_find(set, "linear_amplitude");
  const double *stepped = result_set_find(set, "amplitude")->data;
  TEST_CHECK(linear && linear->size[0] == 10);
  for (size_t i = 0; linear && i < linear->size[0]; i++) {
    // The start has decayed to exp(-0.05 · 4.7 · 200 / 3.1) = 3e-7. The remaining error is that of
    // the step, (ω Δt)²/24 of the highest mode (3.75 Hz at 0.2 Hz forcing: below 1e-4), and peaks
    // between steps, 1e-6.
    CHECK_NEAR(((const double *)linear->data)[i], stepped[i], 0, 2e-4);
    TEST_CHECK(stepped[i] > 0);
  }
  const int *number = result_set_find(set, "trajectory")->data;
  for (int i = 0; i < 10; i++)
    TEST_CHECK(number[i] == i); // rows in ensemble order although sorted
                                // by cost
  result_set_destroy(set);
  batch_job_destroy(&job);
  devices_close(&devices);
  bench_close(&b);
}

// m x'' + c x' + k x = F sin Ωt with a dense modal damping matrix and with ratios: |x| = F / |k - mΩ² + icΩ|.
static void against_oscillator(void) {
  double omega2 = 25, phi = 1 / sqrt(2.0), dense = 2 * 0.1 * 5, rate = dense,
         zero = 0; // m = 2, k = 50, c = 2
  reduced_model m = {.n_modes = 1,
                     .n_loads = 1,
                     .n_responses = 1,
                     .omega2 = &omega2,
                     .phi_y = &phi,
                     .phi_f = &phi,
                     .f_yf = &zero};
  for (int i = 0; i < 20; i++) {
    double frequency = 0.1 * (i + 1), circular = 2 * M_PI * frequency, x;
    double exact = 3 / hypot(50 - 2 * circular * circular, 2 * circular);
    m.damping = NULL;
    CHECK_OK(linear_amplitude(&m, 0, 0, -3, frequency, &rate, &x));
    CHECK_NEAR(x, exact, 0, 1e-13); // a handful of roundings
    m.damping = &dense;
    CHECK_OK(linear_amplitude(&m, 0, 0, 3, frequency, &rate, &x));
    CHECK_NEAR(x, exact, 0, 1e-13);
  }
  rate = 0;
  m.damping = NULL;
  double x;
  CHECK_OK(linear_amplitude(&m, 0, 0, 1, 5 / (2 * M_PI), &rate, &x));
  TEST_CHECK(isnan(x) || x > 1e10); // undamped at resonance: no plausible but wrong number
}

int main(void) {
  against_oscillator();
  against_stepping();
  return TEST_END();
}
