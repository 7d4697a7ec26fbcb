// Parts put together: the bytes of the file do not depend on how the ensemble was split; missing
// rows are filled.
#include "results/join/results_merge.h"
#include "results/results_file.h"
#include "results/write/result_writer.h"
#include "results_parts.h"

enum { N = 23 };
static char folder[] = "/tmp/parts_XXXXXX", path[4][64];

static void run_whole(void) {
  result_writer *writer;
  unsigned char done[N];
  CHECK_OK(result_writer_open(path[0], 0, 0, &writer));
  append_part(writer, 10, 1, 13);
  append_part(writer, 0, 1, 3);
  TEST_CHECK(result_writer_count_parts(writer) == 2);
  result_writer_close(writer);
  TEST_CHECK(access(path[0], F_OK) != 0);

  CHECK_OK(result_writer_open(path[0], 0, 1, &writer)); // resumed
  CHECK_OK(result_writer_mark_done(writer, N, done));
  for (int i = 0; i < N; i++) TEST_CHECK(done[i] == (i < 3 || i >= 10));
  append_part(writer, 3, 1, 7);
  CHECK_OK(result_writer_finish(writer, N));
}

static void check_whole(const char *name, int n_missing_from) {
  result_set *set;
  CHECK_OK(results_read(name, &set));
  const result_variable *amplitude = result_set_find(set, "amplitude"),
                        *history = result_set_find(set, "history");
  const int *trajectory = result_set_find(set, "trajectory")->data,
            *status = result_set_find(set, "status")->data;
  char *const *id = result_set_find(set, "sample_id")->data;
  TEST_CHECK(amplitude->size[0] == N && amplitude->size[1] == PART_WINDOWS);
  for (int i = 0; i < N; i++) {
    char text[32];
    int missing = i >= n_missing_from;
    snprintf(text, sizeof text, missing ? "" : "sample %d", i);
    CHECK_EQUAL_TEXT(id[i], text);
    TEST_CHECK(trajectory[i] == i && status[i] == (missing ? 2 : i % 2));
    TEST_CHECK(((const int *)result_set_find(set, "impacts")->data)[i] == (missing ? -2147483647 : 3 * i));
    for (int w = 0; w < PART_WINDOWS; w++) {
      double x = ((const double *)amplitude->data)[i * PART_WINDOWS + w];
      TEST_CHECK(missing ? isnan(x) : x == part_value(i, w));
    }
  }
  TEST_CHECK(history->size[0] == 2 && ((const double *)history->data)[5 + 2] == 11.2);
  CHECK_EQUAL_TEXT(result_set_find_text(set, "reduced_hash"), "22bb");
  TEST_CHECK(result_set_find(set, "boundary")->size[0] == 6);
  result_set_destroy(set);
}

// Three shards with interleaved trajectories: one finished, one unfinished, one as large as the
// ensemble.
static void run_shards(void) {
  result_writer *writer;
  for (int shard = 0; shard < 3; shard++) {
    CHECK_OK(result_writer_open(path[1 + shard], 0, 0, &writer));
    append_part(writer, shard, 3, 4);
    append_part(writer, shard + 12, 3, shard == 2 ? 3 : 4);
    if (shard == 1)
      result_writer_close(writer);
    else
      CHECK_OK(result_writer_finish(writer, N));
  }
}

int main(void) {
  TEST_CHECK(mkdtemp(folder) != NULL);
  for (int i = 0; i < 4; i++) snprintf(path[i], sizeof path[i], "%s/%c.h5", folder, "abcd"[i]);
  run_whole();
  check_whole(path[0], N);
  char parts[80], merged[80];
  snprintf(parts, sizeof parts, "%s.parts", path[0]);
  TEST_CHECK(access(parts, F_OK) != 0); // removed by finish
  run_shards();
  snprintf(merged, sizeof merged, "%s/merged.h5", folder);
  CHECK_OK(results_merge(merged, 0, 3, (const char *[]){path[3], path[2], path[1]}));
  TEST_CHECK(same_bytes(path[0], merged));

  result_writer *writer; // an unfinished ensemble: the rest is filled
  CHECK_OK(result_writer_open(path[1], 1, 0, &writer));
  append_part(writer, 0, 1, 15);
  CHECK_OK(result_writer_finish(writer, N));
  check_whole(path[1], 15);

  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  TEST_CHECK(system(command) == 0);
  return TEST_END();
}
