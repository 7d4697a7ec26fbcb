// Assigns trajectories to machines.
#include "ensemble/batch/scheduler.h"

#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "ensemble/batch/job/job_bind.h"
#include "study/samples/samples.h"

chatter_status scheduler_create(run_plan *plan, const execute_options *options, scheduler *out) {
  *out = (scheduler){.plan = plan, .options = options, .limit = options->batch};
  ALLOCATE(out->active, plan->n_groups);
  ALLOCATE(out->taken, plan->samples->n);
  ALLOCATE(out->resumed, options->n_checkpoints + 1);
  for (int c = 0; c < options->n_checkpoints; c++) {
    const checkpoint *point = &options->checkpoints[c];
    for (long i = 0; i < point->n; i++) {
      if (point->trajectory[i] < 0 || point->trajectory[i] >= plan->samples->n) {
        return error_raise(CHATTER_IO, "%s: holds trajectory %ld, which this study lacks", point->path,
                           point->trajectory[i]);
      }
      out->taken[point->trajectory[i]] = 1;
    }
  }
  return CHATTER_OK;
}

void scheduler_destroy(scheduler *self) {
  memory_free(self->active);
  memory_free(self->taken);
  memory_free(self->resumed);
  *self = (scheduler){0};
}

double scheduler_total_steps(const scheduler *self) {
  if (self->known == 0) return 0;
  return self->known_steps * (double)self->plan->n / (double)self->known;
}

// Returns the number of trajectories that fits the memory: on the device the batch, on the host
// also its parameters while it is bound.
static long fit_memory(const plan_group *group, backend *machine, int n_machines) {
  double page = (double)sysconf(_SC_PAGESIZE), pages = (double)sysconf(_SC_PHYS_PAGES);
  double host = page * pages / 6 / n_machines, device = 0.8 * (double)machine->memory_free(machine);
  if (strncmp(machine->name, "cuda", 4) != 0 && device > host) device = host; // both are the same memory
  double most = device < host ? device : host;
  const long probe = 1024;
  double each = (double)batch_job_bytes(group, probe) / (double)probe;
  each += 8 * (double)group->layout.series_values;
  double n = each > 0 ? most / each : 1e9;
  return n < 1 ? 1 : n > 1e8 ? 100000000 : (long)n;
}

// Returns the batch size for the CPU, which is as small as possible: a batch is bound, fetched,
// kept and collected as a whole, and a stop waits for that. A batch that fits the cache and reuses
// memory is bound in half the time. It must still fill the lanes of all processors often enough
// that few wait at the end.
static long fit_whole(const plan_group *group, long processors) {
  const double usual = 16.0 * 1024 * 1024, most = 64.0 * 1024 * 1024;
  const long probe = 1024, least = BATCH_ALIGN * (processors > 0 ? processors : 1), enough = 16 * least;
  const double each = (double)batch_job_bytes(group, probe) / (double)probe;
  double n = usual / each;
  if (n < (double)enough) n = (double)enough < most / each ? (double)enough : most / each;
  return n < (double)least ? least : n > 1e8 ? 100000000 : (long)n;
}

long execute_batch_size(const plan_group *group, backend *machine, int n_machines, double speed) {
  const double part_seconds = 60;
  int is_gpu = strncmp(machine->name, "cuda", 4) == 0;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  // Enough to fill the machine several times, so that its last threads do not wait long for each
  // other.
  long least = is_gpu ? 262144 : 64 * (processors > 0 ? processors : 1);
  double flops = group->layout.flops_per_step > 1 ? group->layout.flops_per_step : 1;
  if (speed <= 0) speed = is_gpu ? 1e12 / flops : 2e9 * (double)processors / flops;
  double wanted = group->likely > 0 ? part_seconds * speed / group->likely : 1e6;
  long n = wanted < (double)least ? least : wanted > 4e6 ? 4000000 : (long)wanted;
  long share = (group->n + n_machines - 1) / n_machines; // something for every device
  if (n > share) n = share;
  long most = fit_memory(group, machine, n_machines), whole = fit_whole(group, processors);
  if (!is_gpu && whole < most) most = whole;
  return n < most ? n : most;
}

static void close_if_done(scheduler *self, int group) {
  if (group < self->group && self->active[group] == 0) plan_close_group(self->plan, group);
}

// Returns the position of the next unassigned trajectory of the group.
static long skip_taken(const scheduler *self, const plan_group *group, long at) {
  while (at < group->n && self->taken[group->trajectory[at]]) at++;
  return at;
}

// Returns an unassigned checkpoint of the open group; -1: none.
static int find_checkpoint(const scheduler *self) {
  const plan_group *group = &self->plan->groups[self->group];
  for (int c = 0; c < self->options->n_checkpoints; c++) {
    long first = self->options->checkpoints[c].trajectory[0];
    if (!self->resumed[c] && samples_same_structure(self->plan->samples, first, group->trajectory[0]))
      return c;
  }
  return -1;
}

