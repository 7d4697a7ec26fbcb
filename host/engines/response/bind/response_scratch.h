// What evaluating a contact point takes of the kernel's scratch, in numbers.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_SCRATCH_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_SCRATCH_H

#include "engines/response/response_engine.h"

// By exact events, by samples; 0: it is not evaluated so.
long response_path_numbers(const int *dim, const response_point *point);
long response_sampled_numbers(const int *dim, const response_point *point);

#endif
