// Resolves dotted paths against the schema and the entries of a study.
#ifndef CHATTER_STUDY_PATH_H
#define CHATTER_STUDY_PATH_H

#include "study/schema/schema.h"
#include "study/sections.h"
#include "study/study.h"

typedef struct study_location {
  const schema_field *field;
  const schema_section *section; // NULL at the top
  int entry;                     // of a section with entries
  int element;                   // of a list; -1: not named
  char path[STUDY_PATH * 2];     // stored path of places: "contact.0.gap"
} study_location;

typedef enum { PATH_OK, PATH_UNKNOWN, PATH_NO_ENTRY, PATH_WHICH_ENTRY } path_outcome;

// Resolves a path or the name of an input to a field of an existing entry.
path_outcome path_find_location(const study *self, const char *path_or_alias, study_location *out);
// Returns the dotted path that an alias of `inputs` stands for (the first of several), or the path
// itself.
const char *path_resolve_alias(const study *self, const char *path_or_alias);
// Returns path k, from 0, that an alias stands for; NULL after the last.
const char *path_resolve_alias_at(const study *self, const char *path_or_alias, int k, char text[STUDY_PATH]);

const input_alias *path_find_input(const study *self, const char *name); // NULL: no input has that name
const char *path_entry_name(const study *self, const schema_section *section, int entry); // of a named entry
int path_is_list(const schema_field *field); // 1: the value is several numbers

// Returns 1 if an ensemble parameter is the key `path` of the schema ("contact.gap") in that entry
// of its section.
int study_entry_varies(const study *self, const char *path, int entry);

// Returns 1 if an ensemble parameter has `part` in its path; the study's own value may then be out
// of range.
int study_varies(const study *self, const char *part);

#endif
