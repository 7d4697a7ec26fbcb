// A force from a file: it interpolates its samples by a C¹ cubic over the whole run; refused files.
#include "base/log.h"
#include "tests/kernels/noisy/noisy_case.h"
#include "tests/scratch.h"

enum { SAMPLES = 41, PARTS = 10 };
static const double DISTANCE = 2.5e-4, START = -5e-4;

static double sample(int i) {
  return sin(1.3 * i) + 0.2 * cos(0.4 * i * i) - 0.03 * i;
}

// Hermite's cubic with the slope of the parabola through a sample and its neighbours, at the ends
// of the parabola through the last three samples.
static double slope(int i) {
  if (i == 0) return -1.5 * sample(0) + 2 * sample(1) - 0.5 * sample(2);
  if (i == SAMPLES - 1) return 1.5 * sample(i) - 2 * sample(i - 1) + 0.5 * sample(i - 2);
  return 0.5 * (sample(i + 1) - sample(i - 1));
}
static double hermite(double u) {
  const int i = u >= SAMPLES - 1 ? SAMPLES - 2 : (int)u;
  const double s = u - i, r = 1 - s;
  return (1 + 2 * s) * r * r * sample(i) + s * r * r * slope(i) + s * s * (3 - 2 * s) * sample(i + 1) -
         s * s * r * slope(i + 1);
}

static void check_force(const char *path) {
  roughness_samples file;
  arena *memory = arena_create();
  const double end = START + (SAMPLES - 1) * DISTANCE;
  CHECK_OK(roughness_read(path, end, "study.yaml:3:5", memory, &file));
  TEST_CHECK(file.n == SAMPLES);
  CHECK_NEAR(file.start, START, 0, 1e-15);
  CHECK_NEAR(file.distance, DISTANCE, 0, 1e-13);
  const int steps = PARTS * (SAMPLES - 3) + 1; // to the very end of the file
  const noisy_spec spec = {.step = DISTANCE / PARTS, .steps = steps};
  batch_case c = noisy_case_create(1, &spec, &file, steps);
  case_result r = noisy_case_run(&c);
  // Rounding of times in samples, 41 ε, times slopes of about 1.
  for (int n = 0; n < steps; n++)
    CHECK_NEAR(noisy_series(&c, &r, 0, NOISY_FORCE)[n], hermite(2 + (double)n / PARTS), 3e-14, 0);
  for (int n = 0; n < steps; n += PARTS)
    CHECK_NEAR(noisy_series(&c, &r, 0, NOISY_FORCE)[n], sample(2 + n / PARTS), 3e-14, 0);
  case_result_free(&r), case_free(&c);
  arena_destroy(memory);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(1);
}

static void refuse(const char *path, const char *text, double duration, const char *part) {
  roughness_samples file;
  arena *memory = arena_create();
  write_text(path, text);
  TEST_CHECK(roughness_read(path, duration, "study.yaml:3:5", memory, &file) == CHATTER_BAD_STUDY);
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), part) != NULL;
  if (!found) fprintf(stderr, "'%s' is not in '%s'\n", part, error_count() ? error_message(0) : "");
  TEST_CHECK(found);
  error_clear();
  arena_destroy(memory);
}

static void refuse_bands(void) {
  const roughness_noise_spec fast = {1, 20, 2.6e6, 0}, empty = {1, 500, 500, 0}, good = {1, 0, 2.5e6, 0};
  TEST_CHECK(roughness_check(&good, 5e-8, "here") == CHATTER_OK);
  TEST_CHECK(roughness_check(&fast, 5e-8, "here") == CHATTER_BAD_STUDY);
  TEST_CHECK(strstr(error_message(0), "at most 2.5e+06 Hz") != NULL);
  error_clear();
  TEST_CHECK(roughness_check(&empty, 5e-8, "here") == CHATTER_BAD_STUDY);
  TEST_CHECK(strstr(error_message(0), "here: a band of roughness from 500 Hz to 500 Hz") != NULL);
  error_clear();
}

int main(void) {
  char path[128], text[8192] = "time,force\n";
  scratch_create();
  snprintf(path, sizeof path, "%s", in_folder("force.csv"));
  for (int i = 0; i < SAMPLES; i++) {
    const size_t at = strlen(text);
    snprintf(text + at, sizeof text - at, "%.17g,%.17g\n", START + i * DISTANCE, sample(i));
  }
  write_text(path, text);
  check_force(path);
  refuse(path, text, 0.0101, "study.yaml:3:5: the force of ");
  refuse(path, "time,force\n0.1,1\n0.2,1\n0.3,1\n0.4,2\n", 0.3,
         "lasts from 0.1 s to 0.4 s, the run from 0 to 0.3 s");
  refuse(path, "time,force\n0,1\n1,2\n2,soft\n3,4\n", 1, "force.csv:4:3: ");
  refuse(path, "time,force\n0,1\n1,2\n2.5,3\n3,4\n", 1, "force.csv:4:1: time 2.5 s where equal distances");
  refuse(path, "time,force\n0,1\n0,2\n0,3\n0,4\n", 0, "is not behind the first");
  refuse(path, "time,force\n0,1\n1,2\n2,3\n", 1, "3 samples of the force (allowed: at least 4)");
  refuse(path, "time,load\n0,1\n1,2\n2,3\n3,3\n", 1, "force");
  refuse(path, "time,force,more\n0,1,1\n1,2,1\n2,3,1\n3,3,1\n", 1, "3 columns");
  refuse_bands();
  scratch_remove();
  return TEST_END();
}
