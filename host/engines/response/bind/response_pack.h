// Sizes of the kernel, the packed model and the tables.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PACK_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_PACK_H

#include "engines/response/bind/response_plan.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/response/kernels.h"
#undef KERNEL

// Plans and packs a study. `stages`: all that a trajectory may go through; `has_grid`: see response_setup.
chatter_status response_pack(const study *config, const reduced_model *reduced, int stages, int has_grid,
                             engine_layout *layout);

// What evaluating a contact point takes of the kernel's scratch, in numbers: by exact events, by samples; 0:
// it is not evaluated so.
long response_path_numbers(const int *dim, const response_point *point);
long response_sampled_numbers(const int *dim, const response_point *point);

#endif
