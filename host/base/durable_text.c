// Text outputs: a file that is complete or absent, or a stream.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/inputs.h"

// "-", and every other name of what standard output is: /dev/stdout in a pipe or redirected to a file.
static int is_stdout(const char *path) {
  struct stat named, ours;
  if (strcmp(path, "-") == 0) return 1;
  return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &ours) == 0 && named.st_dev == ours.st_dev &&
         named.st_ino == ours.st_ino && !durable_is_null(path);
}

int durable_is_stream(const char *path) {
  struct stat info;
  if (is_stdout(path)) return 1;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

chatter_status durable_check_text(const char *path, int force) {
  return durable_is_stream(path) ? CHATTER_OK : durable_refuse_existing(path, force);
}

chatter_status durable_open_text(const char *path, int force, durable_text *out) {
  *out = (durable_text){.path = path, .force = force};
  if (is_stdout(path)) {
    out->file = stdout;
    return CHATTER_OK;
  }
  TRY(durable_check_text(path, force));
  if (!durable_is_stream(path) && !(out->temporary = durable_temporary(path))) return CHATTER_IO;
  out->file = fopen(out->temporary ? out->temporary : path, "we");
  if (out->file) return CHATTER_OK;
  chatter_status status = error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  free(out->temporary);
  *out = (durable_text){.file = NULL};
  return status;
}

chatter_status durable_close_text(durable_text *self, chatter_status status) {
  errno = 0;
  int failed = ferror(self->file) != 0;
  failed |= (self->file == stdout ? fflush(stdout) : fclose(self->file)) != 0;
  if (failed && status == CHATTER_OK)
    status = error_raise(CHATTER_IO, "%s: cannot be written: %s", self->path,
                         errno ? strerror(errno) : "the disk is full?");
  if (self->temporary && status == CHATTER_OK)
    status = durable_rename(self->temporary, self->path, self->force);
  if (self->temporary && status != CHATTER_OK) unlink(self->temporary);
  free(self->temporary);
  *self = (durable_text){.file = NULL};
  return status;
}
