// Curves of different length per trajectory. Every value follows from the number of the trajectory
// and the position in the curve, so that the contents of parts, shards, resumed runs and tables are
// known. `results/ragged write PATH` writes a file for other readers (xarray.sh).
#include "results/csv/csv_export.h"
#include "results/join/results_merge.h"
#include "results/read/results_info.h"
#include "base/log.h"
#include "results/result_rows.h"
#include "results/results_file.h"
#include "results/write/result_writer.h"
#include "tests/check.h"
#include "results/result_set.h"
#include "tests/same_bytes.h"
#include "tests/scratch.h"

enum { N = 23, HARMONICS = 3 };
static char whole[80], path[4][80];

static int length_of(int trajectory) {
  return trajectory % 5 == 2 ? 0 : 1 + trajectory * 7 % 11;
}

static double value_of(int trajectory, int point, int harmonic) {
  return 100 * trajectory + point + harmonic / 8.0;
}

// Makes trajectories first, first + stride, ... in descending order, as the columns of a batch may
// be, then sorts them.
static result_set *make(int first, int stride, int count) {
  result_set *set = result_set_create();
  const size_t n = (size_t)count;
  int *number = result_set_add(set, "trajectory", RESULT_INT, "trajectory", &n, "", "");
  int *status = result_set_add(set, "status", RESULT_INT, "trajectory", &n, "", "outcome");
  result_set_flags(set, "status", "ok diverged not_run");
  double *load = result_set_add(set, "excitation.amplitude", RESULT_DOUBLE, "trajectory", &n, "N", "");
  result_set_role(set, "excitation.amplitude", RESULT_PARAMETER);
  int length[N];
  for (int i = 0; i < count; i++) {
    number[i] = first + (count - 1 - i) * stride;
    status[i] = number[i] % 2;
    load[i] = 0.5 * number[i];
    length[i] = length_of(number[i]);
  }
  size_t total[2] = {0, HARMONICS};
  CHECK_OK(result_set_add_row_sizes(set, "point", n, length, &total[0]));
  double *frequency = result_set_add(set, "frequency", RESULT_DOUBLE, "point", total, "Hz", "");
  int *event = result_set_add(set, "event", RESULT_INT, "point", total, "1", "");
  result_set_flags(set, "event", "none maximum minimum");
  double *cosine = result_set_add(set, "tip_cos", RESULT_DOUBLE, "point,harmonic", total, "m", "");
  for (int i = 0, k = 0; i < count; i++)
    for (int j = 0; j < length[i]; j++, k++) {
      frequency[k] = value_of(number[i], j, 0);
      event[k] = j % 3;
      for (int h = 0; h < HARMONICS; h++) cosine[k * HARMONICS + h] = value_of(number[i], j, h);
    }
  result_set_text(set, "study_sha256", "11aa");
  CHECK_OK(result_set_sort(set, "trajectory"));
  return set;
}

static void append(result_writer *writer, int first, int stride, int count) {
  result_set *part = make(first, stride, count);
  CHECK_OK(result_writer_append_part(writer, part));
  result_set_destroy(part);
}

// Checks all trajectories before `missing_from`, in ascending order.
static void check_file(const char *name, int missing_from) {
  result_set *set;
  CHECK_OK(results_read(name, &set));
  const result_variable *sizes = result_set_find(set, "row_size"),
                        *frequency = result_set_find(set, "frequency");
  const int *event = result_set_find(set, "event")->data;
  const double *cosine = result_set_find(set, "tip_cos")->data;
  CHECK_EQUAL_TEXT(sizes->sample_dimension, "point");
  TEST_CHECK(sizes->size[0] == N && !frequency->sample_dimension);
  size_t k = 0;
  for (int i = 0; i < N; i++) {
    const int length = i < missing_from ? length_of(i) : 0;
    TEST_CHECK(((const int *)sizes->data)[i] == length);
    for (int j = 0; j < length; j++, k++) {
      TEST_CHECK(((const double *)frequency->data)[k] == value_of(i, j, 0) && event[k] == j % 3);
      for (int h = 0; h < HARMONICS; h++) TEST_CHECK(cosine[k * HARMONICS + (size_t)h] == value_of(i, j, h));
    }
  }
  TEST_CHECK(frequency->size[0] == k);
  result_set_destroy(set);
}

static void check_parts(void) {
  result_writer *writer;
  CHECK_OK(result_writer_open(whole, 0, 0, &writer));
  append(writer, 10, 1, 13);
  append(writer, 2, 1, 1); // a part without a single point
  result_writer_close(writer);
  CHECK_OK(result_writer_open(whole, 0, 1, &writer)); // resumed
  append(writer, 0, 1, 2);
  append(writer, 3, 1, 7);
  CHECK_OK(result_writer_finish(writer, N));
  check_file(whole, N);
  CHECK_OK(result_writer_open(path[3], 0, 0, &writer)); // ends before its last trajectories
  append(writer, 5, 1, 10);
  append(writer, 0, 1, 5);
  CHECK_OK(result_writer_finish(writer, N));
  check_file(path[3], 15);
}

