// A functional model of a GPU that executes PTX, the text that NVRTC makes of the kernels: warps of
// 32 lanes with a program counter each. Its purpose is to find faults, so it refuses unknown
// opcodes, modifiers and directives by name and line, and floating-point arithmetic without an
// explicit rounding mode. README.md: use, files, what it proves and what it does not.
#ifndef CHATTER_TOOLS_PTX_H
#define CHATTER_TOOLS_PTX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PTX_WARP = 32, PTX_MOST_THREADS = 1024, PTX_OPERANDS = 6, PTX_NAME = 160 };

typedef struct ptx_module ptx_module;
typedef struct ptx_function ptx_function;

// Returns NULL and "line 12: ..." in `problem` if the text contains anything unknown.
ptx_module *ptx_module_read(const char *text, char *problem, size_t size);
void ptx_module_free(ptx_module *m);
ptx_function *ptx_function_find(ptx_module *m, const char *name);
// Returns a .const or .global array; NULL if there is none.
void *ptx_module_array(ptx_module *m, const char *name, size_t *bytes);
const char *ptx_function_name(const ptx_function *f);
int ptx_function_shared(const ptx_function *f); // static, bytes
int ptx_function_local(const ptx_function *f);  // bytes per thread

enum { PTX_LOCKSTEP = 0, PTX_LAST_FIRST = 1 /* from here on: seeds of random schedules */ };
typedef enum {
  PTX_RACE_OFF,
  PTX_RACE_SYNCED,  // everything that synchronises lanes orders their memory
  PTX_RACE_BARRIERS // only barriers do: votes and shuffles do not
} ptx_race_mode;

typedef struct ptx_options {
  // LOCKSTEP: the lanes of a warp with the lowest pc; LAST_FIRST: each thread as far as possible,
  // the last one first; else random lanes for random numbers of instructions
  unsigned schedule;
  ptx_race_mode race;
  int random_nan; // 1: every NaN that is computed gets a random sign and payload
  int (*inside)(uint64_t address, size_t bytes); // 1: lies in one live allocation of global memory
} ptx_options;

// Errors as CUresult. PTX_ERROR: errors that a GPU would not notice, or on which it would hang.
enum { PTX_OK = 0, PTX_INVALID = 1, PTX_OUTSIDE = 700, PTX_MISALIGNED = 716, PTX_ERROR = 719 };
// Runs a grid of blocks one after the other. `arguments` as for cuLaunchKernel.
int ptx_run(ptx_function *f, void **arguments, unsigned grid, unsigned threads, unsigned dynamic_shared,
            const ptx_options *options, char *problem, size_t size);

// Sums over the launches of a function. Only the lockstep schedule counts warp instructions as a
// GPU would.
#define PTX_COUNT_LIST(X)                                                                                    \
  X(threads, "threads launched")                                                                             \
  X(warp, "instructions of warps")                                                                           \
  X(lanes, "instructions of lanes")                                                                          \
  X(fp64, "lane operations of the FP64 unit: add, sub, mul, fma, min, max, setp")                            \
  X(fp64_slow, "lane operations that are routines on a GPU: div, rcp, sqrt")                                 \
  X(shared_wavefronts, "passes through the 32 banks of shared memory")                                       \
  X(global_sectors, "32-byte sectors of global memory")                                                      \
  X(local_loads, "lane loads from local memory")                                                             \
  X(local_stores, "lane stores to local memory")
typedef struct ptx_counts {
#define X(name, meaning) uint64_t name;
  PTX_COUNT_LIST(X)
#undef X
} ptx_counts;
const ptx_counts *ptx_function_counts(const ptx_function *f);
// Writes the counts by line of the PTX text as CSV: "launch,NAME,blocks,threads,dynamic shared
// bytes" of the last launch, then "line,N,warps,lanes,wavefronts,sectors" of each instruction.
void ptx_function_lines(const ptx_function *f, FILE *file);

#endif
