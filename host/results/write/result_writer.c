// Writes and joins the parts of a run.
#include "results/write/result_writer.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/sha256.h"
#include "base/stop.h"
#include "results/join/assembly_join.h"
#include "results/join/assembly_statistics.h"
#include "results/join/results_assembly.h"
#include "results/read/result_input.h"
#include "results/results_file.h"
#include "results/row_map.h"
#include "results/write/manifest.h"

struct result_writer {
  char *path, *folder;
  int force, shows;
  manifest manifest;
  row_map done;       // trajectories in closed parts
  result_set *common; // attributes of the first part
};

// Removes the files of a run in progress. all: also MANIFEST, last (without it a folder holds
// nothing valid), and the folder.
static chatter_status clear_folder(const char *folder, int all) {
  DIR *entries = opendir(folder);
  if (!entries) return error_raise(CHATTER_IO, "%s: cannot be read: %s", folder, strerror(errno));
  chatter_status status = CHATTER_OK;
  for (const struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (strcmp(entry->d_name, "MANIFEST") == 0) continue;
    if (unlinkat(dirfd(entries), entry->d_name, 0) != 0)
      status =
          error_raise(CHATTER_IO, "%s/%s: cannot be removed: %s", folder, entry->d_name, strerror(errno));
  }
  if (all && status == CHATTER_OK && unlinkat(dirfd(entries), "MANIFEST", 0) != 0)
    status = error_raise(CHATTER_IO, "%s/MANIFEST: cannot be removed: %s", folder, strerror(errno));
  closedir(entries);
  if (all && status == CHATTER_OK && rmdir(folder) != 0)
    status = error_raise(CHATTER_IO, "%s: cannot be removed: %s", folder, strerror(errno));
  return status;
}

// Adds the trajectories of an existing part and compares its attributes with those of the first.
static chatter_status add_existing_part(result_writer *self, const char *path) {
  result_input *input;
  TRY(result_input_open(path, &input));
  const result_set *content = result_input_content(input);
  const result_variable *variable = result_set_find(content, "trajectory");
  chatter_status status = CHATTER_OK;
  int *number = NULL;
  if (!variable || variable->type != RESULT_INT || variable->n_dims != 1)
    status = error_raise(CHATTER_IO, "%s: does not number its trajectories", path);
  else if (!(number = memory_array(variable->size[0], sizeof *number, __FILE__, __LINE__)))
    status = CHATTER_DEVICE;
  if (status == CHATTER_OK)
    status =
        result_input_read(input, (int)(variable - content->variables), 0, variable->size[0], number, NULL);
  if (status == CHATTER_OK) status = row_map_add(&self->done, 0, variable->size[0], number, NULL);
  if (status == CHATTER_OK && !self->common->n_attributes)
    status = assembly_copy_attributes(content, self->common);
  memory_free(number);
  result_input_close(input);
  return status;
}

static chatter_status add_existing_parts(result_writer *self) {
  for (int i = 0; i < self->manifest.n_parts; i++) {
    char *path = durable_name(self->folder, "/", self->manifest.parts[i].name);
    chatter_status status = path ? stop_check() : CHATTER_DEVICE;
    if (status == CHATTER_OK) status = add_existing_part(self, path);
    free(path);
    TRY(status);
  }
  return CHATTER_OK;
}

static chatter_status raise_finished(const result_writer *self) {
  return error_raise(CHATTER_IO, "%s: is finished, there is nothing to resume; --force runs it again",
                     self->path);
}

// Refuses to resume a run over a file that it was not begun to replace.
static chatter_status raise_folder_exists(const result_writer *self) {
  return error_raise(
      CHATTER_IO,
      "%s: exists already, and the unfinished run in %s was not begun with --force to replace it; move "
      "that file away, then --resume",
      self->path, self->folder);
}

// Refuses a folder of that name that no run has made; it must not be emptied.
static chatter_status check_folder(const result_writer *self) {
  struct dirent **entries;
  int n = scandir(self->folder, &entries, NULL, NULL), n_others = 0, is_ours = 0;
  if (n < 0) return error_raise(CHATTER_IO, "%s: cannot be read: %s", self->folder, strerror(errno));
  for (int i = 0; i < n; i++) {
    const char *name = entries[i]->d_name;
    is_ours |= strcmp(name, "MANIFEST") == 0;
    n_others += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    free(entries[i]);
  }
  free(entries);
  if (is_ours || n_others == 0) return CHATTER_OK;
  return error_raise(
      CHATTER_IO,
      "%s: is in the way and holds no unfinished run (it has no MANIFEST); move it away or name another "
      "file",
      self->folder);
}

