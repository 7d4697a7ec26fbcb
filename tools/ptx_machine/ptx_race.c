// A happens-before race detector: each thread of a block carries a vector clock, and
// synchronisation joins clocks. For every 4 bytes of shared and global memory the last writer and
// the readers since then are stored. Two accesses race if one of them writes and neither clock
// includes the other. Two blocks of a launch are not ordered.
#include <stdlib.h>
#include <string.h>

#include "ptx_machine.h"

enum { NOBODY = -1, SEVERAL = -2 };

typedef struct {
  uint64_t key; // 0: free
  int writer, write_line, read_line;
  uint32_t write_clock;
  uint32_t *reads;                           // per thread: its clock at the last read, 0: none
  int reader;                                // since the last write: one thread, SEVERAL, or NOBODY
  int64_t block, writer_block, reader_block; // block: that of the threads in writer and reads
} cell;

struct ptx_race {
  unsigned n_threads;
  int64_t block;
  uint32_t *clocks;        // [thread][thread]
  uint64_t joins, *joined; // number of joins; [thread]: its last one, 0: none
  unsigned *together;      // [thread]: number of threads of that join
  cell *cells;
  size_t n_cells, used;
};

ptx_race *ptx_race_create(unsigned n_threads) {
  ptx_race *r = calloc(1, sizeof *r);
  r->n_threads = n_threads, r->block = NOBODY;
  r->clocks = malloc((size_t)n_threads * n_threads * sizeof *r->clocks);
  r->joined = calloc(n_threads, sizeof *r->joined);
  r->together = calloc(n_threads, sizeof *r->together);
  r->n_cells = 1 << 14;
  r->cells = calloc(r->n_cells, sizeof *r->cells);
  return r;
}

void ptx_race_free(ptx_race *r) {
  if (!r) return;
  for (size_t i = 0; i < r->n_cells; i++) free(r->cells[i].reads);
  free(r->cells), free(r->clocks), free(r->joined), free(r->together), free(r);
}

void ptx_race_block(ptx_race *r) {
  r->block++;
  memset(r->joined, 0, r->n_threads * sizeof *r->joined);
  memset(r->clocks, 0, (size_t)r->n_threads * r->n_threads * sizeof *r->clocks);
  for (unsigned t = 0; t < r->n_threads; t++) r->clocks[(size_t)t * r->n_threads + t] = 1;
}

static cell *cell_slot(const ptx_race *r, uint64_t key) {
  size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (r->n_cells - 1);
  while (r->cells[at].key && r->cells[at].key != key) at = (at + 1) & (r->n_cells - 1);
  return &r->cells[at];
}

static cell *cell_find(ptx_race *r, uint64_t key) {
  if (2 * r->used >= r->n_cells) {
    ptx_race wider = *r;
    wider.n_cells = 2 * r->n_cells;
    wider.cells = calloc(wider.n_cells, sizeof *wider.cells);
    for (size_t i = 0; i < r->n_cells; i++)
      if (r->cells[i].key) *cell_slot(&wider, r->cells[i].key) = r->cells[i];
    free(r->cells);
    *r = wider;
  }
  cell *c = cell_slot(r, key);
  if (!c->key) {
    *c = (cell){.key = key, .writer = NOBODY, .reader = NOBODY, .block = r->block};
    c->writer_block = c->reader_block = NOBODY;
    c->reads = calloc(r->n_threads, sizeof *c->reads);
    r->used++;
  }
  return c;
}

// A cell that another block has used: shared memory starts again, global memory must not be shared.
static void change_block(ptx_block *b, const ptx_instruction *in, cell *c, unsigned thread) {
  const int writes = in->op->class == PTX_STORE;
  const int64_t own = b->race->block;
  if (in->space == PTX_GLOBAL) {
    const int written = c->writer_block != NOBODY && c->writer_block != own;
    const int read = c->reader_block == SEVERAL || (c->reader_block != NOBODY && c->reader_block != own);
    if (written || (writes && read))
      ptx_fault(b, in, thread, PTX_ERROR, "race of two blocks in global memory: %s what another block %s",
                writes ? "writes" : "reads", written ? "writes" : "reads");
  }
  if (c->block == own) return;
  c->block = own, c->writer = c->reader = NOBODY;
  memset(c->reads, 0, b->race->n_threads * sizeof *c->reads);
}

