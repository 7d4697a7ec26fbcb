// Gathers rows from the files of an assembly.
#include "results/join/assembly_gather.h"

#include <string.h>

#include "results/read/result_input.h"
#include "results/result_set.h"

enum { MAX_OPEN_FILES = 64, NO_RUN = -1 };

struct assembly_reader {
  const assembly *whole;
  int n_open;
  struct {
    int source;
    unsigned long used; // time of the last use, by the reader's clock
    result_input *input;
  } open[MAX_OPEN_FILES];
  unsigned long clock;
  long *head;         // [n_sources] first run of the block in each source; NO_RUN: none
  long *next[N_ROWS]; // [n_runs] next run of the same source
};

chatter_status assembly_reader_create(const assembly *self, assembly_reader **out) {
  assembly_reader *reader;
  ALLOCATE(reader, 1);
  reader->whole = self;
  *out = reader;
  ALLOCATE(reader->head, self->n_sources + 1);
  for (int kind = 0; kind < N_ROWS; kind++) ALLOCATE(reader->next[kind], self->rows[kind].n_runs + 1);
  return CHATTER_OK;
}

void assembly_reader_destroy(assembly_reader *self) {
  if (!self) return;
  for (int i = 0; i < self->n_open; i++) result_input_close(self->open[i].input);
  for (int kind = 0; kind < N_ROWS; kind++) memory_free(self->next[kind]);
  memory_free(self->head);
  memory_free(self);
}

static chatter_status find_input(assembly_reader *self, int source, result_input **out) {
  int slot = 0;
  for (int i = 0; i < self->n_open; i++) {
    if (self->open[i].source == source) {
      self->open[i].used = ++self->clock;
      *out = self->open[i].input;
      return CHATTER_OK;
    }
    if (self->open[i].used < self->open[slot].used) slot = i;
  }
  result_input *input;
  TRY(result_input_open(self->whole->sources[source].path, &input));
  if (self->n_open < MAX_OPEN_FILES)
    slot = self->n_open++;
  else
    result_input_close(self->open[slot].input);
  self->open[slot].source = source;
  self->open[slot].used = ++self->clock;
  self->open[slot].input = input;
  *out = input;
  return CHATTER_OK;
}

// The part of a run in a block of the target: source rows [row, row + n), target row `to` of the
// block.
typedef struct row_piece {
  size_t row, n, to;
} row_piece;

static row_piece clip_run(const row_run *run, size_t target, size_t first, size_t n) {
  size_t begin = target > first ? target : first;
  size_t end = target + run->count < first + n ? target + run->count : first + n;
  return (row_piece){.row = run->row + (begin - target), .n = end - begin, .to = begin - first};
}

// Copies all pieces of one source. Rows close together (interleaved shards) are read at once.
static chatter_status gather_from_source(assembly_reader *self, int source, const result_variable *variable,
                                         const row_map *map, const size_t *target, const long *next,
                                         size_t first, size_t n, unsigned char *block, arena *memory) {
  size_t bytes = result_row_items(variable) * result_type_size(variable->type);
  size_t low = (size_t)-1, high = 0, pieces = 0;
  for (long r = self->head[source]; r != NO_RUN; r = next[r], pieces++) {
    row_piece p = clip_run(&map->runs[r], target[r], first, n);
    low = p.row < low ? p.row : low;
    high = p.row + p.n > high ? p.row + p.n : high;
  }
  result_input *input;
  TRY(find_input(self, source, &input));
  const result_set *content = result_input_content(input);
  const result_variable *from = result_set_find(content, variable->name);
  CHECK(from, "a source lost a variable");
  int index = (int)(from - content->variables);
  unsigned char *whole = NULL;
  if (pieces > 1 && high - low <= 4 * n) {
    ALLOCATE(whole, (high - low) * bytes);
    chatter_status status = result_input_read(input, index, low, high - low, whole, memory);
    if (status != CHATTER_OK) return memory_free(whole), status;
  }
  chatter_status status = CHATTER_OK;
  for (long r = self->head[source]; r != NO_RUN && status == CHATTER_OK; r = next[r]) {
    row_piece p = clip_run(&map->runs[r], target[r], first, n);
    if (whole)
      memcpy(block + p.to * bytes, whole + (p.row - low) * bytes, p.n * bytes);
    else
      status = result_input_read(input, index, p.row, p.n, block + p.to * bytes, memory);
  }
  memory_free(whole);
  return status;
}

// Returns the first run that ends behind row `first` of the target.
static size_t first_run_of_block(const row_map *map, const size_t *target, size_t first) {
  size_t low = 0, high = map->n_runs;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (target[middle] + map->runs[middle].count <= first)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

chatter_status assembly_read_rows(assembly_reader *self, const result_variable *variable, const row_map *map,
                                  const size_t *target, size_t first, size_t n, unsigned char *block,
                                  arena *memory) {
  int n_sources = self->whole->n_sources;
  long *next = self->next[result_row_kind(self->whole->layout, variable)];
  for (int i = 0; i < n_sources; i++) self->head[i] = NO_RUN;
  for (size_t r = first_run_of_block(map, target, first); r < map->n_runs && target[r] < first + n; r++) {
    int source = map->runs[r].source;
    next[r] = self->head[source];
    self->head[source] = (long)r;
  }
  for (int i = 0; i < n_sources; i++)
    if (self->head[i] != NO_RUN)
      TRY(gather_from_source(self, i, variable, map, target, next, first, n, block, memory));
  return CHATTER_OK;
}
