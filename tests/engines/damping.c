// Damping of a mode: the damping of samples is added to that of the model, lists repeat their last
// ratio, Rayleigh's numbers and a sampled zero take effect; in time stepping, in the linear
// response and in regime maps.
#include <complex.h>

#include "reduction/reduce.h"
#include "reduction/store/reduced_io.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/model/model_files.h"
#include "reduction/reduced.h"
#include "tests/engines/regimes/regime_study.h"

// Two masses (2, 1 kg) between ground, spring 400 and 300 N/m, C = 0.4 M + 0.004 K.
static const char transient_study[] =
    "study: transient\n"
    "model: {type: matrices, stiffness: K.mtx, mass: M.mtx, damping: C.mtx, dof: dof.csv}\n"
    "reduction: {method: modal, modes: 2, %s}\n"
    "excitation: {node: 1, direction: x, amplitude: 3, frequency: 2.1}\n"
    "integrator: {scheme: moreau, steps_per_period: 2000, periods: 60, window: 2}\n"
    "outputs: {amplitude: {node: 2, direction: x, reduce: half_peak_to_peak}}\n%s";

static void write_model(void) {
  write_file("K.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 700\n2 1 -300\n2 2 300\n");
  write_file("M.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2\n2 2 1\n");
  write_file("C.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 3.6\n2 1 -1.2\n2 2 1.6\n");
  write_file("dof.csv", "eq,node,dof\n1,1,1\n2,2,1\n");
}

// Returns |x_2| of (K - Ω²M + iΩ(C + Σ_k 2 ζ ω_k M φ_k φ_kᵀ M)) x = (3, 0), with the modes of the 2
// x 2 pair by the quadratic formula.
static double exact_amplitude(double ratio) {
  const double drive = 2 * M_PI * 2.1, trace = 700.0 / 2 + 300, det = (700.0 * 300 - 300.0 * 300) / 2;
  double complex a[2][2] = {{700 - 2 * drive * drive + I * drive * 3.6, -300 - I * drive * 1.2},
                            {-300 - I * drive * 1.2, 300 - drive * drive + I * drive * 1.6}};
  for (int k = 0; k < 2; k++) {
    const double square = 0.5 * (trace + (k ? 1 : -1) * sqrt(trace * trace - 4 * det));
    const double shape[2] = {300, 700 - 2 * square}, size = 2 * shape[0] * shape[0] + shape[1] * shape[1];
    const double image[2] = {2 * shape[0], shape[1]}; // M φ, not normalised
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        a[i][j] += I * drive * 2 * ratio * sqrt(square) * image[i] * image[j] / size;
  }
  return cabs(-3 * a[1][0] / (a[0][0] * a[1][1] - a[0][1] * a[1][0]));
}

static void own_damping_stays(void) {
  char fixed[1024], sampled[1024];
  snprintf(sampled, sizeof sampled, transient_study, "damping: 0.07",
           "ensemble: {design: {type: grid, parameters: {reduction.damping: {values: [0, 0.05]}}}}\n");
  eval_table both = regime_run(sampled, NULL);
  TEST_CHECK(both.n == 2);
  for (long i = 0; i < both.n; i++) {
    snprintf(fixed, sizeof fixed, transient_study, i ? "damping: 0.05" : "damping: 0", "");
    eval_table one = regime_run(fixed, NULL);
    // Bitwise equal to the study that has the same damping itself. The start has decayed by
    // exp(-0.2 · 28), at i = 0 by 3e-3, of which 2e-3 of the amplitude may remain; the error of the
    // step is (ω_2 Δt)²/24 = 1e-6.
    TEST_CHECK(memcmp(both.value + i, one.value, sizeof(double)) == 0);
    CHECK_NEAR(both.value[i], exact_amplitude(0.05 * (double)i), 0, i ? 1e-5 : 1e-2);
    eval_destroy(&one);
  }
  // the two can be distinguished
  TEST_CHECK(fabs(exact_amplitude(0) / exact_amplitude(0.05) - 1) > 0.05);
  eval_destroy(&both);
}

