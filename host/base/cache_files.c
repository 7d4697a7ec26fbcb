// Cache folders: making them, marking files as used, limiting the size.
#include "base/cache_files.h"

#include "base/text.h"

#include "base/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Makes the folder with its parents; returns 0 if that fails.
static int make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
    *slash = '/';
    if (failed) return 0;
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

int cache_folder_make(const char *leaf, char path[CACHE_PATH]) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const int use_xdg = xdg && xdg[0] == '/';
  path[0] = 0;
  if (!use_xdg && !(home && home[0])) return 0;
  const int length =
      snprintf(path, CACHE_PATH, "%s%s/chatter/%s", use_xdg ? xdg : home, use_xdg ? "" : "/.cache", leaf);
  return length < CACHE_PATH - 80 && make_folders(path);
}

static const double DEFAULT_CACHE_GB = 10;
enum { HASH_DIGITS = 32 }; // least number of digits of a file name's hash

typedef struct kept_file {
  struct timespec used;
  double bytes;
  char name[256];
} kept_file;

void cache_file_mark_used(const char *path) {
  (void)utimensat(AT_FDCWD, path, NULL, 0); // fails in a read-only folder, whose files are then not marked
}

static double cache_limit_bytes(void) {
  const char *text = getenv("CHATTER_CACHE_GB");
  double most;
  if (!text || !*text) return DEFAULT_CACHE_GB * 1e9;
  if (text_number(text, &most) == NUMBER_OK && most >= 0) return most * 1e9;
  log_warning_here("CHATTER_CACHE_GB: '%s' is no number of GB from 0 on; caches keep %g GB each", text,
                   DEFAULT_CACHE_GB);
  return DEFAULT_CACHE_GB * 1e9;
}

static int compare_last_use(const void *a, const void *b) {
  const kept_file *x = a, *y = b;
  if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
  if (x->used.tv_nsec != y->used.tv_nsec) return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
  return strcmp(x->name, y->name);
}

// Lists the cached files of an open folder, allocated; *n: their number, 0 also when out of memory.
static kept_file *list_cache_files(DIR *folder, size_t *n) {
  kept_file *list = NULL;
  size_t room = 0;
  *n = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct stat info;
    if (strspn(entry->d_name, "0123456789abcdef") < HASH_DIGITS ||
        strlen(entry->d_name) >= sizeof list->name ||
        fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode))
      continue;
    if (*n == room) {
      kept_file *more = realloc(list, (room = 2 * room + 64) * sizeof *list);
      if (!more) break;
      list = more;
    }
    kept_file *file = &list[(*n)++];
    *file = (kept_file){.used = info.st_mtim, .bytes = (double)info.st_size};
    strcpy(file->name, entry->d_name);
  }
  return list;
}

int cache_folder_trim(const char *path) {
  const char *slash = strrchr(path, '/'), *own = slash ? slash + 1 : path;
  const double most = cache_limit_bytes();
  char name[4096];
  double total = 0;
  size_t n;
  int removed = 0;
  if (!slash || snprintf(name, sizeof name, "%.*s", (int)(slash - path), path) >= (int)sizeof name) return 0;
  DIR *folder = opendir(name);
  if (!folder) return 0;
  kept_file *list = list_cache_files(folder, &n);
  if (list) qsort(list, n, sizeof *list, compare_last_use);
  for (size_t i = 0; i < n; i++) total += list[i].bytes;
  for (size_t i = 0; i < n && total > most; i++) {
    if (strcmp(list[i].name, own) == 0 || unlinkat(dirfd(folder), list[i].name, 0) != 0) continue;
    total -= list[i].bytes;
    removed++;
  }
  closedir(folder);
  free(list);
  return removed;
}
