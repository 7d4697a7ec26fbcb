// Trajectories in threads that meet at each factorisation and each solution, which are then one call of the
// GPU's libraries for all that wait.
#ifndef CHATTER_ENGINES_RESPONSE_MEETING_H
#define CHATTER_ENGINES_RESPONSE_MEETING_H

#include "base/status.h"
#include "kernels/batch.h"
#include "machines/gpu_solver.h"

typedef struct meeting meeting;

// Of systems of n rows on that GPU. *members: as many trajectories as are wanted side by side, becomes what
// has room; up to `threads` of them compute at once. NULL, with the reason in `message`, without libraries.
meeting *meeting_open(int gpu, int n, int threads, int *members, char message[GPU_SOLVER_MESSAGE]);
// Functions of a library_batch whose `self` is the meeting.
void meeting_enter(void *self);
void meeting_leave(void *self);
void meeting_factorise(void *self, double *a, int n, double *pivot);
void meeting_solve(void *self, const double *a, int n, const double *pivot, double *x, int transposed);
double meeting_sign(void *self, const double *a, int n, const double *pivot);
// Raises what failed on the GPU, if anything did.
chatter_status meeting_close(meeting *self);

#endif
