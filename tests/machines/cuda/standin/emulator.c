// The scheduler of the emulated block: each thread of the GPU is a fibre.
#include "emulator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MOST_THREADS = 256, STACK_BYTES = 1 << 18, WARP = 32 };

typedef enum {
  CALL_NONE,
  CALL_SYNCTHREADS,
  CALL_SYNCTHREADS_OR,
  CALL_SYNCWARP,
  CALL_ANY,
  CALL_SHUFFLE_XOR,
  CALL_SHUFFLE
} call_kind;
static const char *const CALL_NAMES[] = {"nothing",    "__syncthreads",   "__syncthreads_or", "__syncwarp",
                                         "__any_sync", "__shfl_xor_sync", "__shfl_sync"};

typedef struct {
  ucontext_t context; // start of a fibre; later switches by _setjmp and _longjmp need no system
                      // calls
  jmp_buf jump;
  char *stack;
  int started, done;
  call_kind waiting; // CALL_NONE: it can run
  unsigned mask;     // lanes of the warp that take part in the call
  int integer;       // argument in, result out
  double number;
  int lane; // of a shuffle: offset to the own lane, or source lane
} fibre;

emulated_index emulated_thread, emulated_block, emulated_block_size, emulated_grid_size;
char emulated_shared[EMULATED_SHARED] __attribute__((aligned(128)));

static fibre fibres[MOST_THREADS];
static unsigned n_threads, current;
static ucontext_t scheduler;
static jmp_buf scheduler_jump;
static void (*the_kernel)(const void *);
static const void *the_argument;
static char *problem_text;
static unsigned long problem_room;
static int broken;

static void complain(const char *format, ...) {
  va_list list;
  if (broken) return;
  broken = 1;
  va_start(list, format);
  vsnprintf(problem_text, problem_room, format, list);
  va_end(list);
}

static void leave_fibre(fibre *f) {
  if (!_setjmp(f->jump)) _longjmp(scheduler_jump, 1);
}

static void enter_fibre(fibre *f) {
  if (_setjmp(scheduler_jump)) return;
  if (f->started) _longjmp(f->jump, 1);
  f->started = 1;
  swapcontext(&scheduler, &f->context);
}

// Yields until the scheduler releases the group of this thread.
static fibre *wait_for(call_kind kind, unsigned mask, int integer, double number, int lane) {
  unsigned self = current;
  fibre *f = &fibres[self];
  if (kind >= CALL_SYNCWARP && !(mask >> self % WARP & 1))
    complain("block %u thread %u: %s with mask %08x that lacks the caller", emulated_block.x, self,
             CALL_NAMES[kind], mask);
  f->waiting = kind, f->mask = mask, f->integer = integer, f->number = number, f->lane = lane;
  leave_fibre(f);
  return f;
}

void emulated_syncthreads(void) {
  wait_for(CALL_SYNCTHREADS, 0, 0, 0, 0);
}
int emulated_syncthreads_or(int value) {
  return wait_for(CALL_SYNCTHREADS_OR, 0, value, 0, 0)->integer;
}
void emulated_syncwarp(unsigned mask) {
  wait_for(CALL_SYNCWARP, mask, 0, 0, 0);
}
int emulated_any(unsigned mask, int value) {
  return wait_for(CALL_ANY, mask, value, 0, 0)->integer;
}
double emulated_shuffle_xor(unsigned mask, double value, int lane_mask) {
  return wait_for(CALL_SHUFFLE_XOR, mask, 0, value, lane_mask)->number;
}
double emulated_shuffle(unsigned mask, double value, int lane) {
  return wait_for(CALL_SHUFFLE, mask, 0, value, lane)->number;
}

static void fibre_main(void) {
  the_kernel(the_argument);
  fibres[current].done = 1;
  leave_fibre(&fibres[current]);
}

static void fibre_start(unsigned i) {
  fibre *f = &fibres[i];
  if (!f->stack) f->stack = malloc(STACK_BYTES);
  f->started = 0, f->done = 0, f->waiting = CALL_NONE;
  getcontext(&f->context);
  f->context.uc_stack.ss_sp = f->stack;
  f->context.uc_stack.ss_size = STACK_BYTES;
  f->context.uc_link = NULL;
  makecontext(&f->context, fibre_main, 0);
}

// Returns 1 if `other` is in the group that thread i waits with: its whole block, or the lanes of
// its mask.
static int member(unsigned i, unsigned other) {
  if (fibres[i].waiting <= CALL_SYNCTHREADS_OR) return 1;
  return other / WARP == i / WARP && (fibres[i].mask >> other % WARP & 1);
}