static chatter_status make_folder(const result_writer *self) {
  if (mkdir(self->folder, 0777) != 0)
    return error_raise(CHATTER_IO, "%s: cannot be created: %s", self->folder, strerror(errno));
  return durable_sync_parent(self->folder);
}

// Refuses an unfinished run that is neither resumed nor discarded, and a finished file.
static chatter_status check_begin(const result_writer *self, int force, int resume, int has_folder) {
  if (has_folder) TRY(check_folder(self));
  if (has_folder && manifest_is_locked(self->folder)) return manifest_raise_locked(self->folder);
  if (has_folder && !force && !resume)
    return error_raise(CHATTER_IO,
                       "%s: holds an unfinished run; --resume continues it, --force starts it anew",
                       self->folder);
  if (resume && !has_folder && !force && access(self->path, F_OK) == 0) return raise_finished(self);
  if (resume && has_folder && rmdir(self->folder) == 0) { // empty: killed just before its removal
    if (!force && access(self->path, F_OK) == 0) return raise_finished(self);
    return make_folder(self);
  }
  return resume && has_folder ? CHATTER_OK : durable_refuse_existing(self->path, force);
}

static chatter_status begin_folder(result_writer *self, int force, int resume) {
  struct stat info;
  int has_folder = stat(self->folder, &info) == 0;
  TRY(check_begin(self, force, resume, has_folder));
  if (!has_folder) TRY(make_folder(self));
  TRY(manifest_open(self->folder, !resume, &self->manifest));
  if (!resume) TRY(clear_folder(self->folder, 0));                // locked: no other run writes there
  if (self->manifest.finished && access(self->path, F_OK) == 0) { // killed while it removed the parts
    TRY(clear_folder(self->folder, 1));
    return raise_finished(self);
  }
  int exists = access(self->path, F_OK) == 0;
  if (exists && force) TRY(manifest_note_replaces(&self->manifest));
  self->force |= self->manifest.replaces; // --force of an earlier process still holds
  // A file at PATH is the run's own if it was killed between its completion and the removal of the
  // folder.
  if (exists && resume && !self->force && !self->manifest.finishing) return raise_folder_exists(self);
  if (!self->manifest.finishing) TRY(durable_refuse_existing(self->path, self->force));
  TRY(manifest_verify(&self->manifest));
  return add_existing_parts(self);
}

chatter_status result_writer_remove_leftovers(const char *path) {
  char *folder = durable_name(path, ".parts", "");
  if (!folder) return CHATTER_DEVICE;
  chatter_status status = CHATTER_OK;
  manifest m = {.file = -1};
  const int emptied = rmdir(folder) == 0; // killed just before its removal
  if (!emptied && manifest_read(folder, &m) == CHATTER_OK && m.finished && !manifest_is_locked(folder))
    status = clear_folder(folder, 1);
  if (status == CHATTER_OK) error_clear(); // no folder of a run, which is reported when it is opened
  manifest_close(&m);
  free(folder);
  return status;
}

chatter_status result_writer_open(const char *path, int force, int resume, result_writer **out) {
  *out = NULL;
  result_writer *self;
  ALLOCATE(self, 1);
  self->manifest.file = -1;
  self->force = force;
  self->path = durable_name(path, "", "");
  self->folder = durable_name(path, ".parts", "");
  self->common = result_set_create();
  chatter_status status =
      self->path && self->folder && self->common ? begin_folder(self, force, resume) : CHATTER_DEVICE;
  if (status == CHATTER_OK)
    *out = self;
  else
    result_writer_close(self);
  return status;
}

static chatter_status check_append(const result_writer *self, const result_set *part, manifest_part *line) {
  const result_variable *variable = result_set_find(part, "trajectory");
  CHECK(variable && variable->type == RESULT_INT && variable->n_dims == 1 && variable->size[0] > 0,
        "a part must number its trajectories");
  const int *number = variable->data;
  line->count = (long)variable->size[0];
  line->first = line->last = number[0];
  for (size_t i = 0; i < variable->size[0]; i++) {
    CHECK(number[i] >= 0, "a trajectory has a negative number");
    line->first = number[i] < line->first ? number[i] : line->first;
    line->last = number[i] > line->last ? number[i] : line->last;
  }
  int next = 0;
  if (self->manifest.n_parts) next = atoi(self->manifest.parts[self->manifest.n_parts - 1].name + 5) + 1;
  CHECK(next < 1000000, "too many parts");
  snprintf(line->name, sizeof line->name, "part-%06d.h5", next);
  return CHATTER_OK;
}

chatter_status result_writer_check(const result_writer *self, const result_set *attributes) {
  if (!self->common->n_attributes) return CHATTER_OK;
  return assembly_compare_attributes(self->common, self->folder, attributes, "this run");
}

