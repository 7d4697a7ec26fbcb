// Reads one value into `target` (field->offset already added), raising mistakes under the name
// `name`.
#ifndef CHATTER_STUDY_FILE_VALUE_H
#define CHATTER_STUDY_FILE_VALUE_H

#include "study/file/document.h"
#include "study/schema/schema.h"

void value_read(parser *p, const schema_field *field, const yaml_node *node, const char *name, void *target);
void value_default(parser *p, const schema_field *field, void *target);

#endif