// The same from a saved model, which stores the damping of its own matrix separately.
static void saved_model_keeps_it(void) {
  static study config;
  reduced_model r;
  char text[1024], from_file[1024];
  snprintf(text, sizeof text, transient_study, "damping: 0.05", "");
  CHECK_OK(study_parse(text, strlen(text), "saved.yaml", 0, NULL, &config));
  CHECK_OK(reduce_study(&config, &r));
  CHECK_OK(reduced_save(&r, "model.h5"));
  const char *rest = strstr(text, "excitation");
  const char *const damping[] = {"", "reduction: {damping: 0.05}\n", "reduction: {damping: 0.01}\n"};
  const char *const design =
      "ensemble: {design: {type: grid, parameters: {reduction.damping: {values: [0.05]}}}}\n";
  eval_table direct = regime_run(text, NULL);
  for (int i = 0; i < 3; i++) {
    snprintf(from_file, sizeof from_file, "study: transient\nmodel: {type: reduced, file: model.h5}\n%s%s%s",
             damping[i], rest, i == 2 ? design : "");
    eval_table saved = regime_run(from_file, NULL);
    TEST_CHECK(memcmp(saved.value, direct.value, sizeof(double)) == 0);
    eval_destroy(&saved);
  }
  eval_destroy(&direct);
  reduced_destroy(&r);
  study_destroy(&config);
}

static const char map[] =
    "study: regimes\nmodel: {type: chain, masses: [2, 1, 1], springs: [50, 100, 100]}\n"
    "reduction: {method: modal, %s}\ncontact: {nodes: 3, law: coulomb, preload: 0.5, friction: 0.1}\n"
    "excitation: {node: 1, amplitude: 0.5, frequency: 0.9, phase: cos}\n"
    "regimes: {cycles: 40, window: 10}\noutputs: {amplitude: {}}\n%s";

static double map_amplitude(const char *damping, const char *design) {
  char text[1024];
  snprintf(text, sizeof text, map, damping, design);
  eval_table t = regime_run(text, NULL);
  const double value = t.value[t.n - 1];
  eval_destroy(&t);
  return value;
}

static void regimes_take_the_same(void) {
  static const char zero[] =
      "ensemble: {design: {type: grid, parameters: {reduction.damping: {values: [0]}}}}\n";
  CHECK_NEAR(map_amplitude("damping: 0.1", zero), map_amplitude("damping: 0", ""), 0,
             1e-9); // 40 cycles of rounding
  CHECK_NEAR(map_amplitude("modal_damping: [0.04, 0.1]", ""),
             map_amplitude("modal_damping: [0.04, 0.1, 0.1]", ""), 0, 0);
  // Rayleigh's a M: ζ_k = a / 2ω_k, with the frequencies from the characteristic polynomial of this
  // chain by bisection.
  double omega[3];
  int found = 0;
  for (double x = 0.01; x < 20 && found < 3; x += 0.01) {
    double end[2] = {x, x + 0.01}, f[2];
    for (int it = 0; it < 60; it++) {
      const double middle = it < 2 ? end[it] : 0.5 * (end[0] + end[1]), w = middle * middle;
      const double value = (150 - 2 * w) * ((200 - w) * (100 - w) - 10000) - 10000 * (100 - w);
      if (it < 2) f[it] = value;
      if (it == 1 && f[0] * f[1] > 0) break;
      if (it >= 2) end[value * f[0] > 0 ? 0 : 1] = middle;
      if (it == 59) omega[found++] = middle;
    }
  }
  TEST_CHECK(found == 3);
  char list[120];
  snprintf(list, sizeof list, "modal_damping: [%.17g, %.17g, %.17g]", 0.2 / omega[0], 0.2 / omega[1],
           0.2 / omega[2]);
  const double rayleigh = map_amplitude("rayleigh: {mass: 0.4}", "");
  CHECK_NEAR(rayleigh, map_amplitude(list, ""), 0, 1e-9);
  TEST_CHECK(fabs(rayleigh / map_amplitude("damping: 0", "") - 1) > 0.01);
}

int main(void) {
  enter_folder();
  write_model();
  own_damping_stays();
  saved_model_keeps_it();
  regimes_take_the_same();
  char text[1024];
  snprintf(text, sizeof text, transient_study, "modal_damping: [0.1, 0.2]",
           "ensemble: {design: {type: grid, parameters: {reduction.damping: {values: [0, 0.05]}}}}\n");
  regime_refused(text, NULL, CHATTER_BAD_STUDY, "would change nothing");
  leave_folder();
  return TEST_END();
}
