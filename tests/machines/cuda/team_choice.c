// The team that is chosen for a kernel is nearly the fastest, for few trajectories and for many: by
// measurements on an H100 (bench/gpu) where they exist, otherwise by prediction
// (kernels/PREDICTED.csv, H200).
#include "machines/team_sizes.h"
#include "ptx_case.h"

#include "machines/cuda/cuda_program.h"

enum { PROCESSORS = 132, MOST = 400 };

typedef struct prediction {
  char key[60]; // "kernel,team,precision,modes,points,layout,"
  long batch;
  double speed;
} prediction;

// Reads rows of a table whose columns after the key are `format` (batch, then speed), from lines
// that contain `word`; appends them to the n of `to`.
static int read_speeds(const char *path, const char *format, const char *word, prediction *to, int n) {
  char line[300], file_name[400];
  snprintf(file_name, sizeof file_name, "%s/%s", CHATTER_SOURCE_DIR, path);
  FILE *file = fopen(file_name, "r");
  TEST_CHECK(file != NULL);
  while (file && n < MOST && fgets(line, sizeof line, file)) {
    int at = 0, commas = 0;
    while (line[at] && commas < 6) commas += line[at++] == ',';
    if (commas < 6 || at >= (int)sizeof to->key || !strstr(line, word)) continue;
    snprintf(to[n].key, sizeof to->key, "%.*s", at, line);
    n += sscanf(line + at, format, &to[n].batch, &to[n].speed) == 2;
  }
  if (file) fclose(file);
  return n;
}

static double speed_of(const prediction *list, int n, ptx_case c, int team, long batch) {
  char key[60];
  c.team = team;
  counted_key(&c, key, sizeof key);
  for (int i = 0; i < n; i++)
    if (list[i].batch == batch && strcmp(list[i].key, key) == 0) return list[i].speed;
  return 0;
}

// Returns 1 if the chosen team can be compared with another one of the list. Fails if it has less
// than 0.8 of the best speed: predictions of latency-limited kernels are wrong by up to a third
// (bench/gpu_predict.md), and measured speeds need no larger tolerance.
static int compare(const prediction *list, int n, const ptx_case *c, long batch) {
  batch_case own_batch = ptx_case_batch(c);
  const int chosen = cuda_team_choose(&own_batch.host.sizes, batch, PROCESSORS);
  const double own = speed_of(list, n, *c, chosen, batch);
  double best = 0;
  int others = 0;
  case_free(&own_batch);
  for (int team = backend_team_next(0); team; team = backend_team_next(team)) {
    const double speed = speed_of(list, n, *c, team, batch);
    best = fmax(best, speed), others += team != chosen && speed > 0;
  }
  if (own <= 0 || others == 0) return 0; // the table has no row of it
  if (own >= 0.8 * best) return 1;
  char key[60];
  counted_key(c, key, sizeof key);
  fprintf(stderr, "%s %ld trajectories: team %d is chosen, %.3g of %.3g steps per second\n", key, batch,
          chosen, own, best);
  check_failures++;
  return 1;
}

int main(void) {
  static prediction predicted[MOST], measured[MOST];
  const long batches[] = {1024, 131072};
  const int n = read_speeds("kernels/PREDICTED.csv", "%ld,%*[^,],%lf", ",H200,", predicted, 0);
  const int m = read_speeds("bench/gpu/h100-2026-11-28/counted.csv", "%ld,%*f,%*f,%lf", "", measured, 0);
  int compared = 0, by_measurement = 0;
  for (int i = 0; i < N_COUNTED; i++)
    for (int b = 0; b < 2 && !COUNTED[i].single; b++)
      if (compare(measured, m, &COUNTED[i], batches[b]))
        by_measurement++;
      else
        compared += compare(predicted, n, &COUNTED[i], batches[b]);
  TEST_CHECK(compared >= 10);
  TEST_CHECK(by_measurement >= 10);
  return check_failures > 0;
}
