// The unstable zones of the beam on the beam, compared with those of an independent program,
// undeformed and deformed, and with published values.
#include "engines/stability/zones_command.h"
#include "beams.h"
#include "study/file/parse.h"
#include "study/file/storage.h"

enum { MOST = 64 };

typedef struct zones {
  int n;
  double from[MOST], to[MOST], peak[MOST], growth[MOST], frequency[MOST];
} zones;

// Runs the command and reads the zones that it prints.
static void print_zones(const char *friction, int deformed, const char *above, zones *out) {
  char path[1024], f[64], d[64], a[64], line[200], *text = NULL;
  size_t size;
  study config;
  const char *const set[] = {f, d, a};
  snprintf(path, sizeof path, "%s/models/beam-on-beam/stability.yaml", source_folder());
  snprintf(f, sizeof f, "slider.friction=%s", friction);
  snprintf(d, sizeof d, "stability.deformed=%d", deformed);
  snprintf(a, sizeof a, "stability.above=%s", above);
  CHECK_OK(study_load(path, 3, set, &config));
  FILE *stream = open_memstream(&text, &size);
  CHECK_OK(zones_command.run(&config, stream));
  fclose(stream);
  study_destroy(&config);
  stream = fmemopen(text, size, "r");
  TEST_CHECK(fgets(line, sizeof line, stream) && strcmp(line, "line,from,to,peak,growth,frequency\n") == 0);
  for (out->n = 0; out->n < MOST && fgets(line, sizeof line, stream); out->n++) {
    const int i = out->n;
    TEST_CHECK(sscanf(line, "%*d,%lf,%lf,%lf,%lf,%lf", &out->from[i], &out->to[i], &out->peak[i],
                      &out->growth[i], &out->frequency[i]) == 5);
  }
  fclose(stream);
  free(text);
}

static void compare(const zones *found, double friction, int deformed) {
  FILE *file = beams_table("beams_zones.csv");
  double mu, from, to, peak, growth, frequency;
  int is_deformed, rows = 0;
  while (fscanf(file, "%lf,%d,%lf,%lf,%lf,%lf,%lf", &mu, &is_deformed, &from, &to, &peak, &growth,
                &frequency) == 7) {
    if (mu != friction || is_deformed != deformed) continue;
    int best = 0;
    for (int i = 1; i < found->n; i++)
      if (fabs(found->peak[i] - peak) < fabs(found->peak[best] - peak)) best = i;
    // Edges are refined to 1e-7; growth is flat at its peak.
    CHECK_NEAR(found->from[best], from, 1.1e-7, 0);
    CHECK_NEAR(found->to[best], to, 1.1e-7, 0);
    CHECK_NEAR(found->growth[best], growth, 1e-4, 1e-4);
    CHECK_NEAR(found->frequency[best], frequency, 0, 1e-5);
    rows++;
  }
  TEST_CHECK(rows == found->n);
  fclose(file);
}

static int count_near(const zones *z, double frequency, double *most) {
  int n = 0;
  for (int i = 0; i < z->n; i++) {
    if (fabs(z->frequency[i] / frequency - 1) > 0.01) continue;
    n++;
    *most = fmax(*most, z->growth[i]);
  }
  return n;
}

int main(void) {
  zones z;
  double most[3] = {0};
  print_zones("0.3", 0, "0", &z);
  compare(&z, 0.3, 0);
  TEST_CHECK(count_near(&z, 6970, &most[0]) == 6 && count_near(&z, 10560, &most[1]) == 4 && z.n == 10);
  CHECK_NEAR(most[0], 49, 0.5, 0); // published as whole numbers
  CHECK_NEAR(most[1], 63, 0.5, 0);
  for (int i = 0; i < z.n; i++)
    CHECK_NEAR(z.to[i] - z.from[i], 0.36e-3, 0.205e-3, 0); // published: 0.16 to 0.56 mm
  print_zones("0.1", 0, "0", &z);
  TEST_CHECK(z.n == 0);
  print_zones("0.1", 0, "-9", &z);
  TEST_CHECK(z.n == 1); // at 47.77 mm: -7.67 1/s; the published -8.6 is the largest sample
  CHECK_NEAR(z.growth[0], -7.67, 0.01, 0);
  print_zones("0.3", 1, "0", &z);
  compare(&z, 0.3, 1);
  int far = 0;
  for (int i = 0; i < z.n; i++) far += fabs(z.frequency[i] - 3522) < 10 && z.peak[i] > 0.062;
  TEST_CHECK(far == 5); // published: from 62 mm on
  print_zones("0.1", 1, "0", &z);
  compare(&z, 0.1, 1);
  return TEST_END();
}
