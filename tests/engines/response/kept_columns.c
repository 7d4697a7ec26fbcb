// Checkpoints of curves: their size is that of the points reached, not that of the room for points.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ensemble/state/checkpoint.h"
#include "kernels/response/response_layout.h"
#include "tests/ensemble/ensemble_bench.h"

static const char curves[] = BENCH_CURVES("%d");
static const run_identity identity = {"study", "values", "1/1", "auto", "double", "none", "0"};
static char folder[] = "/tmp/chatter-columns-XXXXXX";

static double state_of(const batch_job *job, int row, long i) {
  return job->host.state[row * job->host.stride + i];
}

// Returns the bytes of the live state and of the points reached.
static double reached(const batch_job *job) {
  const engine_layout *l = &job->group->layout;
  double numbers = 0;
  for (long i = 0; i < job->n; i++)
    numbers += l->n_state + state_of(job, HB_N_POINTS, i) * hb_record_size(l->sizes.dim);
  return 8 * numbers;
}

static double size_of_checkpoint(bench *b, int points) {
  char text[1000], path[256];
  device_set devices;
  batch_job job;
  struct stat info = {0};
  snprintf(text, sizeof text, curves, points);
  bench_open(b, text);
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  CHECK_OK(batch_job_create(&b->plan, 0, b->plan.n, b->plan.groups[0].trajectory, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  CHECK_OK(batch_job_advance(&job, 40));
  CHECK_OK(batch_job_fetch(&job));
  TEST_CHECK(state_of(&job, HB_N_POINTS, 0) > 10);
  CHECK_OK(checkpoint_write(folder, &identity, &job));
  snprintf(path, sizeof path, "%s/batch-%09ld.checkpoint", folder, job.number);
  TEST_CHECK(stat(path, &info) == 0);
  // A header of fixed length, and a few words for each trajectory: its number and its sizes.
  const double head = 1000 + 40 * (double)job.n;
  TEST_CHECK((double)info.st_size >= 0.9 * reached(&job) && (double)info.st_size <= reached(&job) + head);
  CHECK_OK(checkpoint_remove(folder, &job));
  batch_job_destroy(&job);
  devices_close(&devices);
  bench_close(b);
  return (double)info.st_size;
}

int main(void) {
  bench b;
  if (!mkdtemp(folder)) return 1;
  const double usual = size_of_checkpoint(&b, 600), roomy = size_of_checkpoint(&b, 20000);
  TEST_CHECK(usual > 0 && usual == roomy);
  return rmdir(folder) == 0 ? TEST_END() : 1;
}