static chatter_status append_part(result_writer *self, const char *path, const result_set *part,
                                  manifest_part *line) {
  // force: an unlisted part of that name was cut short by a kill
  TRY(results_write(part, path, 1));
  TRY(sha256_file(path, line->sha256));
  TRY(manifest_append_part(&self->manifest, line));
  const result_variable *variable = result_set_find(part, "trajectory");
  TRY(row_map_add(&self->done, 0, variable->size[0], variable->data, NULL));
  return self->common->n_attributes ? CHATTER_OK : assembly_copy_attributes(part, self->common);
}

chatter_status result_writer_append_part(result_writer *self, const result_set *part) {
  manifest_part line;
  TRY(check_append(self, part, &line));
  TRY(result_writer_check(self, part));
  char *path = durable_name(self->folder, "/", line.name);
  if (!path) return CHATTER_DEVICE;
  chatter_status status = append_part(self, path, part, &line);
  free(path);
  return status;
}

void result_writer_show_progress(result_writer *self) {
  self->shows = 1;
}

int result_writer_count_parts(const result_writer *self) {
  return self->manifest.n_parts;
}
const char *result_writer_folder(const result_writer *self) {
  return self->folder;
}

chatter_status result_writer_mark_done(const result_writer *self, size_t n_total, unsigned char *done) {
  memset(done, 0, n_total);
  for (size_t i = 0; i < self->done.n_runs; i++) {
    const row_run *run = &self->done.runs[i];
    if (run->first + run->count > n_total)
      return error_raise(CHATTER_IO,
                         "%s: holds trajectory %zu, but the study has %zu: it is the run of another study",
                         self->folder, run->first + run->count - 1, n_total);
    memset(done + run->first, 1, run->count);
  }
  return CHATTER_OK;
}

// Notes that from here on a file at PATH is this run's own.
static chatter_status note_finishing(void *data) {
  result_writer *self = data;
  if (!self->manifest.finishing) TRY(durable_refuse_existing(self->path, self->force));
  return manifest_note_finishing(&self->manifest);
}

static chatter_status assemble_parts(result_writer *self, assembly *parts, size_t n_total) {
  if (self->manifest.n_parts == 0)
    return error_raise(CHATTER_INTERNAL, "%s: no part was written, so there is nothing to finish",
                       self->folder);
  for (int i = 0; i < self->manifest.n_parts; i++) {
    char *path = durable_name(self->folder, "/", self->manifest.parts[i].name);
    chatter_status status = path ? assembly_add_file(parts, path, path) : CHATTER_DEVICE;
    free(path);
    TRY(status);
  }
  TRY(assembly_sort_and_check(parts));
  const row_map *rows = assembly_trajectory_rows(parts);
  const row_run *last = rows->n_runs ? &rows->runs[rows->n_runs - 1] : NULL;
  CHECK(!last || last->first + last->count <= n_total, "a part holds a trajectory beyond the ensemble");
  // A file at PATH may by now have been replaced only by this run itself (see check_begin).
  int force = self->force || self->manifest.finishing;
  return assembly_write(parts, self->path, force, assembly_is_shard(parts), n_total, note_finishing, self);
}

chatter_status result_writer_finish(result_writer *self, size_t n_total) {
  assembly *parts;
  TRY(assembly_create(&parts));
  if (self->shows) assembly_show_progress(parts);
  chatter_status status = assemble_parts(self, parts, n_total);
  assembly_destroy(parts);
  if (status == CHATTER_OK) status = manifest_note_finished(&self->manifest);
  if (status == CHATTER_OK) status = clear_folder(self->folder, 1);
  result_writer_close(self);
  return status;
}

chatter_status result_writer_half_width(const result_writer *self, const study *config, size_t n,
                                        double *half_width) {
  assembly *parts;
  TRY(assembly_create(&parts));
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < self->manifest.n_parts && status == CHATTER_OK; i++) {
    char *path = durable_name(self->folder, "/", self->manifest.parts[i].name);
    status = path ? assembly_add_file(parts, path, path) : CHATTER_DEVICE;
    free(path);
  }
  if (status == CHATTER_OK) status = assembly_sort_and_check(parts);
  if (status == CHATTER_OK) status = assembly_half_width(parts, config, n, half_width);
  assembly_destroy(parts);
  return status;
}

chatter_status result_writer_discard(result_writer *self) {
  const chatter_status status = clear_folder(self->folder, 1);
  result_writer_close(self);
  return status;
}

void result_writer_close(result_writer *self) {
  if (!self) return;
  manifest_close(&self->manifest);
  row_map_release(&self->done);
  result_set_destroy(self->common);
  free(self->path);
  free(self->folder);
  memory_free(self);
}
