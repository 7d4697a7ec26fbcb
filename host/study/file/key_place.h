// Places of the keys of a study, for messages.
#ifndef CHATTER_STUDY_FILE_KEY_PLACE_H
#define CHATTER_STUDY_FILE_KEY_PLACE_H

#include "study/schema/schema.h"
#include "study/sections.h"
#include "study/study.h"

// Returns 1 if a section of the file is ignored because --set names another kind of study.
int study_ignores_section(const study *self, const schema_section *section);

// Returns "file:line:column" of a dotted path for messages of later layers. If it is not written,
// the place is that of the nearest part above it, else the file alone; for an override "--set
// path=value". Valid for the next three calls.
const char *study_place(const study *self, const char *dotted_path);
// Returns the place of a key of an output, or of the output if the key is not written.
const char *study_output_place(const study *self, const output_config *output, const char *key);
int study_given(const study *self, const char *dotted_path);           // 1: written in the file or by --set
int study_is_given_by_set(const study *self, const char *dotted_path); // 1: by --set

#endif
