// Where keys of a study are written, for messages.
#ifndef CHATTER_STUDY_FILE_KEY_PLACE_H
#define CHATTER_STUDY_FILE_KEY_PLACE_H

#include "study/schema/schema.h"
#include "study/sections.h"
#include "study/study.h"

// 1: a section of the file belongs to another kind of study than that which --set names, and is ignored.
int study_ignores_section(const study *self, const schema_section *section);

// "file:line:column" of a dotted path, for messages from later layers (of the nearest part above it where it
// is not written, else the file alone; "--set path=value" where it came from there). Valid for the next three
// calls.
const char *study_place(const study *self, const char *dotted_path);
// The place of a key of an output, or of the output where it is not written.
const char *study_output_place(const study *self, const output_config *output, const char *key);
int study_given(const study *self, const char *dotted_path);           // 1: written in the file or by --set
int study_is_given_by_set(const study *self, const char *dotted_path); // 1: by --set

#endif
