// All fields and sections in one list, made once: whoever copies a study or looks for a key walks through
// them, a hundred times for one evaluation of a bound study.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_CATALOGUE_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_CATALOGUE_H

#include "study/schema/schema.h"

// All there are: the common ones, then those of each kind of study; NULL behind the last.
const schema_field *schema_field_at(int index);
const schema_section *schema_section_at(int index);

// The section a field belongs to; NULL for the keys at the top.
const schema_section *schema_section_of(const schema_field *field);

#endif
