// Checkpoint files: written values come back bit by bit. A damaged file, a file of another run and
// one of another reduced model are refused with a specific message.
#include <sys/stat.h>
#include <unistd.h>

#include "ensemble/state/checkpoint.h"
#include "ensemble_bench.h"

static char folder[] = "/tmp/chatter-checkpoint-XXXXXX";
static const run_identity identity = {"study", "values", "1/1", "auto", "double", "none", "0"};

static void raises(chatter_status got, const char *text, int line) {
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), text) != NULL;
  if (got != CHATTER_IO || !found) {
    fprintf(stderr, "checkpoint.c:%d: status %d without '%s'\n", line, got, text);
    log_errors();
    check_failures++;
  }
  error_clear();
}
#define RAISES(call, text) raises(call, text, __LINE__)

static chatter_status read_with(const run_identity *id, int *n, checkpoint **all) {
  *n = 0;
  *all = NULL;
  return checkpoint_read_all(folder, id, n, all);
}

// Overwrites one byte of the only checkpoint, or truncates the file to `length` bytes.
static void damage(const char *path, long at, long length) {
  FILE *file = fopen(path, "r+b");
  if (!file) exit(1);
  if (length >= 0) {
    if (ftruncate(fileno(file), length) != 0) exit(1);
  } else {
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 1, file);
  }
  fclose(file);
}

// Returns 1 if the columns from `first` on of one batch equal all columns of another bit by bit.
static int same_columns(const batch_job *whole, const batch_job *part, long first) {
  const engine_layout *l = &whole->group->layout;
  const kernel_batch *x = &whole->host, *y = &part->host;
  int same = part->n == whole->n - first;
  for (long i = 0; i < part->n; i++) {
    for (int s = 0; s < l->n_state; s++)
      same &= memcmp(&x->state[s * x->stride + first + i], &y->state[s * y->stride + i], 8) == 0;
    for (long w = 0; w < l->n_window_rows; w++)
      same &= memcmp(&x->windows[w * x->stride + first + i], &y->windows[w * y->stride + i], 8) == 0;
  }
  return same;
}

// Trajectories whose results are in a part are not in the checkpoint. Trajectories of a part that
// was written later are removed from it.
static void done_ones_are_left_out(bench *b, batch_job *job) {
  unsigned char done[32] = {0};
  checkpoint *all;
  batch_job again;
  int n;
  job->collected[0] = 1;
  job->n_collected = 1;
  CHECK_OK(checkpoint_write(folder, &identity, job));
  job->collected[0] = 0;
  job->n_collected = 0;
  CHECK_OK(read_with(&identity, &n, &all));
  TEST_CHECK(n == 1 && all[0].n == job->n - 1 && all[0].trajectory[0] == job->trajectory[1]);
  done[job->trajectory[1]] = 1;
  checkpoint_leave_out(&all[0], 32, done);
  TEST_CHECK(all[0].n == job->n - 2 && all[0].trajectory[0] == job->trajectory[2]);
  CHECK_OK(batch_job_create(&b->plan, 0, all[0].n, all[0].trajectory, &again));
  CHECK_OK(checkpoint_restore(&all[0], &again));
  TEST_CHECK(same_columns(job, &again, 2) && again.number == job->number);
  batch_job_destroy(&again);
  checkpoint_destroy_all(n, all);
}

static void comes_back(bench *b, batch_job *job, const char *path) {
  checkpoint *all;
  batch_job again;
  int n;
  CHECK_OK(checkpoint_write(folder, &identity, job));
  TEST_CHECK(access(path, F_OK) == 0);
  CHECK_OK(read_with(&identity, &n, &all));
  TEST_CHECK(n == 1 && all[0].n == job->n && all[0].step == job->step);
  CHECK_OK(batch_job_create(&b->plan, 0, all[0].n, all[0].trajectory, &again));
  CHECK_OK(checkpoint_restore(&all[0], &again));
  TEST_CHECK(same_columns(job, &again, 0));
  TEST_CHECK(again.step == job->step && again.step > 0);
  all[0].reduced[0] ^= 1;
  RAISES(checkpoint_restore(&all[0], &again), "reduced model");
  batch_job_destroy(&again);
  checkpoint_destroy_all(n, all);
}

