// Reads and writes the disk cache of compiled GPU kernels.
#include "machines/cuda/cuda_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache_files.h"
#include "base/fnv.h"

static const char MAGIC[] = "chatter kernel 1\n";
enum { KEY_LIMIT = 4096, IMAGE_LIMIT = 1 << 28 };

void cuda_cache_folder(const char *cache_dir, char *path, size_t size) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  path[0] = 0;
  if (cache_dir && *cache_dir)
    snprintf(path, size, "%s", cache_dir);
  else if (xdg && *xdg == '/')
    snprintf(path, size, "%s/chatter/kernels", xdg);
  else if (home && *home)
    snprintf(path, size, "%s/.cache/chatter/kernels", home);
}

void cuda_cache_prebuilt(char *path, size_t size) {
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  path[n > 0 ? n : 0] = 0;
  char *slash = strrchr(path, '/');
  if (slash)
    snprintf(slash, size - (size_t)(slash - path), "/../share/chatter/kernels");
  else
    path[0] = 0;
}

static void file_name(const char *folder, const char *key, int major, int minor, char path[CACHE_PATH]) {
  uint64_t first = fnv_add(FNV_BEGIN, key, strlen(key));
  uint64_t second = fnv_add(first ^ 0x9e3779b97f4a7c15u, key, strlen(key)); // 128 bits together with `first`
  snprintf(path, CACHE_PATH, "%s/%016" PRIx64 "%016" PRIx64 "-nvrtc%d.%d.cubin", folder, first, second, major,
           minor);
}

// Writes the head of a file: magic, key and its length, size and checksum of the image.
static int head_text(const char *key, size_t size, uint64_t sum, char *text, size_t room) {
  int n = snprintf(text, room, "%s%zu %s\n%zu %016" PRIx64 "\n", MAGIC, strlen(key), key, size, sum);
  return n > 0 && (size_t)n < room ? n : 0;
}

static cache_outcome read_open(FILE *file, const char *key, void **bytes, size_t *size) {
  char line[KEY_LIMIT], expected[KEY_LIMIT];
  snprintf(expected, sizeof expected, "%zu %s\n", strlen(key), key);
  uint64_t sum;
  if (!fgets(line, sizeof line, file) || strcmp(line, MAGIC) != 0) return CACHE_BROKEN;
  if (!fgets(line, sizeof line, file) || strcmp(line, expected) != 0) return CACHE_BROKEN;
  if (!fgets(line, sizeof line, file) || sscanf(line, "%zu %" SCNx64 "\n", size, &sum) != 2)
    return CACHE_BROKEN;
  if (*size == 0 || *size > IMAGE_LIMIT || !(*bytes = malloc(*size))) return CACHE_BROKEN;
  if (fread(*bytes, 1, *size, file) == *size && fgetc(file) == EOF &&
      fnv_add(FNV_BEGIN, *bytes, *size) == sum)
    return CACHE_FOUND;
  free(*bytes);
  *bytes = NULL;
  return CACHE_BROKEN;
}

cache_outcome cuda_cache_read(const char *folder, const char *key, int major, int minor, void **bytes,
                              size_t *size, char problem[CACHE_TEXT]) {
  char path[CACHE_PATH];
  *bytes = NULL;
  if (!*folder) return CACHE_ABSENT;
  file_name(folder, key, major, minor, path);
  FILE *file = fopen(path, "rb");
  if (!file) return CACHE_ABSENT;
  cache_outcome outcome = read_open(file, key, bytes, size);
  fclose(file);
  if (outcome == CACHE_FOUND) cache_file_mark_used(path);
  if (outcome == CACHE_BROKEN)
    snprintf(problem, CACHE_TEXT, "the cached kernel %.300s is damaged and is compiled anew", path);
  return outcome;
}

cache_outcome cuda_cache_read_any(const char *folder, const char *key, int major, void **bytes, size_t *size,
                                  char problem[CACHE_TEXT]) {
  for (int i = major; i >= 11; i--)
    for (int minor = 9; minor >= 0; minor--)
      if (cuda_cache_read(folder, key, i, minor, bytes, size, problem) == CACHE_FOUND) return CACHE_FOUND;
  return CACHE_ABSENT;
}

static int make_folders(const char *folder) {
  char path[CACHE_PATH];
  if (snprintf(path, sizeof path, "%s", folder) >= CACHE_PATH) {
    errno = ENAMETOOLONG;
    return 0;
  }
  for (char *p = path + 1;; p++) {
    if (*p && *p != '/') continue;
    char end = *p;
    *p = 0;
    if (mkdir(path, 0777) != 0 && errno != EEXIST && access(path, X_OK) != 0) return 0;
    if (!end) return 1;
    *p = end;
  }
}

int cuda_cache_write(const char *folder, const char *key, int major, int minor, const void *bytes,
                     size_t size, char problem[CACHE_TEXT]) {
  char path[CACHE_PATH], temporary[CACHE_PATH], head[KEY_LIMIT + 100];
  int done = 0, n = head_text(key, size, fnv_add(FNV_BEGIN, bytes, size), head, sizeof head);
  if (!*folder || n == 0) {
    snprintf(problem, CACHE_TEXT, "no folder for the kernel cache: set HOME or XDG_CACHE_HOME");
    return 0;
  }
  file_name(folder, key, major, minor, path);
  snprintf(temporary, sizeof temporary, "%.*s/tmp-XXXXXX", CACHE_PATH - 20, folder);
  int descriptor = make_folders(folder) ? mkstemp(temporary) : -1;
  FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
  if (file) {
    done = fwrite(head, 1, (size_t)n, file) == (size_t)n && fwrite(bytes, 1, size, file) == size;
    done = fflush(file) == 0 && done;
    done = fchmod(descriptor, 0644) == 0 && done; // mkstemp's 0600 would exclude other users of the folder
    done = fclose(file) == 0 && done && rename(temporary, path) == 0;
    if (done)
      cache_folder_trim(path);
    else
      unlink(temporary);
  }
  if (!done)
    snprintf(problem, CACHE_TEXT,
             "the kernel cache %.200s cannot be written (%s): kernels are compiled in every run", folder,
             strerror(errno));
  return done;
}
