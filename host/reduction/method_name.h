// Names and kinds of the reductions.
#ifndef CHATTER_REDUCTION_METHOD_NAME_H
#define CHATTER_REDUCTION_METHOD_NAME_H

const char *method_name(int method); // of reduction_method, as in a study
int method_is_massless(int method);  // 1: its boundary is massless

#endif
