// Counts of the executed instructions of a function: the numbers of a profiler, as far as they
// follow from the PTX.
#include <inttypes.h>

#include "ptx_machine.h"

void ptx_count(ptx_function *f, const ptx_instruction *in, int active, int enabled) {
  ptx_counts *c = &f->counts;
  c->warp++, c->lanes += (uint64_t)active;
  ptx_executed *e = &f->executed[in - f->code];
  e->warps++, e->lanes += (uint64_t)active;
  if (in->op->fp64 && in->op->class == PTX_FLOAT) c->fp64 += (uint64_t)enabled;
  if (in->op->fp64 && in->op->class == PTX_FLOAT_SLOW) c->fp64_slow += (uint64_t)enabled;
}

// Adds x to a set. Returns 1 if it is new.
static int set_add(uint64_t *set, int *n, uint64_t x) {
  for (int i = 0; i < *n; i++)
    if (set[i] == x) return 0;
  set[(*n)++] = x;
  return 1;
}

static uint64_t sectors(const ptx_instruction *in, const ptx_value *base, uint32_t mask) {
  uint64_t set[4 * PTX_WARP];
  int n = 0;
  PTX_EACH(lane, mask) {
    const uint64_t first = base[lane].b64 + (uint64_t)in->offset;
    const uint64_t last = first + (uint64_t)(in->op->bytes * in->vector) - 1;
    for (uint64_t sector = first / 32; sector <= last / 32; sector++) set_add(set, &n, sector);
  }
  return (uint64_t)n;
}

// Returns the passes over 32 banks of 4 bytes. A warp's access of 8 bytes per lane is split in
// halves, of 16 in quarters; each takes as many passes as the busiest bank has different words.
static uint64_t wavefronts(const ptx_instruction *in, const ptx_value *base, uint32_t mask) {
  const int bytes = in->op->bytes * in->vector;
  const unsigned together = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  uint64_t sum = 0;
  for (unsigned start = 0; start < PTX_WARP; start += together) {
    uint64_t set[4 * PTX_WARP], busiest = 0, banks[32] = {0};
    int n = 0;
    const uint32_t part = (uint32_t)(((1ull << together) - 1) << start);
    PTX_EACH(lane, mask & part) {
      const uint64_t first = base[lane].b64 + (uint64_t)in->offset;
      for (uint64_t word = first / 4; word <= (first + (uint64_t)bytes - 1) / 4; word++)
        if (set_add(set, &n, word) && ++banks[word % 32] > busiest) busiest = banks[word % 32];
    }
    sum += busiest;
  }
  return sum;
}

void ptx_count_memory(ptx_function *f, const ptx_instruction *in, const ptx_value *base, uint32_t mask) {
  ptx_counts *c = &f->counts;
  const uint64_t lanes = (uint64_t)__builtin_popcount(mask);
  ptx_executed *e = &f->executed[in - f->code];
  if (in->space == PTX_GLOBAL) {
    const uint64_t n = sectors(in, base, mask);
    c->global_sectors += n, e->sectors += n;
  }
  if (in->space == PTX_SHARED) {
    const uint64_t n = wavefronts(in, base, mask);
    c->shared_wavefronts += n, e->wavefronts += n;
  }
  if (in->space == PTX_LOCAL && in->op->class == PTX_LOAD) c->local_loads += lanes;
  if (in->space == PTX_LOCAL && in->op->class == PTX_STORE) c->local_stores += lanes;
}

const ptx_counts *ptx_function_counts(const ptx_function *f) {
  return &f->counts;
}

void ptx_function_lines(const ptx_function *f, FILE *file) {
  if (!f->executed) return;
  fprintf(file, "launch,%s,%u,%u,%u\n", f->name, f->grid, f->threads, f->shared);
  for (int i = 0; i < f->n_code; i++) {
    const ptx_executed *e = &f->executed[i];
    fprintf(file, "line,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", f->code[i].line, e->warps,
            e->lanes, e->wavefronts, e->sectors);
  }
}
