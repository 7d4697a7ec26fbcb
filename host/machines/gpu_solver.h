// Dense linear systems factorised on an NVIDIA GPU by NVIDIA's libraries: cuBLAS for many at once, cuSOLVER
// for large ones. Loaded when the program runs; the matrices come from host memory.
#ifndef CHATTER_MACHINES_GPU_SOLVER_H
#define CHATTER_MACHINES_GPU_SOLVER_H

#include <stddef.h>

enum { GPU_SOLVER_MESSAGE = 400 };

typedef struct gpu_solver gpu_solver;

// 1: both libraries are there. `text`: one line, what was found or what is missing.
int gpu_solver_found(char *text, size_t size);
// Room on GPU number `device` for up to `count` systems of n rows, in slots 0 ... count - 1; *count becomes
// what fits. NULL, with the reason in `message`, where the libraries or the room are missing. One thread at a
// time may use a solver.
gpu_solver *gpu_solver_open(int device, int n, int *count, char message[GPU_SOLVER_MESSAGE]);
// Factorises row-major matrices a[i] [n][n] into slots slot[i]. 0 with a message: the GPU failed. A singular
// matrix gives solutions that are no numbers.
int gpu_solver_factorise(gpu_solver *self, int systems, const int *slot, const double *const *a,
                         char message[GPU_SOLVER_MESSAGE]);
// x[i] [n], a right side of A or Aᵀ of slot[i], becomes its solution.
int gpu_solver_solve(gpu_solver *self, int systems, const int *slot, double *const *x, int transposed,
                     char message[GPU_SOLVER_MESSAGE]);
// *sign[i]: of the determinant of the matrix in slot[i], 1 or -1; 0 where it is singular.
int gpu_solver_signs(gpu_solver *self, int systems, const int *slot, double *const *sign,
                     char message[GPU_SOLVER_MESSAGE]);
void gpu_solver_close(gpu_solver *self);

#endif
