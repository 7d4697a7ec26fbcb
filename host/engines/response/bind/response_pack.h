// Kernel sizes, the packed model and the tables of a study.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PACK_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PACK_H

#include "engines/response/bind/response_plan.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/response/kernels.h"
#undef KERNEL

// Plans and packs a study. `stages`: all stages that any trajectory has; `has_grid`: see
// response_setup.
chatter_status response_pack(const study *config, const reduced_model *reduced, int stages, int has_grid,
                             engine_layout *layout);

// Returns the kernel scratch for the evaluation of a contact point by exact events or by samples,
// in numbers; 0: the point uses neither.
long response_path_numbers(const int *dim, const response_point *point);
long response_sampled_numbers(const int *dim, const response_point *point);

#endif
