// Shards that do not belong together and runs that must not be modified: each is refused with its
// message, and the existing files are unchanged.
#include "base/inputs.h"
#include "results/join/results_merge.h"
#include "results/results_file.h"
#include "results/write/result_writer.h"
#include "results_parts.h"
#include "tests/scratch.h"

// The messages so far must be exactly `text`, where @ stands for the folder.
static void check_message(int line, chatter_status status, chatter_status expected, const char *text) {
  char whole[1000] = "";
  for (const char *c = text; *c; c++) strncat(whole, *c == '@' ? folder : c, *c == '@' ? sizeof folder : 1);
  if (status != expected || error_count() != 1) {
    fprintf(stderr, "line %d: status %s, %d messages\n", line, status_text(status), error_count());
    check_failures++;
  }
  if (error_count()) CHECK_EQUAL_TEXT(error_message(0), whole);
  error_clear();
}

// A finished shard of `count` trajectories, modified by `what`.
static const char *shard(const char *name, int first, int count, const char *what) {
  result_set *set = make_part(first, 1, count);
  if (strcmp(what, "study") == 0) result_set_text(set, "study_sha256", "33cc");
  if (strcmp(what, "reduced") == 0) result_set_text(set, "reduced_hash", "44dd");
  if (strcmp(what, "no reduced") == 0) strcpy(set->attributes[2].name, "something_else");
  if (strcmp(what, "seed") == 0) result_set_number(set, "seed", 8);
  if (strcmp(what, "more") == 0)
    result_set_add(set, "extra", RESULT_DOUBLE, "trajectory", &(size_t){(size_t)count}, "", "");
  if (strcmp(what, "fewer") == 0)
    strcpy(set->variables[4].dim[0], "point"); // impacts: no longer per trajectory
  if (strcmp(what, "unit") == 0) strcpy(set->variables[3].units, "mm");
  if (strcmp(what, "fixed") == 0) ((double *)result_set_find(set, "boundary")->own)[2] = 9;
  if (strcmp(what, "small") == 0) result_set_number(set, "trajectories_total", 12);
  if (strcmp(what, "large") == 0) result_set_number(set, "trajectories_total", 40);
  CHECK_OK(results_write(set, in_folder(name), 1));
  result_set_destroy(set);
  return in_folder(name);
}

static chatter_status merge(const char *a, const char *b) {
  return results_merge(in_folder("m.h5"), 0, b ? 2 : 1, (const char *[]){a, b});
}

static void check_shards(void) {
  static const struct {
    const char *what, *message;
  } cases[] = {
      {"study", "@/b.h5: comes from another study than @/a.h5 (study_sha256: 33cc, not 11aa)"},
      {"reduced", "@/b.h5: comes from another reduced model than @/a.h5 (reduced_hash: 44dd, not 22bb)"},
      {"no reduced", "@/b.h5: comes from another reduced model than @/a.h5 (reduced_hash: none, not 22bb)"},
      {"seed", "@/b.h5: comes from another seed than @/a.h5 (seed: 8, not 7)"},
      {"more", "@/b.h5: has a variable 'extra' that @/a.h5 lacks"},
      {"fewer", "@/b.h5: variable 'impacts' has another type, unit or shape than in @/a.h5"},
      {"unit", "@/b.h5: variable 'amplitude' has another type, unit or shape than in @/a.h5"},
      {"fixed", "@/b.h5: variable 'boundary' has other values than in @/a.h5"},
      {"small", "@/b.h5: holds trajectory 19, but the ensemble has 12"},
      {"large",
       "20 of 40 trajectories are in no shard: 20 to 39 (numbered from 0); finish those shards with --resume "
       "or name them too"},
  };
  const char *a = shard("a.h5", 0, 10, "");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *b = shard("b.h5", 10, 10, cases[i].what);
    chatter_status status = merge(a, b);
    check_message(__LINE__, status, CHATTER_IO, cases[i].message);
    TEST_CHECK(access(in_folder("m.h5"), F_OK) != 0 && access(in_folder("m.h5.tmp"), F_OK) != 0);
  }
}

