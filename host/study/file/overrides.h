// Applies --set overrides to the tree of a study.
#ifndef CHATTER_STUDY_FILE_OVERRIDES_H
#define CHATTER_STUDY_FILE_OVERRIDES_H

#include "study/file/document.h"

void overrides_apply(parser *p, yaml_node *root, int n, const char *const *overrides);

#endif
