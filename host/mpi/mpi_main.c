// Program chatter-mpi: an ensemble over the ranks of MPI, with a shard and a device for each.
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/run_options.h"
#include "mpi/child.h"
#include "mpi/mpi_options.h"
#include "mpi/ranks.h"

enum { NAME = 4096, CHECKPOINTED = 75, INPUT_OUTPUT = 6, NOTHING_TO_DO = -1 };

typedef struct job {
  ranks ranks;
  mpi_options options;
  const char *program; // path of chatter
  char program_path[NAME], output[NAME], shard_path[NAME + 64];
} job;

// Names the output like `chatter run`: plate.h5 for models/plate.yaml.
static void name_output(job *self) {
  const char *slash = strrchr(self->options.study, '/'), *name = slash ? slash + 1 : self->options.study;
  size_t n = strlen(name);
  if (n > 5 && strcmp(name + n - 5, ".yaml") == 0) n -= 5;
  if (cli_run_values.output)
    snprintf(self->output, sizeof self->output, "%s", cli_run_values.output);
  else
    snprintf(self->output, sizeof self->output, "%.*s.h5", (int)n, name);
}

// Makes OUT.shard-I-of-N.h5.
static const char *shard_of(const job *self, int rank, char *path, size_t size) {
  size_t n = strlen(self->output);
  if (n > 3 && strcmp(self->output + n - 3, ".h5") == 0) n -= 3;
  snprintf(path, size, "%.*s.shard-%d-of-%d.h5", (int)n, self->output, rank + 1, self->ranks.n);
  return path;
}

// Returns --device, else the GPU with the rank's number on its host, among those that
// CUDA_VISIBLE_DEVICES leaves.
static const char *choose_device(const job *self, char *text, size_t size) {
  child_words ask = {0};
  if (cli_run_values.device.device) return cli_run_values.device.device;
  child_add(&ask, self->program);
  child_add(&ask, "devices");
  const int gpus = child_count_lines(&ask, "cuda:");
  child_forget(&ask);
  snprintf(text, size, gpus > 0 ? "cuda:%d" : "cpu", gpus > 0 ? self->ranks.local % gpus : 0);
  return text;
}

// Returns --threads, else this rank's share of its processors.
static const char *choose_threads(const job *self, char *text, size_t size) {
  cpu_set_t own;
  if (self->options.threads) return self->options.threads;
  CPU_ZERO(&own);
  sched_getaffinity(0, sizeof own, &own);
  const int share = CPU_COUNT(&own) / (self->ranks.n_sharing > 0 ? self->ranks.n_sharing : 1);
  snprintf(text, size, "%d", share > 1 ? share : 1);
  return text;
}

static void add_all(child_words *to, const child_words *from) {
  for (int i = 0; i < from->n; i++) child_add(to, from->word[i]);
}

// Reduces the models on rank 0 by `chatter check`, for all that the ensemble varies, and leaves
// them in the cache; it also reports mistakes of the study, once.
static int prepare(const job *self, const char *device, const char *threads) {
  child_words check = {0};
  if (access(self->output, F_OK) == 0 && !cli_run_values.force) {
    if (!cli_run_values.resume)
      fprintf(stderr, "chatter-mpi: %s: exists already and is left as it is; --force replaces it\n",
              self->output);
    else
      fprintf(stderr, "%s is there: nothing to resume\n", self->output);
    return cli_run_values.resume ? NOTHING_TO_DO : INPUT_OUTPUT;
  }
  child_add(&check, self->program);
  child_add(&check, "check");
  child_add(&check, self->options.study);
  child_add(&check, "--device");
  child_add(&check, device);
  child_add(&check, "--threads");
  child_add(&check, threads);
  add_all(&check, &self->options.check);
  const int code = child_run(&check);
  child_forget(&check);
  return code;
}

