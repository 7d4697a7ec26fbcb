// Loads studies and checks outputs for several commands.
#include "cli/shared.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/inputs.h"
#include "base/log.h"
#include "ensemble/results_outline.h"
#include "model/load.h"
#include "plot/plot.h"
#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "study/schema/schema.h"
#include "study/schema/schema_catalogue.h"
#include "study/study_kind.h"

const char cli_stopping_message[] = "\nStopping. Ctrl-C again ends at once.\n";

static void warn_ignored_keys(const study *config) {
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++)
    if (study_ignores_section(config, s))
      log_warning("%s: '%s' does not belong to a study of kind %s: it is ignored",
                  study_place(config, s->name), s->name, config->kind->name);
}

static chatter_status load_study(const char *path, const cli_list *set, const char *log_json,
                                 int samples_follow, study *out) {
  inputs_note(path);
  chatter_status status = samples_follow ? study_load_for_samples(path, set->n, set->text, out)
                                         : study_load(path, set->n, set->text, out);
  if (status == CHATTER_OK) model_note_inputs(out);
  if (status == CHATTER_OK) warn_ignored_keys(out);
  int loaded = status == CHATTER_OK;
  chatter_status logged = log_json ? log_json_open(log_json) : CHATTER_OK;
  if (loaded) status = logged;
  if (status == CHATTER_OK) status = inputs_refuse_open(STDOUT_FILENO);
  if (loaded && status != CHATTER_OK) study_destroy(out);
  return status;
}

chatter_status cli_load_study(const char *path, const cli_list *set, const char *log_json, study *out) {
  return load_study(path, set, log_json, 0, out);
}

chatter_status cli_load_study_for_samples(const char *path, const cli_list *set, const char *log_json,
                                          study *out) {
  return load_study(path, set, log_json, 1, out);
}

// Returns 1 if the dotted path lies in one of the sections.
static int is_key_of_sections(const char *path, const char *sections) {
  for (const char *s = sections; *s;) {
    const size_t n = strcspn(s, " ");
    if (strncmp(path, s, n) == 0 && (path[n] == '.' || path[n] == '\0')) return 1;
    s += n + (s[n] == ' ');
  }
  return 0;
}

void cli_warn_unused_set(const study *config, const cli_list *set, const char *command,
                         const char *sections) {
  for (int i = 0; i < set->n; i++) {
    char path[STUDY_PATH];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(set->text[i], "="), set->text[i]);
    if (is_key_of_sections(path_resolve_alias(config, path), sections))
      log_warning("--set %s: has no effect on `chatter %s`", set->text[i], command);
  }
}

const char *cli_join_set_texts(const cli_list *set, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < set->n && used < size; i++) {
    int n = snprintf(text + used, size - used, "%s%s", i ? "\n" : "", set->text[i]);
    used += n > 0 ? (size_t)n : 0;
  }
  return text;
}

chatter_status cli_check_writable(const char *path, int force) {
  char *name = durable_temporary(path);
  if (!name) return CHATTER_IO;
  char *slash = strrchr(name, '/');
  if (slash) slash[slash == name] = 0;
  int writable = access(slash ? name : ".", W_OK | X_OK) == 0, reason = errno;
  free(name);
  if (!writable) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(reason));
  return durable_refuse_existing(path, force);
}

chatter_status cli_check_figure(const study *config, const samples *values, long shard, long n_shards) {
  result_set *outline;
  TRY(results_outline(config, values, shard, n_shards, &outline));
  const chatter_status status = plot_check(config, outline);
  result_set_destroy(outline);
  return status;
}
