// Trajectories in threads that wait for each other at each factorisation and each solution. One
// call of the GPU's libraries serves all that wait.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_BATCHED_SOLVER_H
#define CHATTER_ENGINES_RESPONSE_BIND_BATCHED_SOLVER_H

#include "base/status.h"
#include "kernels/batch.h"
#include "machines/gpu_solver.h"

typedef struct batched_solver batched_solver;

// Opens a solver of systems of n rows on a GPU. *members: on entry the wanted number of
// trajectories side by side, on return the number that fits into memory. Up to `threads` of them
// compute at once. Returns NULL, with the reason in `message`, if the libraries are missing.
batched_solver *batched_solver_open(int gpu, int n, int threads, int *members,
                                    char message[GPU_SOLVER_MESSAGE]);
// Functions of a linear_solver_batch whose `self` is the batched solver.
void batched_solver_enter(void *self);
void batched_solver_leave(void *self);
void batched_solver_factorise(void *self, double *a, int n, double *pivot);
void batched_solver_solve(void *self, const double *a, int n, const double *pivot, double *x, int transposed);
double batched_solver_sign(void *self, const double *a, int n, const double *pivot);
// Closes the solver. Returns the error of the GPU, if there was one.
chatter_status batched_solver_close(batched_solver *self);

#endif
