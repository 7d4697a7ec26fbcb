// Command `chatter schema`: the schema table as JSON Schema (2020-12), for editors that check and
// complete study files.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_JSON_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_JSON_H

#include "base/status.h"

chatter_status schema_print_json(void); // to stdout

#endif
