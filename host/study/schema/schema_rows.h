// Short macros for the tables of keys (schema_field) and sections.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_ROWS_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_ROWS_H

#include <math.h>

#include "study/schema/schema.h"

#define AT(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define ANY .minimum = -INFINITY, .maximum = INFINITY
#define FROM(low) .minimum = (low), .maximum = INFINITY
#define RANGE(low, high) .minimum = (low), .maximum = (high)
#define COUNT(low, high) .minimum = (low), .maximum = (high), .flags = FIELD_WHOLE
#define FIXED .flags = FIELD_FIXED

#endif
