// Control flow and synchronisation. A lane that synchronises waits until every lane of its mask, or
// every thread of its block, is at the same instruction; if that is impossible, it is a fault, not
// a hang.
#include <string.h>

#include "ptx_machine.h"

void ptx_branch(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  (void)b;
  PTX_EACH(lane, mask) w->pc[lane] = in->target;
}

void ptx_return(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  (void)b, (void)in;
  PTX_EACH(lane, mask) w->state[lane] = PTX_DONE;
}

static void wait_here(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask, ptx_state state) {
  PTX_EACH(lane, mask) w->state[lane] = (unsigned char)state, w->pc[lane] = (int)(in - b->f->code);
}
void ptx_wait_warp(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  wait_here(b, w, in, mask, PTX_WAITS_WARP);
}
void ptx_wait_block(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  wait_here(b, w, in, mask, PTX_WAITS_BLOCK);
}

// Returns the lanes that a waiting lane names: its last operand.
static uint32_t member_mask(const ptx_warp *w, const ptx_instruction *in, unsigned lane) {
  const char first = in->op->operands[0];
  return w->value[in->at[first == 'a' ? 0 : first == 'd' ? 2 : 4]][lane].u32;
}

// Returns 1 if all lanes that `lane` waits for have reached its instruction with its mask.
static int group_complete(ptx_block *b, ptx_warp *w, const ptx_instruction *in, unsigned lane,
                          uint32_t members) {
  int complete = 1;
  if (!(members >> lane & 1))
    ptx_fault(b, in, w->first + lane, PTX_ERROR, "its mask %08x lacks the caller", members);
  PTX_EACH(other, members) {
    const int pc = w->pc[other], state = w->state[other];
    if (state == PTX_DONE)
      ptx_fault(b, in, w->first + lane, PTX_ERROR, "waits for lane %u, which has left", other);
    else if (state == PTX_WAITS_BLOCK)
      ptx_fault(b, in, w->first + lane, PTX_ERROR, "waits for lane %u, which waits for the block in line %d",
                other, b->f->code[pc].line);
    else if (state == PTX_RUNS)
      complete = 0;
    else if (&b->f->code[pc] != in && !(member_mask(w, &b->f->code[pc], other) >> lane & 1))
      complete = 0; // it waits for others first and comes later
    else if (&b->f->code[pc] != in || member_mask(w, in, other) != members)
      ptx_fault(b, in, w->first + lane, PTX_ERROR,
                "waits for lane %u, which synchronises otherwise in line %d", other, b->f->code[pc].line);
    if (b->error) return 0;
  }
  return complete;
}

// Returns the lane that a shuffle reads from; *inside: 0 if it is outside of the segment and the
// own value stays.
static unsigned shuffle_source(const char *mode, unsigned lane, uint32_t by, uint32_t clamp, int *inside) {
  const unsigned segment = clamp >> 8 & 31, limit = clamp & 31;
  const unsigned low = lane & segment, high = low | (limit & ~segment);
  const unsigned step = by & 31;
  unsigned from = lane;
  if (strcmp(mode, "up") == 0) {
    *inside = (int)lane - (int)step >= (int)high;
    from = lane - step;
  } else {
    from = strcmp(mode, "down") == 0   ? lane + step
           : strcmp(mode, "bfly") == 0 ? lane ^ step
                                       : low | (step & ~segment);
    *inside = from <= high;
  }
  return *inside ? from : lane;
}

static void shuffle(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t members) {
  ptx_value from[PTX_WARP];
  char mode[8] = "";
  const char *name = in->op->name + strlen("shfl.sync.");
  memcpy(mode, name, strcspn(name, "."));
  memcpy(from, w->value[in->at[1]], sizeof from);
  PTX_EACH(lane, members) {
    int inside = 0;
    const unsigned source =
        shuffle_source(mode, lane, w->value[in->at[2]][lane].u32, w->value[in->at[3]][lane].u32, &inside);
    if (!(members >> source & 1))
      ptx_fault(b, in, w->first + lane, PTX_ERROR, "shuffles from lane %u, which is not in its mask", source);
    w->value[in->at[0]][lane] = (ptx_value){.b32 = from[source].b32};
    if (in->at[5] >= 0) w->value[in->at[5]][lane] = (ptx_value){.pred = (uint8_t)inside};
  }
}

