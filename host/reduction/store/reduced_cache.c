// Stores and fetches reduced models.
#include "reduction/store/reduced_cache.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cache_files.h"
#include "base/log.h"
#include "reduction/store/reduced_io.h"

void reduced_cache_path(const reduction_input *in, char path[CACHE_PATH]) {
  char hash[65];
  if (!cache_folder_make("reduced", path)) {
    path[0] = 0;
    return;
  }
  const size_t length = strlen(path);
  reduction_input_hash(in, hash);
  snprintf(path + length, CACHE_PATH - length, "/%s.h5", hash);
}

// Loads a model with its recovery basis if one is wanted.
static chatter_status load_with_recovery(const char *path, recovery_want want, reduced_model *out) {
  TRY(reduced_load(path, out));
  const chatter_status status = want ? reduced_load_recovery(path, out) : CHATTER_OK;
  if (status != CHATTER_OK) reduced_destroy(out);
  return status;
}

int reduced_cache_fetch(const char *path, recovery_want want, reduced_model *out) {
  if (access(path, F_OK) != 0) return 0;
  if (load_with_recovery(path, want, out) == CHATTER_OK) {
    cache_file_mark_used(path);
    if (recovery_has(out->recovery, want)) return 1;
    reduced_destroy(out); // without the recovery basis, which no earlier study needed
    return 0;
  }
  for (int i = 0; i < error_count(); i++) log_warning_here("%s; it is computed again", error_message(i));
  error_clear();
  return 0;
}

void reduced_cache_store(const char *path, const reduced_model *self) {
  if (reduced_save(self, path) == CHATTER_OK) {
    cache_folder_trim(path);
    return;
  }
  for (int i = 0; i < error_count(); i++)
    log_warning_here("%s: the next run reduces again", error_message(i));
  error_clear();
}
