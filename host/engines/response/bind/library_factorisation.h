// Large systems of equations, which libraries factorise: LAPACK on the CPU, cuBLAS and cuSOLVER on a GPU.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_LIBRARY_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_LIBRARY_H

#include "ensemble/engine.h"

// Returns 1 if systems of these sizes are factorised by libraries.
int response_uses_library(const study *config, const int *dim);

// Makes response_advance_by_library the steps of a layout whose systems libraries factorise.
chatter_status response_choose_factorisation(const study *config, engine_layout *layout);

// Steps a batch, a trajectory in a thread.
chatter_status response_advance_by_library(const engine_layout *layout, const kernel_batch *batch,
                                           engine_machine machine);

#endif
