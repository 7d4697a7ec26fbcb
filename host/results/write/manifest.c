// Reads and writes the manifest of a run.
#include "results/write/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/sha256.h"
#include "base/stop.h"

static const char header[] = "chatter-parts 1";

static chatter_status add_part(manifest *self, const manifest_part *part) {
  if (self->n_parts == self->capacity) {
    int capacity = self->capacity ? 2 * self->capacity : 64;
    manifest_part *parts = realloc(self->parts, (size_t)capacity * sizeof *parts);
    if (!parts) return error_raise(CHATTER_DEVICE, "out of memory for the list of %d parts", capacity);
    self->parts = parts;
    self->capacity = capacity;
  }
  self->parts[self->n_parts++] = *part;
  return CHATTER_OK;
}

static chatter_status parse_line(manifest *self, const char *path, int number, const char *line) {
  manifest_part part;
  int used = -1;
  if (number == 1 && strcmp(line, header) == 0) return CHATTER_OK;
  if (number > 1 && strcmp(line, "replaces") == 0) return self->replaces = 1, CHATTER_OK;
  if (number > 1 && strcmp(line, "finishing") == 0) return self->finishing = 1, CHATTER_OK;
  if (number > 1 && strcmp(line, "finished") == 0) return self->finished = 1, CHATTER_OK;
  if (number > 1)
    sscanf(line, "part-%*6[0-9].h5 %64[0-9a-f] %ld %ld %ld%n", part.sha256, &part.count, &part.first,
           &part.last, &used);
  if (used < 0 || line[used] || strlen(part.sha256) != 64)
    return error_raise(CHATTER_IO, "%s:%d: not a line of a manifest: '%.80s'", path, number, line);
  snprintf(part.name, sizeof part.name, "%.14s", line);
  return add_part(self, &part);
}

// Parses the complete lines; *complete: the number of bytes in them.
static chatter_status parse_lines(manifest *self, const char *path, FILE *file, long *complete) {
  char *line = NULL;
  size_t capacity = 0;
  chatter_status status = CHATTER_OK;
  *complete = 0;
  for (int number = 1; status == CHATTER_OK; number++) {
    ssize_t length = getline(&line, &capacity, file);
    if (length <= 0 || line[length - 1] != '\n') break;
    line[length - 1] = 0;
    status = parse_line(self, path, number, line);
    *complete += length;
  }
  if (ferror(file)) status = error_raise(CHATTER_IO, "%s: cannot be read: %s", path, strerror(errno));
  free(line);
  return status;
}

static chatter_status begin_manifest(const char *folder, manifest *out, char **path) {
  *out = (manifest){.file = -1, .folder = durable_name(folder, "", "")};
  *path = durable_name(folder, "/MANIFEST", "");
  return out->folder && *path ? CHATTER_OK : CHATTER_DEVICE;
}

chatter_status manifest_read(const char *folder, manifest *out) {
  char *path;
  long complete = 0;
  chatter_status status = begin_manifest(folder, out, &path);
  FILE *file = status == CHATTER_OK ? fopen(path, "re") : NULL;
  if (file)
    status = parse_lines(out, path, file, &complete);
  else if (status == CHATTER_OK)
    status = error_raise(CHATTER_IO, "%s: cannot be read: %s", path, strerror(errno));
  if (file) fclose(file);
  free(path);
  if (status != CHATTER_OK) manifest_close(out);
  return status;
}

static chatter_status append_line(manifest *self, const char *line) {
  size_t length = strlen(line);
  ssize_t written = write(self->file, line, length);
  if (written == (ssize_t)length && fsync(self->file) == 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s/MANIFEST: cannot be written: %s", self->folder,
                     written >= 0 && written < (ssize_t)length ? "no space left" : strerror(errno));
}

chatter_status manifest_raise_locked(const char *folder) {
  return error_raise(CHATTER_IO,
                     "%s: another run is writing these results now; wait for its end, or name another file",
                     folder);
}

static chatter_status open_locked(manifest *self, const char *path, int anew) {
  self->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (self->file < 0) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  if (flock(self->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return manifest_raise_locked(self->folder);
  if (anew && ftruncate(self->file, 0) != 0)
    return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  FILE *file = fopen(path, "re");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be read: %s", path, strerror(errno));
  long complete = 0;
  chatter_status status = parse_lines(self, path, file, &complete);
  fclose(file);
  if (status != CHATTER_OK) return status;
  if (ftruncate(self->file, complete) != 0)
    return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  if (complete > 0) return CHATTER_OK;
  char line[sizeof header + 1];
  snprintf(line, sizeof line, "%s\n", header);
  TRY(append_line(self, line));
  return durable_sync(self->folder);
}

chatter_status manifest_open(const char *folder, int anew, manifest *out) {
  char *path;
  chatter_status status = begin_manifest(folder, out, &path);
  if (status == CHATTER_OK) status = open_locked(out, path, anew);
  free(path);
  if (status != CHATTER_OK) manifest_close(out);
  return status;
}

chatter_status manifest_append_part(manifest *self, const manifest_part *part) {
  char line[200];
  snprintf(line, sizeof line, "%s %s %ld %ld %ld\n", part->name, part->sha256, part->count, part->first,
           part->last);
  TRY(append_line(self, line));
  return add_part(self, part);
}

int manifest_is_locked(const char *folder) {
  char *path = durable_name(folder, "/MANIFEST", "");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  int locked = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (file >= 0) close(file); // also ends our lock
  free(path);
  return locked;
}

chatter_status manifest_note_replaces(manifest *self) {
  self->replaces = 1;
  return append_line(self, "replaces\n");
}

chatter_status manifest_note_finishing(manifest *self) {
  if (self->finishing) return CHATTER_OK;
  self->finishing = 1;
  return append_line(self, "finishing\n");
}

chatter_status manifest_note_finished(manifest *self) {
  return append_line(self, "finished\n");
}

chatter_status manifest_verify(const manifest *self) {
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < self->n_parts; i++) {
    const manifest_part *part = &self->parts[i];
    TRY(stop_check());
    char *path = durable_name(self->folder, "/", part->name), hex[65] = "";
    if (!path) return CHATTER_DEVICE;
    if (sha256_file(path, hex) != CHATTER_OK) {
      status = CHATTER_IO;
    } else if (strcmp(hex, part->sha256) != 0) {
      status =
          error_raise(CHATTER_IO,
                      "%s: changed or damaged since it was written (its SHA-256 is not the one in MANIFEST); "
                      "without its line in MANIFEST its trajectories %ld to %ld are run again by --resume",
                      path, part->first, part->last);
    }
    free(path);
  }
  return status;
}

void manifest_close(manifest *self) {
  if (self->file >= 0) close(self->file); // also ends the lock
  free(self->folder);
  free(self->parts);
  *self = (manifest){.file = -1};
}
