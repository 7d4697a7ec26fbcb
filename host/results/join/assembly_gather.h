// Reads rows of one variable from the files of an assembly.
#ifndef CHATTER_RESULTS_JOIN_ASSEMBLY_GATHER_H
#define CHATTER_RESULTS_JOIN_ASSEMBLY_GATHER_H

#include "results/join/assembly_files.h"

// Files opened for reading; the most recently used stay open.
typedef struct assembly_reader assembly_reader;
chatter_status assembly_reader_create(const assembly *self, assembly_reader **out);
// Reads rows first ... first + n - 1 of the target into block, which already holds the missing
// value. target[run]: target row of a run's first number.
chatter_status assembly_read_rows(assembly_reader *self, const result_variable *variable, const row_map *map,
                                  const size_t *target, size_t first, size_t n, unsigned char *block,
                                  arena *memory);
void assembly_reader_destroy(assembly_reader *self);

#endif
