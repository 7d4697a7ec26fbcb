// Factorisation of large systems by libraries: LAPACK on the CPU, cuBLAS and cuSOLVER on a GPU.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_LIBRARY_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_LIBRARY_H

#include "ensemble/engine.h"

// Returns 1 if systems of these sizes are factorised by libraries.
int response_uses_library(const study *config, const int *dim);

// Sets response_advance_by_library as the step function of a layout whose systems are factorised by
// libraries.
chatter_status response_choose_factorisation(const study *config, engine_layout *layout);

// Steps a batch with one trajectory per thread.
chatter_status response_advance_by_library(const engine_layout *layout, const kernel_batch *batch,
                                           engine_machine machine);

#endif
