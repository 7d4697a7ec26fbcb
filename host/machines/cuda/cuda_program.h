// The text of a GPU kernel: which one a batch needs, its source and its compiler options. Needs no GPU.
#ifndef CHATTER_MACHINES_CUDA_PROGRAM_H
#define CHATTER_MACHINES_CUDA_PROGRAM_H

#include "kernels/batch.h"
#include "machines/cuda/cuda_nvrtc.h"

enum {
  PROGRAM_TABLES = 1024, // most numbers of `tables` that become constants
  PROGRAM_TEXT = 16384,
  PROGRAM_THREADS = 128 // most threads per block
};

typedef struct cuda_program {
  kernel_sizes sizes;
  int team;     // threads per trajectory
  int single;   // 1: computes in float
  int generic;  // 1: sizes are read from the batch: one image for every model, several times slower
  int far;      // 1: what does not fit shared memory lies in device memory
  int n_tables; // as constants, 0: read from the batch
  int tables[PROGRAM_TABLES];
} cuda_program;

// The threads per trajectory for these sizes when nobody forces them. Of many trajectories: 1 while a
// trajectory's variables fit into registers, then the smallest part of a warp whose threads have few pieces
// of a step each and whose trajectories' work leaves room for some warps, a warp, or a block for large models
// and where the work leaves room for few warps. Of few on so many multiprocessors a warp each.
int cuda_team_choose(const kernel_sizes *sizes, long trajectories, int processors);

// NULL when the sizes can run with `team` threads per trajectory, else why not.
const char *cuda_team_refuse(const kernel_sizes *sizes, int team);

// The generic program that can stand in for `program` where there is no NVRTC.
cuda_program cuda_program_generic(const cuda_program *program);

// A model of so many coordinates that fixed sizes gain nothing and unrolled sums take minutes to compile: the
// generic program serves it.
int cuda_program_is_large(const cuda_program *program);

// Numbers of `tables` worth making constants in this mapping (only a thread per trajectory gains: array
// indices become constants, arrays registers).
int cuda_program_tables(const kernel_sizes *sizes, int team);

// 1 when model and common coefficients go to constant memory.
int cuda_program_constant(const cuda_program *program);

// Bytes of the work of a block of `threads`, and of its dynamic shared memory: the work and the common
// coefficients, nothing with `far`.
long cuda_program_work(const cuda_program *program, int threads);
long cuda_program_shared(const cuda_program *program, int threads);

// Threads of the smallest block.
int cuda_program_least(const cuda_program *program);

// Name of the __global__ function, e.g. chatter_leapfrog_t32_double, with `far`
// chatter_leapfrog_t32_double_far.
void cuda_program_name(const cuda_program *program, char *name, size_t size);

// The source text; 0 when PROGRAM_TEXT is too short (never for real sizes).
int cuda_program_source(const cuda_program *program, char text[PROGRAM_TEXT]);

// What identifies the image: architecture, options, source, the headers that it is made of.
int cuda_program_key(const char *source, int arch, char *key, size_t size);

// Compiles for sm_`arch` (or to PTX of the newest older architecture NVRTC knows); image->log holds messages
// and, with `report`, ptxas' count of registers and spills. 0 on failure.
int cuda_program_compile(const cuda_nvrtc *nvrtc, const char *source, int arch, int report,
                         cuda_image *image);

#endif