// Returns the vote of `which` operand over some lanes: any, or all.
static uint8_t vote(const ptx_warp *w, const ptx_instruction *in, int which, uint32_t members, int all) {
  uint8_t result = (uint8_t)all;
  PTX_EACH(lane, members) {
    const uint8_t x = w->value[in->at[which]][lane].pred & 1;
    result = all ? result & x : result | x;
  }
  return result;
}

static void warp_exchange(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t members) {
  const int orders = in->op->operands[0] == 'a'; // bar.warp.sync
  if (in->op->operands[0] == 'p') shuffle(b, w, in, members);
  if (in->op->operands[0] == 'd') {
    const uint8_t result = vote(w, in, 1, members, strstr(in->op->name, ".all") != NULL);
    PTX_EACH(lane, members) w->value[in->at[0]][lane] = (ptx_value){.pred = result};
  }
  unsigned threads[PTX_WARP], n = 0;
  PTX_EACH(lane, members) {
    threads[n++] = w->first + lane;
    w->state[lane] = PTX_RUNS, w->pc[lane]++;
  }
  if (b->race && (orders || b->options->race == PTX_RACE_SYNCED)) ptx_race_join(b->race, threads, n);
}

int ptx_release_warp(ptx_block *b, ptx_warp *w) {
  int released = 0;
  for (unsigned lane = 0; lane < PTX_WARP && !b->error; lane++) {
    if (w->state[lane] != PTX_WAITS_WARP) continue;
    const ptx_instruction *in = &b->f->code[w->pc[lane]];
    const uint32_t members = member_mask(w, in, lane);
    if (group_complete(b, w, in, lane, members)) warp_exchange(b, w, in, members), released = 1;
  }
  return released;
}

// Returns the instruction at which the whole block waits; NULL if some still run, or after a fault.
static const ptx_instruction *block_complete(ptx_block *b) {
  const ptx_instruction *at = NULL;
  unsigned left = PTX_MOST_THREADS;
  for (unsigned t = 0; t < b->n_threads; t++) {
    const ptx_warp *w = &b->warps[t / PTX_WARP];
    const unsigned lane = t % PTX_WARP;
    const ptx_instruction *in = &b->f->code[w->pc[lane]];
    if (w->state[lane] == PTX_DONE)
      left = t;
    else if (w->state[lane] != PTX_WAITS_BLOCK)
      return NULL;
    else if (at && at != in)
      ptx_fault(b, in, t, PTX_ERROR, "a barrier that not all reach: others wait in line %d", at->line);
    else
      at = in;
  }
  if (at && left < PTX_MOST_THREADS)
    ptx_fault(b, at, left, PTX_ERROR, "a barrier that not all reach: this thread has left");
  return b->error ? NULL : at;
}

int ptx_release_block(ptx_block *b) {
  const ptx_instruction *in = block_complete(b);
  if (!in) return 0;
  const int votes = in->op->operands[0] == 'd', all = strstr(in->op->name, ".and") != NULL;
  uint8_t result = (uint8_t)all;
  unsigned threads[PTX_MOST_THREADS];
  for (unsigned i = 0; i < b->n_warps && votes; i++) {
    const uint32_t members = (uint32_t)((1ull << b->warps[i].n_lanes) - 1);
    const uint8_t part = vote(&b->warps[i], in, 1, members, all);
    result = all ? result & part : result | part;
  }
  for (unsigned t = 0; t < b->n_threads; t++) {
    ptx_warp *w = &b->warps[t / PTX_WARP];
    const unsigned lane = t % PTX_WARP;
    if (votes) w->value[in->at[0]][lane] = (ptx_value){.pred = result};
    w->state[lane] = PTX_RUNS, w->pc[lane]++;
    threads[t] = t;
  }
  if (b->race) ptx_race_join(b->race, threads, b->n_threads);
  return 1;
}