// Shards with interleaved trajectories, one of them unfinished: the same bytes as the whole run.
static void check_shards(void) {
  result_writer *writer;
  char merged[80];
  for (int shard = 0; shard < 3; shard++) {
    CHECK_OK(result_writer_open(path[shard], 0, 0, &writer));
    append(writer, shard, 3, 4);
    append(writer, shard + 12, 3, shard == 2 ? 3 : 4);
    if (shard == 1)
      result_writer_close(writer);
    else
      CHECK_OK(result_writer_finish(writer, N));
  }
  snprintf(merged, sizeof merged, "%s", in_folder("merged.h5"));
  CHECK_OK(results_merge(merged, 0, 3, (const char *[]){path[2], path[1], path[0]}));
  TEST_CHECK(same_bytes(whole, merged));
}

static void check_table(const char *name, const char *header, int harmonics) {
  FILE *table = fopen(in_folder(name), "r");
  char line[200], expected[200];
  TEST_CHECK(table && fgets(line, sizeof line, table));
  CHECK_EQUAL_TEXT(line, header);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < length_of(i); j++)
      for (int h = 0; h < (harmonics ? HARMONICS : 1); h++) {
        static const char *const events[] = {"none", "maximum", "minimum"};
        const int used = snprintf(expected, sizeof expected, "%d,%.17g,%d,", i, 0.5 * i, j);
        if (harmonics)
          snprintf(expected + used, sizeof expected - (size_t)used, "%d,%.17g\n", h, value_of(i, j, h));
        else
          snprintf(expected + used, sizeof expected - (size_t)used, "%.17g,%s\n", value_of(i, j, 0),
                   events[j % 3]);
        TEST_CHECK(fgets(line, sizeof line, table) != NULL);
        CHECK_EQUAL_TEXT(line, expected);
      }
  TEST_CHECK(fgets(line, sizeof line, table) == NULL);
  fclose(table);
}

static void check_tables(void) {
  char *text = NULL;
  size_t size = 0;
  CHECK_OK(results_export(whole, in_folder("a.csv"), 0));
  check_table("a-point.csv", "trajectory,excitation.amplitude,point,frequency,event\n", 0);
  check_table("a-point-harmonic.csv", "trajectory,excitation.amplitude,point,harmonic,tip_cos\n", 1);
  FILE *out = open_memstream(&text, &size);
  CHECK_OK(results_print_info(whole, out));
  fclose(out);
  int total = 0, maxima = 0;
  char words[80];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < length_of(i); j++) total++, maxima += j % 3 == 1;
  snprintf(words, sizeof words, "point %d", total);
  TEST_CHECK(strstr(text, words) != NULL);
  snprintf(words, sizeof words, "%d maximum", maxima);
  TEST_CHECK(strstr(text, words) != NULL);
  free(text);
}

// Invalid sets that no run writes: lengths that do not fit the values.
static void check_refused(void) {
  const int good[] = {2, 3}, *const bad[] = {(const int[]){2, 2}, (const int[]){6, -1}};
  for (int k = 0; k < 2; k++) {
    result_set *set = result_set_create();
    const size_t n = 2;
    size_t total;
    int *number = result_set_add(set, "trajectory", RESULT_INT, "trajectory", &n, "", "");
    number[1] = 1;
    CHECK_OK(result_set_add_row_sizes(set, "point", n, good, &total));
    TEST_CHECK(total == 5 && result_set_add(set, "x", RESULT_DOUBLE, "point", &total, "", "") != NULL);
    memcpy(result_set_find(set, "row_size")->own, bad[k], sizeof good);
    CHECK_OK(results_write(set, in_folder("bad.h5"), 1));
    result_set_destroy(set);
    const char *shard = in_folder("bad.h5");
    TEST_CHECK(results_merge(in_folder("out.h5"), 1, 1, &shard) == CHATTER_IO);
    TEST_CHECK(strstr(error_message(0),
                      k ? "'row_size' holds -1" : "'row_size' counts 4 values, but 'x' has 5") != NULL);
    error_clear();
    TEST_CHECK(results_export(shard, in_folder("out.csv"), 1) == CHATTER_IO);
    error_clear();
  }
}

int main(int argc, char **argv) {
  if (argc == 3) {
    result_set *set = make(0, 1, 5);
    CHECK_OK(results_write(set, argv[2], 0));
    result_set_destroy(set);
    return TEST_END();
  }
  scratch_create();
  snprintf(whole, sizeof whole, "%s", in_folder("whole.h5"));
  for (int i = 0; i < 4; i++) snprintf(path[i], sizeof path[i], "%s/%d.h5", folder, i);
  check_parts();
  check_shards();
  check_tables();
  check_refused();
  scratch_remove();
  return TEST_END();
}
