// Writes output files completely or not at all.
#include "base/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/inputs.h"

chatter_status durable_sync(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  // Some network file systems cannot fsync a folder and report EINVAL, which is ignored.
  int bad = file < 0 || (fsync(file) != 0 && errno != EINVAL);
  int reason = errno;
  if (file >= 0) close(file);
  if (bad) return error_raise(CHATTER_IO, "%s: cannot be flushed to disk: %s", path, strerror(reason));
  return CHATTER_OK;
}

chatter_status durable_sync_parent(const char *path) {
  char *folder = strdup(path);
  if (!folder) return error_raise(CHATTER_DEVICE, "out of memory for a file name");
  char *slash = strrchr(folder, '/');
  if (slash) slash[slash == folder] = 0;
  chatter_status status = durable_sync(slash ? folder : ".");
  free(folder);
  return status;
}

// Returns the file that `path` leads to: links in its last part are followed, also to a missing
// file.
static char *link_target(const char *path) {
  enum { MOST_LINKS = 40, MOST_PATH = 4096 };
  char *name = durable_name(path, "", ""), link[MOST_PATH];
  for (int i = 0; name && i < MOST_LINKS; i++) {
    ssize_t n = readlink(name, link, sizeof link - 1);
    if (n < 0) return name;
    link[n] = 0;
    char *slash = link[0] == '/' ? NULL : strrchr(name, '/');
    if (slash) slash[1] = 0;
    char *next = durable_name(slash ? name : "", link, "");
    free(name);
    name = next;
  }
  if (name) error_raise(CHATTER_IO, "%s: cannot be created: %s", path, strerror(ELOOP));
  free(name);
  return NULL;
}

char *durable_temporary(const char *path) {
  char *target = link_target(path), *temporary = target ? durable_name(target, ".tmp", "") : NULL;
  free(target);
  return temporary;
}

int durable_is_null(const char *path) {
  struct stat info, null;
  return stat(path, &info) == 0 && S_ISCHR(info.st_mode) && stat("/dev/null", &null) == 0 &&
         info.st_rdev == null.st_rdev;
}

chatter_status durable_refuse_existing(const char *path, int force) {
  struct stat info;
  if (stat(path, &info) != 0) return CHATTER_OK;
  if (S_ISDIR(info.st_mode)) return error_raise(CHATTER_IO, "%s: is a folder; name a file", path);
  if (!S_ISREG(info.st_mode))
    return error_raise(
        CHATTER_IO, "%s: is a device or a pipe, which this output cannot be written into; name a file", path);
  TRY(inputs_refuse(path));
  if (force) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: exists already and is left as it is; --force replaces it", path);
}

// Copies owner, group and mode of the file to be replaced; another owner only if permitted (root).
static int copy_file_mode(const char *temporary, const char *target) {
  struct stat before, now;
  if (stat(target, &before) != 0) return 1;
  if (!S_ISREG(before.st_mode)) return errno = EEXIST, 0;
  if (stat(temporary, &now) != 0) return 0;
  if (now.st_uid != before.st_uid || now.st_gid != before.st_gid)
    if (chown(temporary, before.st_uid, before.st_gid) != 0 && errno != EPERM) return 0;
  return chmod(temporary, before.st_mode & 07777) == 0;
}

static chatter_status move(const char *temporary, const char *path, const char *target, int force) {
  int failed = 0;
  if (force) {
    failed = !copy_file_mode(temporary, target) || rename(temporary, target) != 0;
  } else {
    failed = renameat2(AT_FDCWD, temporary, AT_FDCWD, target, RENAME_NOREPLACE);
    if (failed && (errno == EINVAL || errno == ENOSYS)) { // the file system lacks that flag
      TRY(durable_refuse_existing(path, 0));
      failed = rename(temporary, target);
    } else if (failed && errno == EEXIST) {
      return durable_refuse_existing(path, 0);
    }
  }
  if (failed) return error_raise(CHATTER_IO, "%s: cannot be created: %s", path, strerror(errno));
  return durable_sync_parent(target);
}

chatter_status durable_rename(const char *temporary, const char *path, int force) {
  TRY(durable_sync(temporary));
  char *target = link_target(path);
  if (!target) return CHATTER_IO;
  chatter_status status = move(temporary, path, target, force);
  free(target);
  return status;
}

char *durable_name(const char *first, const char *second, const char *third) {
  char *name = NULL;
  if (asprintf(&name, "%s%s%s", first, second, third) < 0) {
    error_raise(CHATTER_DEVICE, "out of memory for a file name");
    return NULL;
  }
  return name;
}

// Returns 1 for "-" and every other name of standard output, such as /dev/stdout in a pipe or
// redirected to a file.
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
