#include "cli/shared.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "results/durable.h"

chatter_status cli_load_study(const char *path, const cli_list *set, study *out) {
  return study_load(path, set->n, set->text, out);
}

const char *cli_join_lines(const cli_list *set, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < set->n && used < size; i++) {
    int n = snprintf(text + used, size - used, "%s%s", i ? "\n" : "", set->text[i]);
    used += n > 0 ? (size_t)n : 0;
  }
  return text;
}

chatter_status cli_check_writable(const char *path, int force) {
  char folder[4096];
  const char *slash = strrchr(path, '/');
  size_t n = slash ? (size_t)(slash - path) : 0;
  if (n >= sizeof folder) return error_raise(CHATTER_USAGE, "%.40s...: the name is too long", path);
  snprintf(folder, sizeof folder, "%.*s", (int)n, path);
  const char *where = !slash ? "." : n == 0 ? "/" : folder;
  if (access(where, W_OK | X_OK) != 0)
    return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  return durable_refuse_existing(path, force);
}
