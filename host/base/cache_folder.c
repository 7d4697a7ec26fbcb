#include "base/cache_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The folder with its parents; 0 where it cannot be made.
static int make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
    *slash = '/';
    if (failed) return 0;
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

int cache_folder(const char *leaf, char path[CACHE_PATH]) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const int use_xdg = xdg && xdg[0] == '/';
  path[0] = 0;
  if (!use_xdg && !(home && home[0])) return 0;
  const int length =
      snprintf(path, CACHE_PATH, "%s%s/chatter/%s", use_xdg ? xdg : home, use_xdg ? "" : "/.cache", leaf);
  return length < CACHE_PATH - 80 && make_folders(path);
}
