// CSV tables restore every number bit by bit; the printer shows counts and ranges.
#include "results/csv/csv_export.h"
#include "results/read/results_info.h"
#include "results/results_file.h"
#include "results_parts.h"
#include "tests/scratch.h"

static char path[64], table[64];

// Doubles with difficult digits, among them the smallest and the largest.
static double awkward(int i) {
  const double special[] = {INFINITY, -INFINITY, 5e-324, 1.7976931348623157e308, -0.0, 0.1, NAN};
  return i < 7 ? special[i] : sin(i) * pow(10, i % 40 - 20);
}

static char *read_file(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) return NULL;
  char *text = calloc(1, 1 << 20);
  TEST_CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

static void check_digits(void) {
  enum { N = 200 };
  size_t n = N;
  result_set *set = result_set_create();
  int *trajectory = result_set_add(set, "trajectory", RESULT_INT, "trajectory", &n, "", "");
  double *x = result_set_add(set, "x", RESULT_DOUBLE, "trajectory", &n, "m", "");
  char **id = result_set_add(set, "id", RESULT_STRING, "trajectory", &n, "", "");
  for (int i = 0; i < N; i++) {
    trajectory[i] = i;
    x[i] = awkward(i);
    id[i] = i == 3 ? "a,\"b\"" : "c";
  }
  CHECK_OK(results_write(set, path, 1));
  CHECK_OK(results_export(path, NULL, 0));
  char *text = read_file(table), *line = strchr(text, '\n') + 1;
  TEST_CHECK(strncmp(text, "trajectory,x,id\n", 16) == 0);
  for (int i = 0; i < N; i++, line = strchr(line, '\n') + 1) {
    char *end;
    TEST_CHECK(strtol(line, &end, 10) == i && *end == ',');
    double back = strtod(end + 1, &end);
    TEST_CHECK(isnan(x[i]) ? isnan(back) : memcmp(&back, &x[i], sizeof back) == 0);
    TEST_CHECK(strncmp(end, i == 3 ? ",\"a,\"\"b\"\"\"\n" : ",c\n", 3) == 0);
  }
  TEST_CHECK(*line == 0);
  free(text);
  TEST_CHECK(results_export(path, NULL, 0) == CHATTER_IO && strstr(error_message(0), "--force replaces it"));
  error_clear();
  result_set_destroy(set);
}

static void check_tables(void) {
  result_set *set = make_part(0, 1, 12);
  int *status = result_set_find(set, "status")->own;
  char name[80], line[200];
  status[5] = 2;
  CHECK_OK(results_write(set, path, 1));
  CHECK_OK(results_export(path, NULL, 1));
  char *text = read_file(table);
  TEST_CHECK(strncmp(text, "trajectory,status,excitation.frequency,impacts,sample_id\n0,ok,267,0,sample 0\n",
                     70) == 0);
  TEST_CHECK(strstr(text, "\n5,not_run,") != NULL);
  free(text);
  snprintf(name, sizeof name, "%s/a-window.csv", folder);
  text = read_file(name);
  snprintf(line, sizeof line, "\n7,2,%.17g\n", part_value(7, 2));
  TEST_CHECK(text && strncmp(text, "trajectory,window,amplitude\n", 28) == 0 && strstr(text, line));
  free(text);
  snprintf(name, sizeof name, "%s/a-series-sample.csv", folder);
  text = read_file(name);
  TEST_CHECK(text && strncmp(text, "series,sample,history\n4,0,4\n", 28) == 0 && strstr(text, "\n11,0,11\n"));
  free(text);
  snprintf(name, sizeof name, "%s/a-r1.csv", folder);
  text = read_file(name);
  TEST_CHECK(text && strstr(text, "r1,boundary\n0,0\n1,0.33333333333333331\n") == text);
  free(text);
  result_set_destroy(set);
}

static void check_info(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  CHECK_OK(results_print_info(path, out));
  fclose(out);
  TEST_CHECK(strstr(text, "study_sha256         11aa") != NULL);
  TEST_CHECK(strstr(text, "6 ok, 5 diverged, 1 not_run") != NULL);
  TEST_CHECK(strstr(text, "trajectory 12 x window 4") != NULL);
  TEST_CHECK(strstr(text, "267 to 268.571") != NULL); // 267 + 11/7
  free(text);
}

int main(void) {
  scratch_create();
  snprintf(path, sizeof path, "%s/a.h5", folder);
  snprintf(table, sizeof table, "%s/a.csv", folder);
  check_digits();
  check_tables();
  check_info();
  scratch_remove();
  return TEST_END();
}
