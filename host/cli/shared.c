#include "cli/shared.h"

#include <string.h>

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
