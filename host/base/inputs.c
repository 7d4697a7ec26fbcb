// Notes input files and refuses to overwrite them.
#include "base/inputs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct noted {
  struct noted *next;
  dev_t device;
  ino_t inode;
  char name[];
} noted;

static noted *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void inputs_note(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return; // a pipe or device holds nothing that could be overwritten
  size_t length = strlen(path) + 1;
  noted *entry = malloc(sizeof *entry + length);
  if (!entry) return;
  entry->device = info.st_dev;
  entry->inode = info.st_ino;
  memcpy(entry->name, path, length);
  pthread_mutex_lock(&lock);
  entry->next = first;
  first = entry;
  pthread_mutex_unlock(&lock);
}

static chatter_status refuse_noted_input(const struct stat *info, const char *output) {
  chatter_status status = CHATTER_OK;
  pthread_mutex_lock(&lock);
  for (const noted *entry = first; entry && status == CHATTER_OK; entry = entry->next) {
    if (entry->device != info->st_dev || entry->inode != info->st_ino) continue;
    if (strcmp(entry->name, output) == 0)
      status =
          error_raise(CHATTER_USAGE,
                      "%s: is read by this command and cannot be its output too; name another file", output);
    else
      status = error_raise(
          CHATTER_USAGE,
          "%s: is the same file as %s, which this command reads, and cannot be its output too; name "
          "another file",
          output, entry->name);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

chatter_status inputs_refuse(const char *output) {
  struct stat info;
  return stat(output, &info) == 0 ? refuse_noted_input(&info, output) : CHATTER_OK;
}

chatter_status inputs_refuse_open(int file) {
  struct stat info;
  return fstat(file, &info) == 0 ? refuse_noted_input(&info, "standard output") : CHATTER_OK;
}

void inputs_forget(void) {
  pthread_mutex_lock(&lock);
  for (noted *entry = first; entry;) {
    noted *next = entry->next;
    free(entry);
    entry = next;
  }
  first = NULL;
  pthread_mutex_unlock(&lock);
}