static int run_shard(job *self, const char *device, const char *threads) {
  char shard[48], log_path[NAME];
  child_words run = {0};
  snprintf(shard, sizeof shard, "%d/%d", self->ranks.rank + 1, self->ranks.n);
  shard_of(self, self->ranks.rank, self->shard_path, sizeof self->shard_path);
  const char *const fixed[] = {
      self->program, "run",  self->options.study, "--shard", shard, "-o", self->shard_path,
      "--device",    device, "--threads",         threads};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) child_add(&run, fixed[i]);
  if (cli_run_values.resume) child_add(&run, "--resume");
  if (cli_run_values.force) child_add(&run, "--force");
  if (cli_run_values.quiet || self->ranks.rank > 0)
    child_add(&run, "--quiet"); // only rank 0 shows its progress
  if (cli_run_values.log_json) {
    snprintf(log_path, sizeof log_path, "%s.%d-of-%d", cli_run_values.log_json, self->ranks.rank + 1,
             self->ranks.n);
    child_add(&run, "--log-json");
    child_add(&run, log_path);
  }
  add_all(&run, &self->options.run);
  const int code = child_run(&run);
  child_forget(&run);
  if (code != 0 && code != CHECKPOINTED && !child_was_signalled())
    fprintf(stderr, "chatter-mpi: rank %d on %s: exit code %d\n", self->ranks.rank, self->ranks.host, code);
  return code;
}

// Merges the shards into OUT.h5 and then removes them.
static int merge_shards(const job *self) {
  child_words words = {0};
  char(*path)[NAME + 64] = calloc((size_t)self->ranks.n, sizeof *path);
  if (!path) return 5;
  child_add(&words, self->program);
  child_add(&words, "merge");
  child_add(&words, self->output);
  for (int i = 0; i < self->ranks.n; i++) child_add(&words, shard_of(self, i, path[i], sizeof path[i]));
  if (cli_run_values.force) child_add(&words, "--force");
  const int code = child_run(&words);
  child_forget(&words);
  for (int i = 0; code == 0 && i < self->ranks.n; i++) unlink(path[i]);
  free(path);
  return code;
}

// Maps an interruption before anything was stored to "checkpointed": the same command with --resume
// begins again.
static int as_checkpointed(int code) {
  return code > 0 && child_was_signalled() ? CHECKPOINTED : code;
}

// Combines the ranks' codes. Interrupted ranks left checkpoints; their code has precedence, so that
// the job is queued again. Too many failed trajectories (7) are reported by shard; those results
// are complete.
static int combine_shards(int code) {
  const int checkpointed = ranks_largest(code == CHECKPOINTED), largest = ranks_largest(code);
  return checkpointed ? CHECKPOINTED : largest;
}

static int run_all(job *self) {
  char device_text[32], threads_text[32], place[RANKS_TEXT];
  const int is_first = self->ranks.rank == 0;
  name_output(self);
  self->program = child_find(self->program_path, sizeof self->program_path);
  const char *device = choose_device(self, device_text, sizeof device_text);
  const char *threads = choose_threads(self, threads_text, sizeof threads_text);
  snprintf(place, sizeof place, "%.60s, threads %.20s", device, threads);
  ranks_print(&self->ranks, place);
  int code = ranks_of_first(is_first ? as_checkpointed(prepare(self, device, threads)) : 0);
  if (code != 0) return code == NOTHING_TO_DO ? 0 : code;
  if (ranks_largest(child_was_signalled())) return CHECKPOINTED; // before anything was begun
  code = combine_shards(as_checkpointed(run_shard(self, device, threads)));
  if (code == CHECKPOINTED && is_first)
    fprintf(stderr, "chatter-mpi: stopped with checkpoints; the same command with --resume goes on\n");
  if (code != 0 && code != 7) return code;
  const int merged = ranks_of_first(is_first ? merge_shards(self) : 0);
  return merged ? merged : code;
}

int main(int argc, char **argv) {
  static job self;
  child_forward_signals();
  ranks_begin(&argc, &argv, &self.ranks);
  child_forward_signals(); // MPI may have installed its own handlers
  const int parsed = mpi_options_parse(argc, argv, self.ranks.rank == 0, &self.options);
  const int code = parsed < 0 ? 0 : parsed > 0 ? parsed : run_all(&self);
  ranks_end();
  return code;
}
