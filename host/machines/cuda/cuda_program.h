// The text of a GPU kernel: the program that a batch needs, its source and compiler options. Needs
// no GPU.
#ifndef CHATTER_MACHINES_CUDA_PROGRAM_H
#define CHATTER_MACHINES_CUDA_PROGRAM_H

#include "kernels/batch.h"
#include "machines/cuda/cuda_nvrtc.h"

enum {
  PROGRAM_TABLES = 1024, // most entries of `tables` that become constants
  PROGRAM_TEXT = 16384,
  PROGRAM_THREADS = 128 // most threads per block
};

typedef struct cuda_program {
  kernel_sizes sizes;
  int team;     // threads per trajectory
  int single;   // 1: computes in float
  int generic;  // 1: sizes are read from the batch: one image for every model, several times slower
  int far;      // 1: work that exceeds shared memory lies in device memory
  int n_tables; // entries compiled in as constants; 0: read from the batch
  int tables[PROGRAM_TABLES];
} cuda_program;

// Returns the threads per trajectory for these sizes unless the user chooses. For many
// trajectories: 1 while a trajectory's variables fit into registers; else the smallest part of a
// warp with few pieces of a step per thread and room for several warps; a warp; or a block for
// large models whose work leaves room for few warps. For few trajectories per multiprocessor: a
// warp.
int cuda_team_choose(const kernel_sizes *sizes, long trajectories, int processors);

// Returns why the sizes cannot run with `team` threads per trajectory; NULL: they can.
const char *cuda_team_refuse(const kernel_sizes *sizes, int team);

// Returns the generic program that replaces `program` if there is no NVRTC.
cuda_program cuda_program_generic(const cuda_program *program);

// Returns 1 if a model has so many coordinates that fixed sizes gain nothing and unrolled sums take
// minutes to compile; the generic program is used.
int cuda_program_is_large(const cuda_program *program);

// Returns how many entries of `tables` are worth compiling in. Only one thread per trajectory
// gains: array indices become constants and arrays registers.
int cuda_program_tables(const kernel_sizes *sizes, int team);

// Returns 1 if model and common coefficients go to constant memory.
int cuda_program_constant(const cuda_program *program);

// Return the bytes of a block's work, and of its dynamic shared memory: work and common
// coefficients, 0 with `far`.
long cuda_program_work(const cuda_program *program, int threads);
long cuda_program_shared(const cuda_program *program, int threads);

// Returns the threads of the smallest block.
int cuda_program_least(const cuda_program *program);

// Writes the name of the __global__ function, such as chatter_leapfrog_t32_double, or with `far`
// chatter_leapfrog_t32_double_far.
void cuda_program_name(const cuda_program *program, char *name, size_t size);

// Writes the source; returns 0 if PROGRAM_TEXT is too short (never for real sizes).
int cuda_program_source(const cuda_program *program, char text[PROGRAM_TEXT]);

// Writes the key of the image: architecture, options, source, hash of its headers.
int cuda_program_key(const char *source, int arch, char *key, size_t size);

// Compiles for sm_`arch` (or to PTX of the newest older architecture that NVRTC knows). image->log:
// messages and, with `report`, ptxas' count of registers and spills. Returns 0 on failure.
int cuda_program_compile(const cuda_nvrtc *nvrtc, const char *source, int arch, int report,
                         cuda_image *image);

#endif
