// Inside the assembly: what the files have in common (layout.c part) and how their rows are gathered.
#ifndef CHATTER_RESULTS_ASSEMBLY_PARTS_H
#define CHATTER_RESULTS_ASSEMBLY_PARTS_H

#include "results/join/results_assembly.h"
#include "results/read/input.h"

// Variables whose first dimension is `trajectory` or `series` are rows of their own, which a coordinate of
// that name numbers; ragged values go with their trajectories, whose files all have them.
typedef enum { ROWS_TRAJECTORY, ROWS_RAGGED, ROWS_SERIES, ROWS_FIXED, N_ROWS } row_kind;
row_kind assembly_row_kind(const result_set *set, const result_variable *variable);

typedef struct assembly_source {
  char *path, *owner;
  size_t *place; // [trajectories + 1] where their ragged values begin; NULL: there are none
} assembly_source;

struct assembly {
  int n_sources, capacity;
  assembly_source *sources;
  result_set *layout; // of all files together; variables of kind ROWS_FIXED have data
  row_map rows[N_ROWS];
  int shows;      // 1: progress
  double written; // bytes
};

// Compares the content of one more file with the layout and adds what is new to it.
chatter_status assembly_join(assembly *self, result_input *input, const char *owner);

// Adds lines to RESULT_WARNINGS of a set, each once.
chatter_status assembly_add_warnings(result_set *to, const char *lines);

// Files opened for reading, the latest used ones kept open.
typedef struct assembly_reader assembly_reader;
chatter_status assembly_reader_create(const assembly *self, assembly_reader **out);
// Rows first ... first + n - 1 of the target into block (already filled with the missing value). target[run]
// is the row of a run's first number in the target.
chatter_status assembly_gather(assembly_reader *self, const result_variable *variable, const row_map *map,
                               const size_t *target, size_t first, size_t n, unsigned char *block,
                               arena *memory);
void assembly_reader_destroy(assembly_reader *self);

// Where the study of the files asks for statistics: adds those of all n trajectories to the layout of their
// file. target[run] as in assembly_gather.
chatter_status assembly_add_statistics(const assembly *self, assembly_reader *reader, const size_t *target,
                                       size_t n, result_set *layout);

#endif
