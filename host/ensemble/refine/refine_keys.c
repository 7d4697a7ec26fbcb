// Finds the resolutions of a study.
#include "ensemble/refine/refine_keys.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "study/file/path.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

static int is_resolution(const schema_field *f) {
  return (f->flags & (FIELD_FINER_ABOVE | FIELD_FINER_BELOW)) != 0;
}

static int is_of_kind(const study *config, const schema_section *s) {
  const study_kind *owner = schema_section_kind(s);
  return !owner || (config->kind && study_kind_has(config->kind, owner));
}

// Returns 1 for a key of the reduction if a saved model has fixed it.
static int is_settled(const study *config, const schema_field *f) {
  return config->model.type == MODEL_REDUCED && f->flags & FIELD_STRUCTURAL &&
         schema_in_group(f->path, "reduction");
}

// Writes the path of a key in entry `entry` of its section; "" if entries have names.
static void key_path(const study *config, const schema_field *f, int entry, char path[STUDY_PATH]) {
  const schema_section *s = schema_section_of(f);
  path[0] = '\0';
  if (s->shape == SECTION_MAP || (s->shape == SECTION_LIST && study_count_entries(config, s) == 1))
    snprintf(path, STUDY_PATH, "%s", f->path);
  else if (s->shape == SECTION_LIST)
    snprintf(path, STUDY_PATH, "%s.%d%s", s->name, entry, f->path + strlen(s->name));
  else
    snprintf(path, STUDY_PATH, "%s.%s%s", s->name, path_entry_name(config, s, entry),
             f->path + strlen(s->name));
}

// Finds resolution `index` with all of `flags` for which the study has a value; returns 0 after the
// last.
static int find_own(const study *config, int flags, int index, refine_key *out) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const schema_section *s = schema_section_of(f);
    if (!s || !is_resolution(f) || (f->flags & flags) != flags || !is_of_kind(config, s)) continue;
    for (int e = 0; e < study_count_entries(config, s) && !is_settled(config, f); e++) {
      char word[64];
      const int messages = error_count();
      if (!schema_applies(config, f, e, word, sizeof word)) continue;
      key_path(config, f, e, out->path);
      const int found = study_find_scalar(config, out->path, NULL, &out->scalar) == CHATTER_OK;
      error_keep(messages);
      out->own = found ? study_scalar_value(config, &out->scalar) : 0;
      out->is_finer_above = (f->flags & FIELD_FINER_ABOVE) != 0;
      snprintf(out->path, sizeof out->path, "%s", out->scalar.path);
      if (out->own > 0 && !study_entry_varies(config, f->path, e) && index-- == 0) return 1;
    }
  }
  return 0;
}

static const char *list_own(const study *config, char *list, size_t size) {
  refine_key one;
  list[0] = '\0';
  for (int i = 0; find_own(config, 0, i, &one); i++) text_list_add(list, size, one.path);
  return list[0] ? list : "none";
}

chatter_status refine_find_key(const study *config, const char *path_or_alias, refine_key *out) {
  char list[STUDY_NODES];
  study_location at;
  *out = (refine_key){.own = 0};
  TRY(study_find_scalar(config, path_or_alias, "--over", &out->scalar));
  path_find_location(config, path_or_alias, &at);
  snprintf(out->path, sizeof out->path, "%s", out->scalar.input ? path_or_alias : out->scalar.path);
  out->own = study_scalar_value(config, &out->scalar);
  out->is_finer_above = (at.field->flags & FIELD_FINER_ABOVE) != 0;
  if (!is_resolution(at.field))
    return error_raise(CHATTER_BAD_STUDY,
                       "--over %s: results should depend on it: it is no resolution of model or method "
                       "(this study has: %s)",
                       out->path, list_own(config, list, sizeof list));
  if (study_entry_varies(config, at.field->path, at.entry))
    return error_raise(CHATTER_BAD_STUDY,
                       "--over %s: ensemble.design varies it: take it out of the design (this study has: %s)",
                       out->path, list_own(config, list, sizeof list));
  if (!(out->own > 0))
    return error_raise(CHATTER_BAD_STUDY,
                       "--over %s: the study gives no number that could be halved and doubled: give one in "
                       "the study or by --set (this study has: %s)",
                       out->path, list_own(config, list, sizeof list));
  if (strstr(at.field->path, "model."))
    log_warning("%s: nodes that the study names by number lie elsewhere on another mesh: name them by sets",
                out->path);
  return CHATTER_OK;
}

chatter_status refine_find_default_keys(const study *config, int *n, refine_key key[REFINE_KEYS]) {
  char list[STUDY_NODES];
  for (*n = 0; *n < REFINE_KEYS && find_own(config, FIELD_REFINED, *n, &key[*n]);) ++*n;
  if (*n > 0) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: there is nothing that is varied by itself: name what is with --over (this study "
                     "has: %s)",
                     config->path, list_own(config, list, sizeof list));
}