// Two trajectories have their own step lengths. After one has ended, the step of the other one is
// the step of the batch.
static void the_last_one_goes_on(void) {
  bench b;
  batch_job job, again;
  checkpoint *all;
  int n;
  bench_open(&b, bench_bar_bounces);
  CHECK_OK(batch_job_create(&b.plan, 0, 2, b.plan.groups[0].trajectory, &job));
  job.collected[0] = 1;
  job.n_collected = 1;
  CHECK_OK(checkpoint_write(folder, &identity, &job));
  CHECK_OK(read_with(&identity, &n, &all));
  TEST_CHECK(n == 1 && all[0].n == 1);
  CHECK_OK(batch_job_create(&b.plan, 0, 1, all[0].trajectory, &again));
  TEST_CHECK(memcmp(again.host.sizes.dim, job.host.sizes.dim, sizeof job.host.sizes.dim) != 0);
  CHECK_OK(checkpoint_restore(&all[0], &again));
  TEST_CHECK(same_columns(&job, &again, 1));
  batch_job_destroy(&again);
  checkpoint_destroy_all(n, all);
  CHECK_OK(checkpoint_remove(folder, &job));
  batch_job_destroy(&job);
  bench_close(&b);
}

static void others_are_refused(void) {
  static const struct {
    size_t offset;
    const char *named;
  } fields[] = {
      {offsetof(run_identity, study), "study's text"},    {offsetof(run_identity, values), "--set"},
      {offsetof(run_identity, shard), "shard"},           {offsetof(run_identity, team), "--team"},
      {offsetof(run_identity, precision), "--precision"}, {offsetof(run_identity, state), "--keep-state"},
      {offsetof(run_identity, version), "version"}};
  checkpoint *all;
  int n;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    run_identity other = identity;
    ((char *)&other)[fields[i].offset] = '#';
    RAISES(read_with(&other, &n, &all), fields[i].named);
  }
}

static void damage_is_seen(batch_job *job, const char *path) {
  checkpoint *all;
  struct stat info;
  int n;
  stat(path, &info);
  // Bytes in the state, in the list of trajectories, and in the hash at the end.
  const long places[] = {info.st_size / 2, info.st_size - 100, info.st_size - 1};
  for (int i = 0; i < 3; i++) {
    CHECK_OK(checkpoint_write(folder, &identity, job));
    damage(path, places[i], -1);
    RAISES(read_with(&identity, &n, &all), "damaged");
  }
  damage(path, 0, info.st_size - 8);
  RAISES(read_with(&identity, &n, &all), "damaged");
  damage(path, 0, 10);
  RAISES(read_with(&identity, &n, &all), "cut short");
  CHECK_OK(checkpoint_remove(folder, job));
  CHECK_OK(checkpoint_remove(folder, job)); // no checkpoint: nothing to do
  CHECK_OK(read_with(&identity, &n, &all));
  TEST_CHECK(n == 0);
  checkpoint_destroy_all(n, all);
}

int main(void) {
  char path[256];
  bench b;
  batch_job job;
  device_set devices;
  if (!mkdtemp(folder)) return 1;
  bench_open(&b, bench_bar_bounces);
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  CHECK_OK(batch_job_create(&b.plan, 0, 5, b.plan.groups[0].trajectory + 2, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  CHECK_OK(batch_job_advance(&job, 1234));
  CHECK_OK(batch_job_fetch(&job));
  long lowest = job.trajectory[0];
  for (int i = 1; i < 5; i++) lowest = job.trajectory[i] < lowest ? job.trajectory[i] : lowest;
  snprintf(path, sizeof path, "%s/batch-%09ld.checkpoint", folder, lowest);
  comes_back(&b, &job, path);
  done_ones_are_left_out(&b, &job);
  others_are_refused();
  damage_is_seen(&job, path);
  batch_job_destroy(&job);
  devices_close(&devices);
  bench_close(&b);
  the_last_one_goes_on();
  return rmdir(folder) == 0 ? TEST_END() : 1;
}
