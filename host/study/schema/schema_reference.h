// Command `chatter schema --markdown`: the schema table as a Markdown page.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_REFERENCE_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_REFERENCE_H

#include "base/status.h"

chatter_status schema_print_reference(void); // to stdout

#endif
