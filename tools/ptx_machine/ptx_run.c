// Runs grids: the state of a block, and the order in which its lanes run.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_machine.h"

enum { MOST_QUANTUM = 400, NO_PC = 1 << 30 };

void ptx_fault(ptx_block *b, const ptx_instruction *in, unsigned thread, int error, const char *format, ...) {
  if (b->error) return;
  b->error = error;
  const int n = snprintf(b->problem, b->problem_size, "%s line %d, block %u, thread %u: %s: ", b->f->name,
                         in->line, b->index, thread, in->op->name);
  if (n < 0 || (size_t)n >= b->problem_size) return;
  va_list list;
  va_start(list, format);
  vsnprintf(b->problem + n, b->problem_size - (size_t)n, format, list);
  va_end(list);
}

uint64_t ptx_random(uint64_t *state) { // xorshift
  *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
  return *state;
}

// Executes one instruction for the lanes of `active`, which are all at it.
static void step(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t active) {
  uint32_t enabled = active;
  if (in->guard >= 0) {
    enabled = 0;
    PTX_EACH(lane, active)
    if ((w->value[in->guard][lane].pred & 1) != in->guard_not) enabled |= 1u << lane;
  }
  PTX_EACH(lane, active) w->pc[lane]++;
  ptx_count(b->f, in, __builtin_popcount(active), __builtin_popcount(enabled));
  if (enabled) in->op->execute(b, w, in, enabled);
}

// Returns the runnable lanes at the lowest pc, and the next higher pc of others. 0: none can run.
static uint32_t lowest(const ptx_warp *w, int *low, int *next) {
  uint32_t mask = 0;
  *low = *next = NO_PC;
  for (unsigned lane = 0; lane < w->n_lanes; lane++) {
    if (w->state[lane] != PTX_RUNS) continue;
    const int pc = w->pc[lane];
    if (pc < *low)
      *next = *low, *low = pc, mask = 1u << lane;
    else if (pc == *low)
      mask |= 1u << lane;
    else if (pc < *next)
      *next = pc;
  }
  return mask;
}

// Runs until nothing of this warp can run. Returns 1 if something did.
static int run_lockstep(ptx_block *b, ptx_warp *w) {
  int ran = 0;
  while (!b->error) {
    int pc, next;
    const uint32_t mask = lowest(w, &pc, &next);
    if (!mask) {
      if (!ptx_release_warp(b, w)) return ran;
      continue;
    }
    ran = 1;
    for (; !b->error && pc < next; pc++) { // straight on while these lanes stay together and meet
                                           // no others
      const ptx_instruction *in = &b->f->code[pc];
      step(b, w, in, mask);
      if (in->op->class >= PTX_BRANCH) break;
    }
  }
  return 1;
}

// Runs one thread until it waits or has used its quantum.
static int run_alone(ptx_block *b, unsigned thread, uint64_t quantum) {
  ptx_warp *w = &b->warps[thread / PTX_WARP];
  const unsigned lane = thread % PTX_WARP;
  if (w->state[lane] != PTX_RUNS) return 0;
  while (!b->error && w->state[lane] == PTX_RUNS && quantum--)
    step(b, w, &b->f->code[w->pc[lane]], 1u << lane);
  return 1;
}

// Gives every thread a turn. Returns 1 if any moved.
static int run_turn(ptx_block *b) {
  const unsigned schedule = b->options->schedule;
  int ran = 0;
  for (unsigned i = 0; i < b->n_warps && !b->error && schedule == PTX_LOCKSTEP; i++)
    ran |= run_lockstep(b, &b->warps[i]);
  for (unsigned i = 0; i < b->n_threads && !b->error && schedule != PTX_LOCKSTEP; i++)
    ran |= schedule == PTX_LAST_FIRST ? run_alone(b, b->n_threads - 1 - i, UINT64_MAX)
                                      : run_alone(b, (unsigned)(ptx_random(&b->random) % b->n_threads),
                                                  1 + ptx_random(&b->random) % MOST_QUANTUM);
  for (unsigned i = 0; i < b->n_warps && !b->error && schedule != PTX_LOCKSTEP; i++)
    ran |= ptx_release_warp(b, &b->warps[i]);
  return ran | ptx_release_block(b);
}

static ptx_value constant_value(const ptx_block *b, const ptx_constant *c, unsigned thread) {
  const size_t dynamic =
      (b->f->bytes[PTX_SHARED] + PTX_DYNAMIC_ALIGN - 1) / PTX_DYNAMIC_ALIGN * PTX_DYNAMIC_ALIGN;
  const uint64_t values[] = {[PTX_NUMBER] = c->value,         [PTX_ADDRESS] = dynamic, [PTX_TID] = thread,
                             [PTX_NTID] = b->n_threads,       [PTX_CTAID] = b->index,  [PTX_NCTAID] = b->grid,
                             [PTX_LANEID] = thread % PTX_WARP};
  return (ptx_value){.b64 = values[c->kind]};
}

