// All fields and sections in one list, made once. Copies of a study and look-ups of keys walk
// through it, a hundred times for one evaluation of a bound study.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_CATALOGUE_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_CATALOGUE_H

#include "study/schema/schema.h"

// Return field or section `index`: the common ones, then those of each kind of study; NULL after
// the last.
const schema_field *schema_field_at(int index);
const schema_section *schema_section_at(int index);

// Returns the section of a field; NULL for the keys at the top.
const schema_section *schema_section_of(const schema_field *field);

#endif
