// Finds the places of keys.
#include "study/file/key_place.h"

#include <stdio.h>
#include <string.h>

#include "study/file/document.h"
#include "study/file/path.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

// Returns the path in the file of a key of a study that is made from a part of another.
static const char *find_path_in_file(const study *self, const char *path, char *text, size_t size) {
  for (const study_moved_keys *m = self->moved; m && m->from; m++) {
    if (strcmp(path, m->from) != 0 && !schema_in_group(path, m->from)) continue;
    snprintf(text, size, "%s%s", m->to, path + strlen(m->from));
    return text;
  }
  return path;
}

const char *study_place(const study *self, const char *dotted_path) {
  static _Thread_local char buffers[4][2 * STUDY_PATH]; // a message may name several places
  static _Thread_local int next;
  char *buffer = buffers[next++ % 4];
  study_location at;
  if (!self->document) { // a study made without a file; the caller's text may not outlive the call
    snprintf(buffer, sizeof buffers[0], "%s", dotted_path);
    return buffer;
  }
  char moved[2 * STUDY_PATH];
  dotted_path = find_path_in_file(self, dotted_path, moved, sizeof moved);
  const char *path = path_resolve_alias(self, dotted_path);
  if (path_find_location(self, dotted_path, &at) == PATH_OK) path = at.path;
  return document_place_text(self->document, path, buffer, sizeof buffers[0]);
}

const char *study_output_place(const study *self, const output_config *output, const char *key) {
  char path[3 * STUDY_NAME];
  snprintf(path, sizeof path, "outputs.%s.%s", output->name, key);
  return study_place(self, path);
}

static const document_place *find_place(const study *self, const char *dotted_path) {
  char moved[2 * STUDY_PATH];
  if (!self->document) return NULL;
  return document_find(self->document, find_path_in_file(self, dotted_path, moved, sizeof moved));
}

int study_given(const study *self, const char *dotted_path) {
  return find_place(self, dotted_path) != NULL;
}

int study_is_given_by_set(const study *self, const char *dotted_path) {
  const document_place *place = find_place(self, dotted_path);
  return place && place->override;
}

int study_ignores_section(const study *self, const schema_section *section) {
  const study_kind *owner = schema_section_kind(section);
  return owner && self->kind && !study_kind_has(self->kind, owner) && study_is_given_by_set(self, "study") &&
         study_given(self, section->name) && !study_is_given_by_set(self, section->name);
}
