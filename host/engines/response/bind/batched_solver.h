// Trajectories in threads that meet at each factorisation and each solution, which are then one call of the
// GPU's libraries for all that wait.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_BATCHED_SOLVER_H
#define CHATTER_ENGINES_RESPONSE_BIND_BATCHED_SOLVER_H

#include "base/status.h"
#include "kernels/batch.h"
#include "machines/gpu_solver.h"

typedef struct batched_solver batched_solver;

// Opens a solver of systems of n rows on that GPU. *members: as many trajectories as are wanted side by side,
// becomes what has room; up to `threads` of them compute at once. NULL, with the reason in `message`, without
// libraries.
batched_solver *batched_solver_open(int gpu, int n, int threads, int *members,
                                    char message[GPU_SOLVER_MESSAGE]);
// Functions of a library_batch whose `self` is the batched solver.
void batched_solver_enter(void *self);
void batched_solver_leave(void *self);
void batched_solver_factorise(void *self, double *a, int n, double *pivot);
void batched_solver_solve(void *self, const double *a, int n, const double *pivot, double *x, int transposed);
double batched_solver_sign(void *self, const double *a, int n, const double *pivot);
// Raises what failed on the GPU, if anything did.
chatter_status batched_solver_close(batched_solver *self);

#endif
