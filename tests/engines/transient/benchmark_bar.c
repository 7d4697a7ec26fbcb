// Benchmark 1, the bouncing bar, through the study in models/bar and the evaluation of tables: the exact
// solution of the continuous bar in the first bounce, a second implementation in the paper's own K̃
// coordinates with scalar contact (numpy), energy for 100 s, the bracket of the stability limit.
#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "tests/engines/eval_value.h"

static void evaluate(const char *path, const char *name, long n, double *x, study *config, eval_table *out) {
  char full[512];
  device_set devices;
  snprintf(full, sizeof full, "%s/%s", source_folder(), path);
  CHECK_OK(study_load(full, 0, NULL, config));
  study_scalar scalar;
  CHECK_OK(study_find_scalar(config, name, "test", &scalar));
  samples values = {.n = n, .n_parameters = 1, .parameters = &scalar, .value = x};
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  CHECK_OK(eval_samples(config, &values, &devices, 0, out));
  devices_close(&devices);
}

static void massless(void) {
  // 0.0109 lies between the limits of closed and open contacts (0.01088, 0.01100): it runs; 0.0111 is refused
  // as a row, not as a run.
  static double dt[] = {1e-4, 2e-4, 5e-5, 0.0107, 0.0109, 0.0111};
  eval_table t;
  study config;
  evaluate("models/bar/massless.yaml", "dt", 6, dt, &config, &t);
  // Exact apexes alternate 40/9 and 5 m. Twenty modes and a boundary without mass miss the fall by 1 % of its
  // acceleration (notes 9) and round the contact: the notes give 4.48 and 4.92 for the projected load.
  CHECK_NEAR(eval_value(&t, 0, "apex_1"), 40.0 / 9, 0.05, 0);
  CHECK_NEAR(eval_value(&t, 0, "apex_2"), 5, 0.1, 0);
  // The second implementation. Sums differ in order only, and twenty bounces amplify that by far less than
  // 1e-6.
  static const double apex[] = {4.480505713521603, 4.920660456728073, 4.5173856363782585, 4.861506429275845,
                                4.55269386346495,  4.815991582235342, 4.575181997781969,  4.781813431784273,
                                4.59749483394925,  4.752988573570105};
  for (int n = 1; n <= 10; n++) {
    char name[16];
    snprintf(name, sizeof name, "apex_%d", n);
    CHECK_NEAR(eval_value(&t, 0, name), apex[n - 1], 1e-6, 0);
  }
  // E_tot within 0.003 J of 1000 J over 100 s at Δt = 1e-4 (the notes), and of second order in between.
  double drift = eval_value(&t, 0, "energy_drift");
  TEST_CHECK(drift > 0 && drift < 0.003);
  CHECK_NEAR(drift, 0.0021277, 1e-4, 0); // of the second implementation
  TEST_CHECK(eval_value(&t, 2, "energy_drift") < drift && eval_value(&t, 1, "energy_drift") > drift);
  TEST_CHECK(t.status[3] == TRAJECTORY_OK || t.status[3] == TRAJECTORY_DIVERGED);
  TEST_CHECK(t.status[4] == TRAJECTORY_OK || t.status[4] == TRAJECTORY_DIVERGED);
  TEST_CHECK(t.status[5] == TRAJECTORY_UNSTABLE_STEP);
  TEST_CHECK(isnan(eval_value(&t, 5, "apex_1")));
  eval_destroy(&t);
  study_destroy(&config);
}

static void moreau(void) {
  static double restitution[] = {0, 1};
  eval_table t;
  study config;
  evaluate("models/bar/moreau.yaml", "restitution", 2, restitution, &config, &t);
  // Without restitution almost half of 1000 J is lost by 100 s; with full restitution it is kept (as
  // vibration: the lower end no longer reaches 40/9 m). The second implementation has 542.44 and 1000.008;
  // the decay is chaotic in its details (many grazing touches), so the band is the paper's statement.
  double lossy = eval_value(&t, 0, "energy_end"), elastic = eval_value(&t, 1, "energy_end");
  CHECK_NEAR(lossy, 542, 30, 0);
  CHECK_NEAR(elastic, 1000, 0, 0.02); // the scheme conserves between impacts, and impacts with e = 1 do
  CHECK_NEAR(eval_value(&t, 0, "apex_1"), 4.402872279, 1e-6, 0); // of the second implementation
  CHECK_NEAR(eval_value(&t, 1, "apex_1"), 4.459729863858, 1e-6, 0);
  TEST_CHECK(eval_value(&t, 0, "energy_drift") >= 1000 - lossy - 1e-9);
  eval_destroy(&t);
  study_destroy(&config);
}

int main(void) {
  massless();
  moreau();
  return TEST_END();
}
