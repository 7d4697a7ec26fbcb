// Writes and reads checkpoints of batches.
#include "ensemble/state/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "ensemble/batch/batch_column.h"
#include "ensemble/state/atomic_file.h"

static const char magic[8] = "chatter4";

typedef struct header {
  char magic[8];
  run_identity identity;
  char reduced[65];
  char kernel[32];
  int dim[KERNEL_MAX_DIMS];
  double step, heading;
  long number, n;
  size_t n_bytes;
} header; // followed by trajectory[n], size[n], their bytes, the hash

chatter_status run_identity_compare(const run_identity *self, const run_identity *found, const char *path) {
  const struct {
    const char *name, *mine, *theirs;
  } items[] = {
      {"the study's text", self->study, found->study},
      {"the table of --set values and samples, or a file of values,", self->values, found->values},
      {"the shard", self->shard, found->shard},
      {"--team", self->team, found->team},
      {"--precision", self->precision, found->precision},
      {"--keep-state", self->state, found->state},
      {"the version of chatter", self->version, found->version},
  };
  chatter_status status = CHATTER_OK;
  for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
    if (strcmp(items[i].mine, items[i].theirs) == 0) continue;
    status = error_raise(CHATTER_IO,
                         "%s: cannot be resumed: %s differs (%.16s there, %.16s now); --force starts anew",
                         path, items[i].name, items[i].theirs, items[i].mine);
  }
  return status;
}

chatter_status run_identity_write(const run_identity *self, const char *folder) {
  char path[1024], text[600];
  snprintf(path, sizeof path, "%s/run", folder);
  int n = snprintf(
      text, sizeof text,
      "chatter-run 2\nstudy %s\nvalues %s\nshard %s\nteam %s\nprecision %s\nstate %s\nversion %s\n",
      self->study, self->values, self->shard, self->team, self->precision, self->state, self->version);
  return atomic_file_write(path, 1, &(atomic_piece){text, (size_t)n});
}

chatter_status run_identity_read(const char *folder, run_identity *out, int *found) {
  char path[1024], *text = NULL;
  size_t length;
  *out = (run_identity){0};
  snprintf(path, sizeof path, "%s/run", folder);
  *found = access(path, F_OK) == 0;
  if (!*found) return CHATTER_OK;
  TRY(text_read_file(path, CHATTER_IO, &text, &length));
  int n = sscanf(
      text, "chatter-run 2 study %64s values %64s shard %31s team %15s precision %15s state %7s version %31s",
      out->study, out->values, out->shard, out->team, out->precision, out->state, out->version);
  free(text);
  return n == 7 ? CHATTER_OK : error_raise(CHATTER_IO, "%s: is not what a run of chatter leaves", path);
}

static void name_file(const char *folder, const batch_job *job, char *path, size_t size) {
  snprintf(path, size, "%s/batch-%09ld.checkpoint", folder, job->number);
}

// Makes the header, with the layout's sizes: sizes narrowed by `specialise` depend on the batch's
// trajectories, of which a checkpoint keeps fewer.
static header head_of(const run_identity *identity, const batch_job *job) {
  header head;
  memset(&head, 0, sizeof head); // padding is hashed too
  memcpy(head.magic, magic, sizeof magic);
  head.identity = *identity;
  memcpy(head.reduced, job->group->reduced.hash, sizeof head.reduced);
  snprintf(head.kernel, sizeof head.kernel, "%s", batch_job_stepper(job));
  memcpy(head.dim, job->group->layout.sizes.dim, sizeof head.dim);
  head.step = job->step;
  head.heading = job->heading;
  head.number = job->number;
  head.n = job->n - job->n_collected;
  return head;
}

// Lists trajectory[n] and size[n] of the kept ones; returns their total bytes.
static size_t list_kept(const batch_job *job, long n, long *list) {
  size_t bytes = 0;
  for (long i = 0, k = 0; i < job->n; i++) {
    if (job->collected[i]) continue;
    const size_t own = batch_column_bytes(job, i);
    list[k] = job->trajectory[i];
    list[n + k++] = (long)own;
    bytes += own;
  }
  return bytes;
}

static void write_kept(const batch_job *job, const long *size, unsigned char *to) {
  for (long i = 0; i < job->n; i++) {
    if (job->collected[i]) continue;
    batch_column_write(job, i, to);
    to += *size++;
  }
}

static chatter_status write_file(const char *path, header *head, const batch_job *job, long *list) {
  char hex[65];
  unsigned char *bytes;
  head->n_bytes = list_kept(job, head->n, list);
  ALLOCATE(bytes, head->n_bytes + 1);
  write_kept(job, list + head->n, bytes);
  const atomic_piece pieces[4] = {
      {head, sizeof *head}, {list, 2 * (size_t)head->n * sizeof *list}, {bytes, head->n_bytes}, {hex, 64}};
  atomic_pieces_hash(3, pieces, hex);
  const chatter_status status = atomic_file_write(path, 4, pieces);
  memory_free(bytes);
  return status;
}

double checkpoint_pause(double every, double cost) {
  return every > 20 * cost ? every : 20 * cost;
}

chatter_status checkpoint_write(const char *folder, const run_identity *identity, batch_job *job) {
  char path[1024];
  header head = head_of(identity, job);
  long *list;
  name_file(folder, job, path, sizeof path);
  ALLOCATE(list, 2 * head.n + 1);
  const chatter_status status = write_file(path, &head, job, list);
  memory_free(list);
  return status;
}