// Returns 1 if all threads of the group are at the same call; reports an error if they never can
// be.
static int group_complete(unsigned i) {
  for (unsigned j = 0; j < n_threads; j++) {
    if (!member(i, j)) continue;
    if (fibres[j].done)
      complain("block %u: thread %u waits in %s for thread %u, which has left", emulated_block.x, i,
               CALL_NAMES[fibres[i].waiting], j);
    else if (fibres[j].waiting == CALL_NONE)
      return 0;
    else if (!member(j, i))
      return 0; // it waits for others first and comes later
    else if (fibres[j].waiting != fibres[i].waiting || fibres[j].mask != fibres[i].mask)
      complain("block %u: thread %u is in %s (mask %08x), thread %u in %s (mask %08x)", emulated_block.x, i,
               CALL_NAMES[fibres[i].waiting], fibres[i].mask, j, CALL_NAMES[fibres[j].waiting],
               fibres[j].mask);
    if (broken) return 0;
  }
  return 1;
}

static void group_release(unsigned i) {
  int any = 0;
  double numbers[MOST_THREADS];
  for (unsigned j = 0; j < n_threads; j++) {
    if (!member(i, j)) continue;
    any |= fibres[j].integer != 0;
    numbers[j] = fibres[j].number;
  }
  unsigned group[MOST_THREADS], n = 0;
  for (unsigned j = 0; j < n_threads; j++)
    if (member(i, j)) group[n++] = j;
  for (unsigned k = 0; k < n; k++) {
    fibre *f = &fibres[group[k]];
    const unsigned lane = (unsigned)f->lane,
                   from = f->waiting == CALL_SHUFFLE ? group[k] / WARP * WARP + lane % WARP : group[k] ^ lane;
    if (f->waiting >= CALL_SHUFFLE_XOR) f->number = from < n_threads ? numbers[from] : f->number;
    f->integer = any;
    f->waiting = CALL_NONE;
  }
}

static uint64_t random_next(uint64_t *state) { // xorshift: any order will do
  *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
  return *state;
}

static void order_threads(unsigned seed, uint64_t *state, unsigned order[MOST_THREADS]) {
  for (unsigned i = 0; i < n_threads; i++) order[i] = seed == 1 ? n_threads - 1 - i : i;
  if (seed < 2) return;
  for (unsigned i = n_threads - 1; i > 0; i--) {
    unsigned j = (unsigned)(random_next(state) % (i + 1)), swap = order[i];
    order[i] = order[j], order[j] = swap;
  }
}

// Runs every thread that can run up to its next call, then releases the complete groups. Returns 0
// if all have ended.
static int block_round(unsigned seed, uint64_t *state) {
  unsigned order[MOST_THREADS], ran = 0, left = 0;
  order_threads(seed, state, order);
  for (unsigned k = 0; k < n_threads && !broken; k++) {
    fibre *f = &fibres[order[k]];
    if (f->done || f->waiting != CALL_NONE) continue;
    current = order[k];
    emulated_thread = (emulated_index){current, 0, 0};
    enter_fibre(f);
    ran++;
  }
  for (unsigned i = 0; i < n_threads && !broken; i++) {
    if (fibres[i].done) continue;
    left++;
    if (fibres[i].waiting != CALL_NONE && group_complete(i)) group_release(i), ran++;
  }
  if (left && !ran) complain("block %u: its threads wait for each other", emulated_block.x);
  return left > 0 && !broken;
}

int emulator_run(void (*kernel)(const void *), const void *argument, unsigned grid, unsigned threads,
                 unsigned shared_bytes, unsigned seed, char *problem, unsigned long problem_size) {
  uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  broken = 0, problem_text = problem, problem_room = problem_size;
  the_kernel = kernel, the_argument = argument, n_threads = threads;
  emulated_block_size = (emulated_index){threads, 1, 1};
  emulated_grid_size = (emulated_index){grid, 1, 1};
  if (threads > MOST_THREADS || shared_bytes > EMULATED_SHARED) complain("the emulator has no such block");
  for (unsigned b = 0; b < grid && !broken; b++) {
    emulated_block = (emulated_index){b, 0, 0};
    memset(emulated_shared, 0xff, EMULATED_SHARED); // NaNs: reading unwritten memory must show
    for (unsigned i = 0; i < threads; i++) fibre_start(i);
    while (block_round(seed, &state)) continue;
    for (unsigned i = shared_bytes; i < EMULATED_SHARED; i++)
      if (emulated_shared[i] != (char)0xff) {
        complain("block %u: byte %u of dynamic shared memory written, %u were given", b, i, shared_bytes);
        break;
      }
  }
  return !broken;
}
