#include "results/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

chatter_status durable_sync(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  // Some network file systems cannot fsync a folder and say EINVAL: nothing better can be done there.
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

chatter_status durable_refuse_existing(const char *path, int force) {
  if (force || access(path, F_OK) != 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: exists already and is left as it is; --force replaces it", path);
}

chatter_status durable_rename(const char *temporary, const char *path, int force) {
  TRY(durable_sync(temporary));
  int failed = 0;
  if (force) {
    failed = rename(temporary, path);
  } else {
    failed = renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE);
    if (failed && (errno == EINVAL || errno == ENOSYS)) { // a file system without that flag
      TRY(durable_refuse_existing(path, 0));
      failed = rename(temporary, path);
    } else if (failed && errno == EEXIST) {
      return durable_refuse_existing(path, 0);
    }
  }
  if (failed) return error_raise(CHATTER_IO, "%s: cannot be created: %s", path, strerror(errno));
  return durable_sync_parent(path);
}

char *durable_name(const char *first, const char *second, const char *third) {
  char *name = NULL;
  if (asprintf(&name, "%s%s%s", first, second, third) < 0) {
    error_raise(CHATTER_DEVICE, "out of memory for a file name");
    return NULL;
  }
  return name;
}
