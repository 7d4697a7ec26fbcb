// Reads the tree of a study file into struct study, by the schema table.
#ifndef CHATTER_STUDY_FILE_PARSE_H
#define CHATTER_STUDY_FILE_PARSE_H

#include <stddef.h>

#include "base/status.h"
#include "study/study.h"

// Reads and validates a study; on failure every mistake is raised as "file:line:column: ...".
// overrides: "path=value" texts of --set, applied before validation.
chatter_status study_load(const char *path, int n_overrides, const char *const *overrides, study *out);

// Does the same for a study whose samples come later, from a table or a caller. Samples may supply
// keys that others of the study need.
chatter_status study_load_for_samples(const char *path, int n_overrides, const char *const *overrides,
                                      study *out);
chatter_status study_parse(const char *text, size_t length, const char *path, int n_overrides,
                           const char *const *overrides, study *out); // as study_load, from memory
const char *study_file_text(const study *self);                       // the whole file as it was read

#endif