static void race_found(ptx_block *b, const ptx_instruction *in, unsigned thread, const char *did,
                       unsigned other, const char *other_did, int line) {
  ptx_fault(b, in, thread, PTX_ERROR, "race in %s memory: %s what thread %u %s in line %d",
            ptx_space_names[in->space], did, other, other_did, line);
}

// A write: all readers since the last write must be ordered before it.
static void readers_check(ptx_block *b, const ptx_instruction *in, cell *c, unsigned thread,
                          const uint32_t *clock) {
  const unsigned first = c->reader == SEVERAL ? 0 : (unsigned)c->reader;
  const unsigned end = c->reader == SEVERAL ? b->race->n_threads : first + 1;
  if (c->reader == NOBODY) return;
  for (unsigned t = first; t < end; t++)
    if (t != thread && c->reads[t] > clock[t]) race_found(b, in, thread, "writes", t, "read", c->read_line);
  memset(c->reads + first, 0, (end - first) * sizeof *c->reads);
  c->reader = NOBODY;
}

static void touch(ptx_block *b, const ptx_instruction *in, cell *c, unsigned thread) {
  ptx_race *r = b->race;
  const uint32_t *clock = r->clocks + (size_t)thread * r->n_threads;
  const int writes = in->op->class == PTX_STORE;
  change_block(b, in, c, thread);
  if (c->writer >= 0 && (unsigned)c->writer != thread && clock[c->writer] < c->write_clock)
    race_found(b, in, thread, writes ? "writes" : "reads", (unsigned)c->writer, "wrote", c->write_line);
  if (!writes) {
    c->reads[thread] = clock[thread], c->read_line = in->line;
    c->reader = c->reader == NOBODY || c->reader == (int)thread ? (int)thread : SEVERAL;
    c->reader_block = c->reader_block == NOBODY || c->reader_block == r->block ? r->block : SEVERAL;
    return;
  }
  readers_check(b, in, c, thread, clock);
  c->writer = (int)thread, c->write_clock = clock[thread], c->write_line = in->line;
  c->writer_block = r->block;
}

void ptx_race_access(ptx_block *b, const ptx_instruction *in, uint64_t address, int bytes, unsigned thread) {
  for (int k = 0; k < bytes; k += 4)
    touch(b, in, cell_find(b->race, (address + (uint64_t)k) / 4 * 4 + (in->space == PTX_SHARED ? 1 : 2)),
          thread);
}

// Threads whose last join was with each other only have equal clocks except for their own steps
// since then.
static int join_again(ptx_race *r, const unsigned *threads, unsigned n) {
  const unsigned first = threads[0];
  const uint64_t last = r->joined[first];
  if (!last || r->together[first] != n) return 0;
  for (unsigned i = 0; i < n; i++)
    if (r->joined[threads[i]] != last || threads[i] != first + i) return 0;
  for (unsigned i = 0; i < n; i++) {
    uint32_t *clock = r->clocks + (size_t)(first + i) * r->n_threads + first;
    for (unsigned k = 0; k < n; k++) clock[k]++;
  }
  return 1;
}

void ptx_race_join(ptx_race *r, const unsigned *threads, unsigned n) {
  uint32_t latest[PTX_MOST_THREADS] = {0};
  if (join_again(r, threads, n)) return;
  r->joins++;
  for (unsigned i = 0; i < n; i++)
    for (unsigned t = 0; t < r->n_threads; t++) {
      const uint32_t clock = r->clocks[(size_t)threads[i] * r->n_threads + t];
      if (clock > latest[t]) latest[t] = clock;
    }
  for (unsigned i = 0; i < n; i++) {
    uint32_t *clock = r->clocks + (size_t)threads[i] * r->n_threads;
    memcpy(clock, latest, r->n_threads * sizeof *clock);
    clock[threads[i]]++;
    r->joined[threads[i]] = r->joins, r->together[threads[i]] = n;
  }
}
