// A writer killed with SIGKILL at random moments loses no part that it had reported as closed, and
// the resumed run ends with the same bytes as one that was not interrupted. Also: a full disk and a
// read-only folder.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "results/write/result_writer.h"
#include "results_parts.h"
#include "tests/scratch.h"

enum { N_PARTS = 25, PART = 5, N = N_PARTS * PART };
static char path[64], whole[64], parts[80];

// Appends the missing parts, reports each closed part, finishes. Runs in a child that may be killed
// at any point.
static void write_all(const char *name, int resume, int report) {
  result_writer *writer;
  unsigned char done[N];
  CHECK_OK(result_writer_open(name, 0, resume, &writer));
  CHECK_OK(result_writer_mark_done(writer, N, done));
  for (int i = 0; i < N_PARTS; i++) {
    int part = (i * 7 + 3) % N_PARTS; // not in order
    if (done[part * PART]) continue;
    append_part(writer, part * PART, 1, PART);
    if (report >= 0 && write(report, &part, sizeof part) != sizeof part) exit(2);
  }
  CHECK_OK(result_writer_finish(writer, N));
}

// Starts a child, kills it after `pause` seconds and marks the parts that it reported. Returns 1 if
// the child had finished.
static int run_and_kill(double pause, int resume, unsigned char *closed) {
  int report[2], part, state;
  TEST_CHECK(pipe(report) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(report[0]);
    write_all(path, resume, report[1]);
    _exit(0);
  }
  close(report[1]);
  nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
  kill(child, SIGKILL);
  waitpid(child, &state, 0);
  while (read(report[0], &part, sizeof part) == sizeof part) closed[part] = 1;
  close(report[0]);
  if (WIFEXITED(state)) TEST_CHECK(WEXITSTATUS(state) == 0);
  return WIFEXITED(state);
}

static void check_kills(void) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  write_all(whole, 0, -1);
  clock_gettime(CLOCK_MONOTONIC, &now);
  double duration = (double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec);
  unsigned int seed = (unsigned int)now.tv_nsec;
  int kills = 0;
  while (kills < 20) {
    unsigned char closed[N_PARTS] = {0}, done[N];
    int finished = 0, resume = 0;
    while (!finished && kills < 40) {
      finished = run_and_kill(duration * (0.02 + 0.3 * rand_r(&seed) / RAND_MAX), resume, closed);
      kills += !finished;
      if (finished) break;
      resume = 1;
      if (access(path, F_OK) == 0) break; // killed after the file was complete
      result_writer *writer;
      CHECK_OK(result_writer_open(path, 0, 1, &writer));
      CHECK_OK(result_writer_mark_done(writer, N, done));
      for (int i = 0; i < N; i++) TEST_CHECK(done[i] == 1 || !closed[i / PART]);
      result_writer_close(writer);
    }
    if (access(path, F_OK) != 0) {
      write_all(path, 1, -1);
    } else if (!finished && access(parts, F_OK) == 0) { // after the complete file, before its parts
                                                        // were removed
      result_writer *writer;
      if (result_writer_open(path, 0, 1, &writer) == CHATTER_OK)
        CHECK_OK(result_writer_finish(writer, N));
      else
        TEST_CHECK(strstr(error_message(0), "is finished, there is nothing to resume") != NULL);
      error_clear();
      TEST_CHECK(access(parts, F_OK) != 0);
    }
    TEST_CHECK(same_bytes(path, whole));
    unlink(path);
  }
}

// A limit on file sizes makes writes fail like a full disk. In a child, because HDF5 leaks what it
// cannot write.
static void append_on_full_disk(result_writer *writer, const char *part_path) {
  struct rlimit small;
  struct stat info;
  TEST_CHECK(stat(part_path, &info) == 0);
  getrlimit(RLIMIT_FSIZE, &small);
  signal(SIGXFSZ, SIG_IGN);
  for (small.rlim_cur = 100; small.rlim_cur < (rlim_t)info.st_size / 2; small.rlim_cur += 400) {
    result_set *part = make_part(PART, 1, PART);
    setrlimit(RLIMIT_FSIZE, &small);
    TEST_CHECK(result_writer_append_part(writer, part) == CHATTER_IO &&
               strstr(error_message(0), "File too large"));
    error_clear();
    result_set_destroy(part);
  }
}

static void check_full_disk(void) {
  result_writer *writer;
  unsigned char done[N];
  int state;
  CHECK_OK(result_writer_open(path, 0, 0, &writer));
  append_part(writer, 0, 1, PART);
  pid_t child = fork();
  if (child == 0) {
    char part_path[100];
    snprintf(part_path, sizeof part_path, "%s/part-000000.h5", parts);
    append_on_full_disk(writer, part_path);
    _exit(TEST_END());
  }
  waitpid(child, &state, 0);
  TEST_CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);
  result_writer_close(writer);
  CHECK_OK(result_writer_open(path, 0, 1, &writer));
  CHECK_OK(result_writer_mark_done(writer, N, done));
  for (int i = 0; i < N; i++) TEST_CHECK(done[i] == (i < PART));
  append_part(writer, PART, 1, N - PART);
  CHECK_OK(result_writer_finish(writer, N));
  TEST_CHECK(same_bytes(path, whole));
}

static void check_read_only(void) {
  char closed[64], name[80];
  snprintf(closed, sizeof closed, "%s/closed", folder);
  snprintf(name, sizeof name, "%s/a.h5", closed);
  TEST_CHECK(mkdir(closed, 0555) == 0);
  if (access(closed, W_OK) == 0) return; // root may write anywhere
  result_writer *writer;
  TEST_CHECK(result_writer_open(name, 0, 0, &writer) == CHATTER_IO);
  TEST_CHECK(strstr(error_message(0), "cannot be created: Permission denied") != NULL);
  error_clear();
}

int main(void) {
  scratch_create();
  snprintf(path, sizeof path, "%s/a.h5", folder);
  snprintf(whole, sizeof whole, "%s/whole.h5", folder);
  snprintf(parts, sizeof parts, "%s.parts", path);
  check_kills();
  check_full_disk();
  check_read_only();
  scratch_remove();
  return TEST_END();
}