static chatter_status assign_checkpoint(scheduler *self, int c, assignment *out) {
  const checkpoint *point = &self->options->checkpoints[c];
  *out = (assignment){.group = self->group, .checkpoint = c, .n = point->n};
  ALLOCATE(out->trajectory, point->n);
  memcpy(out->trajectory, point->trajectory, (size_t)point->n * sizeof *out->trajectory);
  self->resumed[c] = 1;
  return CHATTER_OK;
}

// Assigns trajectories that have not begun; those of one batch begin with the same step.
static chatter_status assign_fresh(scheduler *self, long n, assignment *out) {
  const plan_group *group = &self->plan->groups[self->group];
  const long left = group->n - self->next;
  if (n > left || (double)left < 1.25 * (double)n)
    n = self->limit > 0 && left > self->limit ? self->limit : left;
  *out = (assignment){.group = self->group, .checkpoint = -1, .first = self->next};
  ALLOCATE(out->trajectory, n);
  const double *first = group->first;
  for (; out->n < n && self->next < group->n && (!first || first[self->next] == first[out->first]);
       self->next = skip_taken(self, group, self->next + 1))
    out->trajectory[out->n++] = group->trajectory[self->next];
  for (long i = 0; i < out->n; i++) self->taken[out->trajectory[i]] = 1;
  return CHATTER_OK;
}

chatter_status scheduler_open(scheduler *self) {
  plan_group *group = &self->plan->groups[self->group];
  if (self->n_known > self->group) return CHATTER_OK;
  TRY(plan_open_group(self->plan, self->group));
  self->n_known = self->group + 1;
  self->known_steps += group->expected;
  self->known += group->n;
  return CHATTER_OK;
}

chatter_status scheduler_next(scheduler *self, backend *machine, int n_machines, double speed,
                              assignment *out, int *some) {
  *some = 0;
  for (; self->group < self->plan->n_groups; self->group++, self->next = 0) {
    const plan_group *group = &self->plan->groups[self->group];
    if (self->group > 0) close_if_done(self, self->group - 1);
    TRY(scheduler_open(self));
    const int c = find_checkpoint(self);
    self->next = skip_taken(self, group, self->next);
    if (c < 0 && self->next >= group->n) continue;
    const long n = self->limit > 0 ? self->limit : execute_batch_size(group, machine, n_machines, speed);
    TRY(c >= 0 ? assign_checkpoint(self, c, out) : assign_fresh(self, n, out));
    *some = 1;
    self->active[out->group]++;
    self->preparing++;
    return CHATTER_OK;
  }
  return CHATTER_OK;
}

static chatter_status prepare(const assignment *self, const run_plan *plan, const execute_options *options,
                              backend *machine, batch_job *job) {
  TRY(batch_job_create(plan, self->group, self->n, self->trajectory, job));
  if (self->checkpoint >= 0) TRY(checkpoint_restore(&options->checkpoints[self->checkpoint], job));
  return batch_job_upload(job, machine);
}

chatter_status assignment_prepare(const assignment *self, const run_plan *plan,
                                  const execute_options *options, backend *machine, batch_job *job,
                                  int *out_of_memory) {
  const chatter_status status = prepare(self, plan, options, machine, job);
  *out_of_memory = job->out_of_memory;
  if (status != CHATTER_OK) batch_job_destroy(job);
  return status;
}

static void end_assignment(scheduler *self, assignment *of) {
  self->preparing--;
  memory_free(of->trajectory);
  *of = (assignment){0};
}

void scheduler_prepared(scheduler *self, assignment *of) {
  end_assignment(self, of);
}

int scheduler_give_back(scheduler *self, assignment *of, int out_of_memory) {
  const int smaller = of->checkpoint < 0 && out_of_memory && of->n > BATCH_ALIGN;
  if (smaller && (self->limit == 0 || self->limit > of->n / 2)) self->limit = of->n / 2;
  if (of->checkpoint >= 0) self->resumed[of->checkpoint] = 0;
  for (long i = 0; of->checkpoint < 0 && i < of->n; i++) self->taken[of->trajectory[i]] = 0;
  // Assignment continues from there; assigned trajectories behind it are skipped.
  if (of->group < self->group || of->first < self->next) self->next = of->first;
  self->group = of->group < self->group ? of->group : self->group;
  self->active[of->group]--;
  end_assignment(self, of);
  return smaller;
}

void scheduler_return(scheduler *self, batch_job *job) {
  int group = job->group_index;
  batch_job_destroy(job);
  self->active[group]--;
  close_if_done(self, group);
}