static void check_sets_of_shards(void) {
  const char *a = shard("a.h5", 0, 10, ""), *gap = shard("b.h5", 12, 3, ""), *over = shard("c.h5", 8, 5, "");
  check_message(
      __LINE__, merge(a, gap), CHATTER_IO,
      "2 of 15 trajectories are in no shard: 10 to 11 (numbered from 0); finish those shards with --resume "
      "or name them too");
  check_message(__LINE__, merge(a, over), CHATTER_IO, "trajectory 8 is in @/a.h5 and again in @/c.h5");
  check_message(__LINE__, merge(a, a), CHATTER_IO, "trajectory 0 is in @/a.h5 and again in @/a.h5");
  check_message(__LINE__, merge(a, in_folder("none.h5")), CHATTER_IO,
                "@/none.h5: cannot be read: No such file or directory");
  inputs_note(gap);
  check_message(__LINE__, results_merge(gap, 1, 2, (const char *[]){a, gap}), CHATTER_USAGE,
                "@/b.h5: is read by this command and cannot be its output too; name another file");
  inputs_forget();
  check_message(__LINE__, results_merge(in_folder("m.h5"), 0, 0, NULL), CHATTER_USAGE,
                "merge needs at least one shard");
  check_message(__LINE__, results_merge(a, 0, 1, (const char *[]){gap}), CHATTER_IO,
                "@/a.h5: exists already and is left as it is; --force replaces it");
  result_set *set = make_part(0, 1, 3);
  strcpy(set->variables[0].name, "number");
  CHECK_OK(results_write(set, in_folder("d.h5"), 1));
  check_message(__LINE__, merge(in_folder("d.h5"), NULL), CHATTER_IO,
                "@/d.h5: has no variable 'trajectory'; only results of runs can be put together");
  result_set_destroy(set);
}

// Unfinished runs: neither overwritten nor continued by mistake; a modified part is noticed.
static void check_runs(void) {
  const char *path = in_folder("run.h5");
  result_writer *writer, *second;
  CHECK_OK(result_writer_open(path, 0, 0, &writer));
  append_part(writer, 0, 1, 4);
  check_message(__LINE__, result_writer_open(path, 0, 1, &second), CHATTER_IO,
                "@/run.h5.parts: another run is writing these results now; wait for its end, or name "
                "another file");
  result_set *part = make_part(4, 1, 4);
  result_set_number(part, "seed", 9);
  check_message(__LINE__, result_writer_append_part(writer, part), CHATTER_IO,
                "this run: comes from another seed than @/run.h5.parts (seed: 9, not 7)");
  result_set_destroy(part);
  result_writer_close(writer);
  check_message(__LINE__, result_writer_open(path, 0, 0, &writer), CHATTER_IO,
                "@/run.h5.parts: holds an unfinished run; --resume continues it, --force starts it anew");
  CHECK_OK(results_write((part = make_part(0, 1, 5)), in_folder("run.h5.parts/part-000000.h5"), 1));
  result_set_destroy(part);
  check_message(
      __LINE__, result_writer_open(path, 0, 1, &writer), CHATTER_IO,
      "@/run.h5.parts/part-000000.h5: changed or damaged since it was written (its SHA-256 is not the one "
      "in MANIFEST); without its line in MANIFEST its trajectories 0 to 3 are run again by --resume");
  FILE *file = fopen(in_folder("run.h5.parts/MANIFEST"), "w");
  fputs("chatter-parts 1\npart-1.h5 xyz\n", file);
  fclose(file);
  check_message(__LINE__, result_writer_open(path, 0, 1, &writer), CHATTER_IO,
                "@/run.h5.parts/MANIFEST:2: not a line of a manifest: 'part-1.h5 xyz'");
  CHECK_OK(result_writer_open(path, 1, 0, &writer)); // --force: from the start
  TEST_CHECK(result_writer_count_parts(writer) == 0);
  append_part(writer, 0, 1, 4);
  CHECK_OK(result_writer_finish(writer, 4));
  check_message(__LINE__, result_writer_open(path, 0, 0, &writer), CHATTER_IO,
                "@/run.h5: exists already and is left as it is; --force replaces it");
  check_message(__LINE__, result_writer_open(path, 0, 1, &writer), CHATTER_IO,
                "@/run.h5: is finished, there is nothing to resume; --force runs it again");
}

int main(void) {
  scratch_create();
  check_shards();
  check_sets_of_shards();
  check_runs();
  scratch_remove();
  return TEST_END();
}
