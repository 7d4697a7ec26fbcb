#include "cli/shared.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "results/durable.h"
#include "study/path.h"

chatter_status cli_load_study(const char *path, const cli_list *set, study *out) {
  return study_load(path, set->n, set->text, out);
}

// Whether the dotted path lies in one of the sections.
static int is_of(const char *path, const char *sections) {
  for (const char *s = sections; *s;) {
    const size_t n = strcspn(s, " ");
    if (strncmp(path, s, n) == 0 && (path[n] == '.' || path[n] == '\0')) return 1;
    s += n + (s[n] == ' ');
  }
  return 0;
}

void cli_warn_unused(const study *config, const cli_list *set, const char *command, const char *sections) {
  for (int i = 0; i < set->n; i++) {
    char path[STUDY_PATH];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(set->text[i], "="), set->text[i]);
    if (is_of(path_of_alias(config, path), sections))
      log_warning("--set %s: has no effect on `chatter %s`", set->text[i], command);
  }
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