static void block_begin(ptx_block *b) {
  const ptx_function *f = b->f;
  // To find reads of unwritten memory, shared memory and registers start with garbage, different in
  // every block.
  memset(b->shared, 0xff - (int)b->index % 2, b->shared_bytes);
  memset(b->local, 0xff, f->bytes[PTX_LOCAL] * b->n_threads);
  for (unsigned i = 0; i < b->n_warps; i++) {
    ptx_warp *w = &b->warps[i];
    memset(w->value, 0xfb, (size_t)f->n_slots * sizeof *w->value);
    memset(w->pc, 0, sizeof w->pc);
    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
      w->state[lane] = lane < w->n_lanes ? PTX_RUNS : PTX_DONE;
      for (int k = 0; k < f->n_constants; k++)
        w->value[f->constants[k].slot][lane] = constant_value(b, &f->constants[k], w->first + lane);
    }
  }
  if (b->race) ptx_race_block(b->race);
}

static void block_run(ptx_block *b) {
  block_begin(b);
  while (!b->error) {
    const int ran = run_turn(b);
    unsigned runs = 0, left = 0, first = 0;
    for (unsigned t = b->n_threads; t-- > 0;) {
      const int state = b->warps[t / PTX_WARP].state[t % PTX_WARP];
      runs += state == PTX_RUNS;
      if (state != PTX_DONE) left++, first = t;
    }
    if (left == 0) return;
    if (!ran && !runs)
      ptx_fault(b, &b->f->code[b->warps[first / PTX_WARP].pc[first % PTX_WARP]], first, PTX_ERROR,
                "its block hangs");
  }
}

static void block_create(ptx_block *b, void **arguments) {
  const ptx_function *f = b->f;
  int n = 0;
  b->parameters = calloc(1, f->bytes[PTX_PARAM] + 1);
  for (int i = 0; i < f->n_arrays; i++)
    if (f->arrays[i].space == PTX_PARAM)
      memcpy(b->parameters + f->arrays[i].at, arguments[n++], f->arrays[i].bytes);
  b->shared = malloc(b->shared_bytes + 1);
  b->local = malloc(f->bytes[PTX_LOCAL] * b->n_threads + 1);
  b->warps = calloc(b->n_warps, sizeof *b->warps);
  for (unsigned i = 0; i < b->n_warps; i++) {
    ptx_warp *w = &b->warps[i];
    w->first = i * PTX_WARP;
    w->n_lanes = b->n_threads - w->first < PTX_WARP ? b->n_threads - w->first : PTX_WARP;
    w->value = malloc((size_t)f->n_slots * sizeof *w->value);
  }
  if (b->options->race) b->race = ptx_race_create(b->n_threads);
}

static void block_destroy(ptx_block *b) {
  for (unsigned i = 0; i < b->n_warps; i++) free(b->warps[i].value);
  free(b->warps), free(b->parameters), free(b->shared), free(b->local);
  ptx_race_free(b->race);
}

int ptx_run(ptx_function *f, void **arguments, unsigned grid, unsigned threads, unsigned dynamic_shared,
            const ptx_options *options, char *problem, size_t size) {
  const size_t fixed = (f->bytes[PTX_SHARED] + PTX_DYNAMIC_ALIGN - 1) / PTX_DYNAMIC_ALIGN * PTX_DYNAMIC_ALIGN;
  ptx_block b = {.f = f,
                 .options = options,
                 .grid = grid,
                 .n_threads = threads,
                 .n_warps = (threads + PTX_WARP - 1) / PTX_WARP,
                 .shared_bytes = fixed + dynamic_shared,
                 .random = options->schedule * 0x9e3779b97f4a7c15u + 1,
                 .problem = problem,
                 .problem_size = size};
  if (threads == 0 || threads > (unsigned)f->most_threads) {
    snprintf(problem, size, "%s: %u threads per block, at most %d", f->name, threads, f->most_threads);
    return PTX_INVALID;
  }
  f->grid = grid, f->threads = threads, f->shared = dynamic_shared;
  if (!f->executed) f->executed = calloc((size_t)f->n_code, sizeof *f->executed);
  if (!f->executed) abort();
  block_create(&b, arguments);
  f->counts.threads += (uint64_t)grid * threads;
  for (; b.index < grid && !b.error; b.index++) {
    block_run(&b);
    if (b.error) break;
  }
  block_destroy(&b);
  return b.error;
}

ptx_function *ptx_function_find(ptx_module *m, const char *name) {
  for (ptx_function *f = m->functions; f; f = f->next)
    if (strcmp(f->name, name) == 0) return f;
  return NULL;
}
void *ptx_module_array(ptx_module *m, const char *name, size_t *bytes) {
  for (int i = 0; i < m->n_arrays; i++)
    if (strcmp(m->arrays[i].name, name) == 0 && m->arrays[i].data)
      return *bytes = m->arrays[i].bytes, m->arrays[i].data;
  return NULL;
}
const char *ptx_function_name(const ptx_function *f) {
  return f->name;
}
int ptx_function_shared(const ptx_function *f) {
  return (int)f->bytes[PTX_SHARED];
}
int ptx_function_local(const ptx_function *f) {
  return (int)f->bytes[PTX_LOCAL];
}
