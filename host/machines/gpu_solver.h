// Dense linear systems factorised on an NVIDIA GPU by NVIDIA's libraries, loaded at run time:
// cuBLAS for many systems, cuSOLVER for large ones. The matrices come from host memory.
#ifndef CHATTER_MACHINES_GPU_SOLVER_H
#define CHATTER_MACHINES_GPU_SOLVER_H

#include <stddef.h>

enum { GPU_SOLVER_MESSAGE = 400 };

typedef struct gpu_solver gpu_solver;

// Returns 1 if both libraries are found. `text`: one line, what was found or is missing.
int gpu_solver_found(char *text, size_t size);
// Opens a solver on GPU number `device` for up to `count` systems of n rows in slots 0 ... count -
// 1; *count becomes the number that fits. Returns NULL, with the reason in `message`, if libraries
// or memory are missing. Only one thread at a time may use a solver.
gpu_solver *gpu_solver_open(int device, int n, int *count, char message[GPU_SOLVER_MESSAGE]);
// Factorises row-major matrices a[i] [n][n] into slots slot[i]. Returns 0 with a message if the GPU
// failed. A singular matrix gives solutions with NaN or inf.
int gpu_solver_factorise(gpu_solver *self, int systems, const int *slot, const double *const *a,
                         char message[GPU_SOLVER_MESSAGE]);
// Replaces x[i] [n], a right-hand side of A or Aᵀ in slot[i], by its solution.
int gpu_solver_solve(gpu_solver *self, int systems, const int *slot, double *const *x, int transposed,
                     char message[GPU_SOLVER_MESSAGE]);
// Computes *sign[i], 1 or -1, of the determinant of the matrix in slot[i]; 0 if it is singular.
int gpu_solver_signs(gpu_solver *self, int systems, const int *slot, double *const *sign,
                     char message[GPU_SOLVER_MESSAGE]);
void gpu_solver_close(gpu_solver *self);

#endif
