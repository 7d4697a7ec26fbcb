// Types and functions shared by the files of the PTX machine.
#ifndef CHATTER_TOOLS_PTX_MACHINE_H
#define CHATTER_TOOLS_PTX_MACHINE_H

#include "ptx.h"

typedef union ptx_value {
  uint64_t b64, u64;
  int64_t s64;
  uint32_t b32, u32;
  int32_t s32;
  uint16_t b16, u16;
  int16_t s16;
  uint8_t b8, u8, pred;
  int8_t s8;
  double f64;
  float f32;
} ptx_value;

typedef enum { PTX_PARAM, PTX_CONST, PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, PTX_SPACES } ptx_space;
extern const char *const ptx_space_names[PTX_SPACES];

typedef enum { // class for counting
  PTX_MOVE,
  PTX_INTEGER,
  PTX_FLOAT,
  PTX_FLOAT_SLOW,
  PTX_LOAD,
  PTX_STORE,
  PTX_BRANCH,
  PTX_SYNC_WARP, // waits for the lanes of its mask
  PTX_SYNC_BLOCK
} ptx_class;

typedef struct ptx_block ptx_block;
typedef struct ptx_warp ptx_warp;
typedef struct ptx_instruction ptx_instruction;
// Executes `in` for the lanes of `mask`, whose pc is already after it.
typedef void ptx_execute(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask);

// Operands, in the order of the text: d a register to write, p the same or d|p, a a value, 2 a pair
// {a,b}, v one to four values {a,b,c,d}, m an address [a+offset], l a label, 0 the number 0.
typedef struct ptx_opcode {
  const char *name, *operands;
  ptx_class class;
  int fp64, bytes; // of the type; bytes: of one element of a load or store
  ptx_execute *execute;
} ptx_opcode;
extern const ptx_opcode ptx_opcodes[];
extern const int ptx_opcode_count;

struct ptx_instruction {
  const ptx_opcode *op;
  int at[PTX_OPERANDS]; // slots of the operands; of v: at[0..3], with m in at[4]
  int guard, target;    // slot of a predicate or -1; instruction
  int64_t offset;
  int line;
  unsigned char guard_not, vector, space;
};

// A slot holds a value per lane: a register, or a value that is constant while a block runs.
typedef enum {
  PTX_NUMBER,
  PTX_ADDRESS,
  PTX_TID,
  PTX_NTID,
  PTX_CTAID,
  PTX_NCTAID,
  PTX_LANEID
} ptx_constant_kind;
typedef struct ptx_constant {
  int slot;
  ptx_constant_kind kind;
  uint64_t value;
} ptx_constant;

// Counts of one instruction: warps, lanes, and the cost of its addresses.
typedef struct ptx_executed {
  uint64_t warps, lanes, wavefronts, sectors;
} ptx_executed;

typedef struct ptx_array {
  char name[PTX_NAME];
  ptx_space space;
  size_t bytes, align;
  uint64_t at; // offset in its space; const and global: host address of data
  char *data;
} ptx_array;

struct ptx_function {
  char name[PTX_NAME];
  ptx_module *module;
  ptx_function *next;
  ptx_instruction *code;
  ptx_executed *executed;         // [n_code], NULL before the first launch
  unsigned grid, threads, shared; // of the last launch; shared: dynamic, bytes
  ptx_constant *constants;
  ptx_array *arrays;
  int n_code, n_constants, n_arrays, n_slots, most_threads;
  size_t bytes[PTX_SPACES]; // static
  ptx_counts counts;
};
struct ptx_module {
  ptx_array *arrays;
  int n_arrays;
  ptx_function *functions;
};
enum { PTX_DYNAMIC_ALIGN = 16 }; // of dynamic shared memory, after the static one

typedef enum { PTX_RUNS, PTX_WAITS_WARP, PTX_WAITS_BLOCK, PTX_DONE } ptx_state;
struct ptx_warp {
  ptx_value (*value)[PTX_WARP]; // [slot][lane]
  int pc[PTX_WARP];
  unsigned char state[PTX_WARP];
  unsigned first, n_lanes; // thread of lane 0
};
typedef struct ptx_race ptx_race;
struct ptx_block {
  ptx_function *f;
  const ptx_options *options;
  unsigned index, grid, n_threads, n_warps;
  ptx_warp *warps;
  char *parameters, *shared, *local;
  size_t shared_bytes;
  ptx_race *race; // NULL: off
  uint64_t random;
  int error;
  char *problem;
  size_t problem_size;
};

// Stops the machine with a message that names function, line, block and lane; only the first fault
// is reported.
__attribute__((format(printf, 5, 6))) void ptx_fault(ptx_block *b, const ptx_instruction *in, unsigned thread,
                                                     int error, const char *format, ...);
uint64_t ptx_random(uint64_t *state);

// Memory: returns the place of `bytes` at `address` of in->space for a thread; NULL after a fault.
char *ptx_memory_find(ptx_block *b, const ptx_instruction *in, uint64_t address, size_t bytes,
                      unsigned thread);
ptx_execute ptx_load, ptx_store;

// Synchronisation: marks lanes as waiting; then releases those whose group is complete (1: some
// were).
ptx_execute ptx_wait_warp, ptx_wait_block;
int ptx_release_warp(ptx_block *b, ptx_warp *w);
int ptx_release_block(ptx_block *b);
ptx_execute ptx_branch, ptx_return;

// Happens-before: memory accesses and their order.
ptx_race *ptx_race_create(unsigned n_threads);
void ptx_race_free(ptx_race *r);
void ptx_race_block(ptx_race *r); // a new block begins
void ptx_race_access(ptx_block *b, const ptx_instruction *in, uint64_t address, int bytes, unsigned thread);
void ptx_race_join(ptx_race *r, const unsigned *threads, unsigned n);

// Counts one warp instruction, and the addresses of a load or store.
void ptx_count(ptx_function *f, const ptx_instruction *in, int active, int enabled);
void ptx_count_memory(ptx_function *f, const ptx_instruction *in, const ptx_value *base, uint32_t mask);

#define PTX_EACH(lane, mask)                                                                                 \
  for (uint32_t left_ = (mask), lane = 0; left_ && (lane = (uint32_t)__builtin_ctz(left_), 1);               \
       left_ &= left_ - 1)

#endif
