// Dotted paths of a study, resolved against the schema and the entries the study has.
#ifndef CHATTER_STUDY_PATH_H
#define CHATTER_STUDY_PATH_H

#include "study/schema/schema.h"

typedef struct study_location {
  const schema_field *field;
  const schema_section *section; // NULL at the top
  int entry;                     // of a section with entries
  int element;                   // of a list, -1: not named
  char path[STUDY_PATH * 2];     // as places are remembered: "contact.0.gap"
} study_location;

typedef enum { PATH_OK, PATH_UNKNOWN, PATH_NO_ENTRY, PATH_WHICH_ENTRY } path_outcome;

// Resolves a path or the name of an input to a field of an entry that exists.
path_outcome path_locate(const study *self, const char *path_or_alias, study_location *out);
// The dotted path an alias of `inputs` stands for, the first of several, or the path itself.
const char *path_of_alias(const study *self, const char *path_or_alias);
// Path number k that it stands for, from 0; NULL behind the last.
const char *path_of_alias_at(const study *self, const char *path_or_alias, int k, char text[STUDY_PATH]);

const input_alias *path_find_input(const study *self, const char *name); // NULL: no input has that name
const char *path_entry_name(const study *self, const schema_section *section, int entry); // of a named one
int path_has_elements(const schema_field *field); // 1: its value is several numbers

#endif