chatter_status checkpoint_remove(const char *folder, const batch_job *job) {
  char path[1024];
  name_file(folder, job, path, sizeof path);
  if (unlink(path) == 0 || errno == ENOENT) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: cannot be removed: %s", path, strerror(errno));
}

// Splits the bytes of a file that has been read.
static chatter_status take_apart(const char *bytes, size_t length, checkpoint *out) {
  header head;
  if (length < sizeof head + 64) return error_raise(CHATTER_IO, "%s: is cut short", out->path);
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.magic, magic, sizeof magic) != 0) {
    return error_raise(CHATTER_IO, "%s: is not a checkpoint of this version of chatter", out->path);
  }
  char hex[65];
  atomic_pieces_hash(1, &(atomic_piece){bytes, length - 64}, hex);
  const size_t n_list = 2 * (size_t)head.n * sizeof(long);
  if (memcmp(hex, bytes + length - 64, 64) != 0 || sizeof head + n_list + head.n_bytes + 64 != length) {
    return error_raise(CHATTER_IO, "%s: is damaged (its hash differs); remove it to compute that batch anew",
                       out->path);
  }
  out->identity = head.identity;
  memcpy(out->reduced, head.reduced, sizeof out->reduced);
  memcpy(out->kernel, head.kernel, sizeof out->kernel);
  memcpy(out->dim, head.dim, sizeof out->dim);
  out->step = head.step;
  out->heading = head.heading;
  out->number = head.number;
  out->n = head.n;
  ALLOCATE(out->trajectory, head.n + 1);
  ALLOCATE(out->place, head.n + 1);
  ALLOCATE(out->size, head.n + 1);
  ALLOCATE(out->bytes, head.n_bytes + 1);
  memcpy(out->trajectory, bytes + sizeof head, n_list / 2);
  memcpy(out->size, bytes + sizeof head + n_list / 2, n_list / 2);
  memcpy(out->bytes, bytes + sizeof head + n_list, head.n_bytes);
  for (long i = 0; i < head.n; i++) out->place[i + 1] = out->place[i] + out->size[i];
  return CHATTER_OK;
}

static chatter_status read_one(const char *folder, const char *name, const run_identity *identity,
                               checkpoint *out) {
  char *bytes = NULL;
  size_t length;
  snprintf(out->path, sizeof out->path, "%.700s/%.250s", folder, name);
  TRY(text_read_file(out->path, CHATTER_IO, &bytes, &length));
  chatter_status status = take_apart(bytes, length, out);
  free(bytes);
  return status == CHATTER_OK ? run_identity_compare(identity, &out->identity, out->path) : status;
}

static int is_checkpoint(const struct dirent *entry) {
  const char *end = strrchr(entry->d_name, '.');
  return strncmp(entry->d_name, "batch-", 6) == 0 && end && strcmp(end, ".checkpoint") == 0;
}

chatter_status checkpoint_read_all(const char *folder, const run_identity *identity, int *n,
                                   checkpoint **out) {
  struct dirent **entries;
  *n = 0;
  *out = NULL;
  int found = scandir(folder, &entries, is_checkpoint, alphasort);
  if (found < 0) return error_raise(CHATTER_IO, "%s: cannot be read: %s", folder, strerror(errno));
  checkpoint *all = memory_array((size_t)found + 1, sizeof *all, __FILE__, __LINE__);
  chatter_status status = all ? CHATTER_OK : CHATTER_DEVICE;
  for (int i = 0; i < found; i++) {
    if (status == CHATTER_OK) status = read_one(folder, entries[i]->d_name, identity, &all[i]);
    free(entries[i]);
  }
  free(entries);
  if (status == CHATTER_OK) {
    *n = found;
    *out = all;
  } else if (all) {
    checkpoint_destroy_all(found, all);
  }
  return status;
}

void checkpoint_leave_out(checkpoint *self, long n_total, const unsigned char *done) {
  long kept = 0;
  for (long i = 0; i < self->n; i++) {
    const long t = self->trajectory[i];
    if (t >= 0 && t < n_total && done[t]) continue;
    self->trajectory[kept] = t;
    self->place[kept] = self->place[i];
    self->size[kept++] = self->size[i];
  }
  self->n = kept;
}

void checkpoint_destroy(checkpoint *self) {
  memory_free(self->trajectory);
  memory_free(self->place);
  memory_free(self->size);
  memory_free(self->bytes);
}

void checkpoint_destroy_all(int n, checkpoint *all) {
  for (int i = 0; i < n; i++) checkpoint_destroy(&all[i]);
  memory_free(all);
}

static chatter_status raise_layout(const checkpoint *self) {
  return error_raise(CHATTER_IO,
                     "%s: cannot be resumed: it has another layout of the state; --force starts anew",
                     self->path);
}

chatter_status checkpoint_restore(const checkpoint *self, batch_job *job) {
  if (strcmp(self->reduced, job->group->reduced.hash) != 0) {
    return error_raise(
        CHATTER_IO,
        "%s: cannot be resumed: the reduced model differs (%.16s there, %.16s now); --force starts anew",
        self->path, self->reduced, job->group->reduced.hash);
  }
  if (self->n != job->n || strcmp(self->kernel, batch_job_stepper(job)) != 0 ||
      memcmp(self->dim, job->group->layout.sizes.dim, sizeof self->dim) != 0)
    return raise_layout(self);
  for (long i = 0; i < job->n; i++)
    if (!batch_column_read(job, i, self->size[i], self->bytes + self->place[i])) return raise_layout(self);
  job->step = self->step;
  job->heading = self->heading;
  job->number = self->number;
  for (long i = 0; i < job->n; i++) job->resumed += batch_job_steps(job, i);
  return CHATTER_OK;
}
