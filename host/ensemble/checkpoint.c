#include "ensemble/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "ensemble/atomic_file.h"

static const char magic[8] = "chatter2";

typedef struct header {
  char magic[8];
  run_identity identity;
  char reduced[65];
  char kernel[32];
  int dim[KERNEL_DIMS];
  double step;
  long n;
  size_t n_bytes;
} header;

chatter_status run_identity_compare(const run_identity *self, const run_identity *found, const char *path) {
  const struct {
    const char *name, *mine, *theirs;
  } items[] = {
      {"the study's text", self->study, found->study},
      {"the table of --set values and samples", self->values, found->values},
      {"the shard", self->shard, found->shard},
      {"--team", self->team, found->team},
      {"--precision", self->precision, found->precision},
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
  int n = snprintf(text, sizeof text,
                   "chatter-run 1\nstudy %s\nvalues %s\nshard %s\nteam %s\nprecision %s\nversion %s\n",
                   self->study, self->values, self->shard, self->team, self->precision, self->version);
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
  int n =
      sscanf(text, "chatter-run 1 study %64s values %64s shard %31s team %15s precision %15s version %31s",
             out->study, out->values, out->shard, out->team, out->precision, out->version);
  free(text);
  return n == 6 ? CHATTER_OK : error_raise(CHATTER_IO, "%s: is not what a run of chatter leaves", path);
}

static void name_file(const char *folder, const batch_job *job, char *path, size_t size) {
  long lowest = job->trajectory[0];
  for (long i = 1; i < job->n; i++) lowest = job->trajectory[i] < lowest ? job->trajectory[i] : lowest;
  snprintf(path, size, "%s/batch-%09ld.checkpoint", folder, lowest);
}

static void content_hash(int n, const atomic_piece *piece, char hex[65]) {
  sha256 hash;
  sha256_begin(&hash);
  for (int i = 0; i < n; i++) sha256_add(&hash, piece[i].data, piece[i].size);
  sha256_end(&hash, hex);
}

chatter_status checkpoint_write(const char *folder, const run_identity *identity, batch_job *job) {
  char path[1024], hex[65];
  header head;
  memset(&head, 0, sizeof head); // padding too, it is hashed
  memcpy(head.magic, magic, sizeof magic);
  head.identity = *identity;
  memcpy(head.reduced, job->group->reduced.hash, sizeof head.reduced);
  snprintf(head.kernel, sizeof head.kernel, "%s", batch_job_stepper(job));
  memcpy(head.dim, job->host.sizes.dim, sizeof head.dim);
  head.step = job->step;
  head.n = job->n;
  unsigned char *bytes = batch_job_progress(job, &head.n_bytes);
  atomic_piece pieces[4] = {{&head, sizeof head},
                            {job->trajectory, (size_t)job->n * sizeof(long)},
                            {bytes, head.n_bytes},
                            {hex, 64}};
  content_hash(3, pieces, hex);
  name_file(folder, job, path, sizeof path);
  return atomic_file_write(path, 4, pieces);
}

chatter_status checkpoint_remove(const char *folder, const batch_job *job) {
  char path[1024];
  name_file(folder, job, path, sizeof path);
  if (unlink(path) == 0 || errno == ENOENT) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: cannot be removed: %s", path, strerror(errno));
}

// Takes the file's bytes apart; `bytes` has been read whole.
static chatter_status take_apart(const char *bytes, size_t length, checkpoint *out) {
  header head;
  if (length < sizeof head + 64) return error_raise(CHATTER_IO, "%s: is cut short", out->path);
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.magic, magic, sizeof magic) != 0) {
    return error_raise(CHATTER_IO, "%s: is not a checkpoint of this version of chatter", out->path);
  }
  char hex[65];
  content_hash(1, &(atomic_piece){bytes, length - 64}, hex);
  size_t n_list = (size_t)head.n * sizeof(long);
  if (memcmp(hex, bytes + length - 64, 64) != 0 || sizeof head + n_list + head.n_bytes + 64 != length) {
    return error_raise(CHATTER_IO, "%s: is damaged (its hash differs); remove it to compute that batch anew",
                       out->path);
  }
  out->identity = head.identity;
  memcpy(out->reduced, head.reduced, sizeof out->reduced);
  memcpy(out->kernel, head.kernel, sizeof out->kernel);
  memcpy(out->dim, head.dim, sizeof out->dim);
  out->step = head.step;
  out->n = head.n;
  out->n_bytes = head.n_bytes;
  ALLOCATE(out->trajectory, head.n);
  ALLOCATE(out->bytes, head.n_bytes + 1);
  memcpy(out->trajectory, bytes + sizeof head, n_list);
  memcpy(out->bytes, bytes + sizeof head + n_list, head.n_bytes);
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

void checkpoint_destroy_all(int n, checkpoint *all) {
  for (int i = 0; i < n; i++) {
    memory_free(all[i].trajectory);
    memory_free(all[i].bytes);
  }
  memory_free(all);
}

chatter_status checkpoint_restore(const checkpoint *self, batch_job *job) {
  size_t n_bytes;
  unsigned char *to = batch_job_progress(job, &n_bytes);
  if (strcmp(self->reduced, job->group->reduced.hash) != 0) {
    return error_raise(
        CHATTER_IO,
        "%s: cannot be resumed: the reduced model differs (%.16s there, %.16s now); --force starts anew",
        self->path, self->reduced, job->group->reduced.hash);
  }
  if (n_bytes != self->n_bytes || strcmp(self->kernel, batch_job_stepper(job)) != 0 ||
      memcmp(self->dim, job->host.sizes.dim, sizeof self->dim) != 0) {
    return error_raise(CHATTER_IO,
                       "%s: cannot be resumed: it has another layout of the state; --force starts anew",
                       self->path);
  }
  memcpy(to, self->bytes, n_bytes);
  job->step = self->step;
  return CHATTER_OK;
}
