// The common keys and sections.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_TABLE_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_TABLE_H

#include "study/schema/schema.h"

// schema_field.only of a key that depends on the contact law.
extern const char SCHEMA_BY_LAW[];

extern const schema_field schema_common_fields[];
extern const int schema_n_common_fields;
extern const schema_section schema_common_sections[];
extern const int schema_n_common_sections;

#endif
