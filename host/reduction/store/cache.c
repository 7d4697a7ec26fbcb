#include "reduction/store/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

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

void cache_path(const reduction_input *in, char path[CACHE_PATH]) {
  char hash[65];
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int use_xdg = xdg && xdg[0] == '/';
  path[0] = 0;
  if (!use_xdg && !(home && home[0])) return;
  int length =
      snprintf(path, CACHE_PATH, "%s%s/chatter/reduced", use_xdg ? xdg : home, use_xdg ? "" : "/.cache");
  if (length >= CACHE_PATH - 80 || !make_folders(path)) {
    path[0] = 0;
    return;
  }
  input_key(in, hash);
  snprintf(path + length, (size_t)(CACHE_PATH - length), "/%s.h5", hash);
}

// With a recovery basis, where one is wanted.
static chatter_status load(const char *path, recovery_want want, reduced_model *out) {
  TRY(reduced_load(path, out));
  const chatter_status status = want ? reduced_load_recovery(path, out) : CHATTER_OK;
  if (status != CHATTER_OK) reduced_destroy(out);
  return status;
}

int cache_fetch(const char *path, recovery_want want, reduced_model *out) {
  if (access(path, F_OK) != 0) return 0;
  if (load(path, want, out) == CHATTER_OK) {
    if (recovery_has(out->recovery, want)) return 1;
    reduced_destroy(out); // nobody has asked for it so far
    return 0;
  }
  for (int i = 0; i < error_count(); i++) log_warning_here("%s; it is computed again", error_message(i));
  error_clear();
  return 0;
}

void cache_store(const char *path, const reduced_model *self) {
  if (reduced_save(self, path) == CHATTER_OK) return;
  for (int i = 0; i < error_count(); i++)
    log_warning_here("%s: the next run reduces again", error_message(i));
  error_clear();
}
