// Adds files to an assembly and writes the joined file.
#include "results/join/results_assembly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/durable.h"
#include "base/log.h"
#include "base/stop.h"
#include "results/join/assembly_gather.h"
#include "results/join/assembly_join.h"
#include "results/join/assembly_statistics.h"
#include "results/result_rows.h"
#include "results/result_set.h"
#include "results/write/result_output.h"

chatter_status assembly_create(assembly **out) {
  ALLOCATE(*out, 1);
  (*out)->layout = result_set_create();
  if ((*out)->layout) return CHATTER_OK;
  memory_free(*out);
  return CHATTER_DEVICE;
}

void assembly_destroy(assembly *self) {
  if (!self) return;
  for (int i = 0; i < self->n_sources; i++) {
    free(self->sources[i].path);
    free(self->sources[i].owner);
    memory_free(self->sources[i].place);
  }
  free(self->sources);
  for (int kind = 0; kind < N_ROWS; kind++) row_map_release(&self->rows[kind]);
  result_set_destroy(self->layout);
  memory_free(self);
}

const row_map *assembly_trajectory_rows(const assembly *self) {
  return &self->rows[ROWS_TRAJECTORY];
}
const char *assembly_owner(const assembly *self, int source) {
  return self->sources[source].owner;
}
void assembly_show_progress(assembly *self) {
  self->shows = 1;
}
int assembly_is_shard(const assembly *self) {
  return result_set_find_attribute(self->layout, "shard") != NULL;
}

size_t assembly_ensemble_size(const assembly *self) {
  const result_attribute *item = result_set_find_attribute(self->layout, "trajectories_total");
  return item && !item->text && item->number > 0 ? (size_t)item->number : 0;
}

static chatter_status add_source(assembly *self, const char *path, const char *owner) {
  if (self->n_sources == self->capacity) {
    int capacity = self->capacity ? 2 * self->capacity : 16;
    assembly_source *sources = realloc(self->sources, (size_t)capacity * sizeof *sources);
    if (!sources) return error_raise(CHATTER_DEVICE, "out of memory for %d files", capacity);
    self->sources = sources;
    self->capacity = capacity;
  }
  assembly_source *source = &self->sources[self->n_sources++];
  source->path = durable_name(path, "", "");
  source->owner = durable_name(owner, "", "");
  source->place = NULL;
  return source->path && source->owner ? CHATTER_OK : CHATTER_DEVICE;
}

// Reads the numbers of the rows of one kind from the coordinate of that name. *n is 0 if the file
// has none.
static chatter_status read_row_numbers(result_input *input, const char *path, const char *name, arena *memory,
                                       size_t *n, int **keys) {
  const result_set *content = result_input_content(input);
  const result_variable *variable = result_set_find(content, name);
  *n = 0;
  if (!variable) return CHATTER_OK;
  if (variable->type != RESULT_INT || variable->n_dims != 1)
    return error_raise(CHATTER_IO, "%s: variable '%s' does not number rows", path, name);
  *n = variable->size[0];
  *keys = arena_allocate(memory, *n * sizeof **keys + 1);
  if (!*keys) return error_raise(CHATTER_DEVICE, "out of memory for %zu trajectories", *n);
  TRY(result_input_read(input, (int)(variable - content->variables), 0, *n, *keys, memory));
  for (size_t i = 0; i < *n; i++)
    if ((*keys)[i] < 0) return error_raise(CHATTER_IO, "%s: variable '%s' holds %d", path, name, (*keys)[i]);
  return CHATTER_OK;
}

static chatter_status find_not_run(result_input *input, size_t n, arena *memory, unsigned char **skip) {
  const result_set *content = result_input_content(input);
  const result_variable *variable = result_set_find(content, "status");
  int not_run = variable ? result_flag_index(variable, "not_run") : -1;
  *skip = NULL;
  if (not_run < 0 || variable->type != RESULT_INT || variable->n_dims != 1 || variable->size[0] != n)
    return CHATTER_OK;
  int *status = arena_allocate(memory, n * sizeof *status + 1);
  *skip = arena_allocate(memory, n + 1);
  if (!status || !*skip) return error_raise(CHATTER_DEVICE, "out of memory for %zu trajectories", n);
  TRY(result_input_read(input, (int)(variable - content->variables), 0, n, status, memory));
  for (size_t i = 0; i < n; i++) (*skip)[i] = status[i] == not_run;
  return CHATTER_OK;
}

static chatter_status read_ragged_offsets(assembly *self, result_input *input, const char *path,
                                          arena *memory) {
  const result_set *content = result_input_content(input);
  const result_variable *sizes = ragged_row_sizes(content);
  int *size = NULL;
  size_t n;
  if (!sizes) return CHATTER_OK;
  TRY(read_row_numbers(input, path, sizes->name, memory, &n, &size));
  size_t **place = &self->sources[self->n_sources - 1].place;
  ALLOCATE(*place, n + 1);
  return ragged_row_offsets(content, path, size, *place);
}

static chatter_status add_rows(assembly *self, result_input *input, const char *path, arena *memory) {
  int source = self->n_sources - 1, *keys = NULL;
  size_t n;
  unsigned char *skip;
  TRY(read_row_numbers(input, path, "trajectory", memory, &n, &keys));
  if (!result_set_find(result_input_content(input), "trajectory"))
    return error_raise(CHATTER_IO,
                       "%s: has no variable 'trajectory'; only results of runs can be put together", path);
  TRY(find_not_run(input, n, memory, &skip));
  TRY(row_map_add(&self->rows[ROWS_TRAJECTORY], source, n, keys, skip));
  TRY(read_ragged_offsets(self, input, path, memory));
  TRY(read_row_numbers(input, path, "series", memory, &n, &keys));
  return row_map_add(&self->rows[ROWS_SERIES], source, n, keys, NULL);
}

chatter_status assembly_add_file(assembly *self, const char *path, const char *owner) {
  result_input *input = NULL;
  TRY(stop_check());
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for %s", path);
  chatter_status status = add_source(self, path, owner);
  if (status == CHATTER_OK) status = result_input_open(path, &input);
  if (status == CHATTER_OK) status = assembly_join_layout(self, input, owner);
  if (status == CHATTER_OK) status = add_rows(self, input, path, memory);
  result_input_close(input);
  arena_destroy(memory);
  return status;
}

// Maps ragged values in the order of their trajectories, which are sorted: those of a run are
// contiguous in its source.
static chatter_status map_ragged_rows(assembly *self) {
  const row_map *trajectories = &self->rows[ROWS_TRAJECTORY];
  row_map *ragged = &self->rows[ROWS_RAGGED];
  for (size_t i = 0; i < trajectories->n_runs; i++) {
    const row_run *of = &trajectories->runs[i];
    const size_t *place = self->sources[of->source].place;
    if (!place) continue;
    const row_run run = {.first = ragged->n_rows,
                         .count = place[of->row + of->count] - place[of->row],
                         .row = place[of->row],
                         .source = of->source};
    if (run.count > 0) TRY(row_map_add_run(ragged, &run));
  }
  return CHATTER_OK;
}

chatter_status assembly_sort_and_check(assembly *self) {
  static const char *const what[N_ROWS] = {
      [ROWS_TRAJECTORY] = "trajectory", [ROWS_SERIES] = "time series of trajectory"};
  for (int kind = 0; kind < ROWS_FIXED; kind++) {
    size_t number;
    const row_run *a, *b;
    if (!what[kind]) continue;
    row_map_sort(&self->rows[kind]);
    if (!row_map_find_overlap(&self->rows[kind], &number, &a, &b)) continue;
    return error_raise(CHATTER_IO, "%s %zu is in %s and again in %s", what[kind], number,
                       self->sources[a->source].owner, self->sources[b->source].owner);
  }
  return map_ragged_rows(self);
}

// Computes the target row of each run of a map. packed: runs follow each other without gaps.
static chatter_status place_runs_in_target(const row_map *map, int packed, size_t **out) {
  size_t next = 0;
  ALLOCATE(*out, map->n_runs + 1);
  for (size_t i = 0; i < map->n_runs; i++) {
    (*out)[i] = packed ? next : map->runs[i].first;
    next += map->runs[i].count;
  }
  return CHATTER_OK;
}

static void fill_missing(const result_variable *variable, size_t n_items, void *block) {
  const int missing = result_missing_int(variable);
  for (size_t i = 0; i < n_items; i++) {
    if (variable->type == RESULT_DOUBLE) ((double *)block)[i] = (double)NAN;
    if (variable->type == RESULT_INT) ((int *)block)[i] = missing;
    if (variable->type == RESULT_STRING) ((char **)block)[i] = NULL;
  }
}

static chatter_status write_block(assembly_reader *reader, const assembly *self,
                                  const result_variable *variable, const size_t *target, size_t first,
                                  size_t n, unsigned char *block, arena *memory) {
  row_kind kind = result_row_kind(self->layout, variable);
  fill_missing(variable, n * result_row_items(variable), block);
  if (kind == ROWS_TRAJECTORY && strcmp(variable->name, "trajectory") == 0)
    for (size_t i = 0; i < n; i++) ((int *)(void *)block)[i] = (int)(first + i);
  return assembly_read_rows(reader, variable, &self->rows[kind], target, first, n, block, memory);
}

static size_t variable_bytes(const result_variable *variable) {
  return result_row_count(variable) * result_row_items(variable) * result_type_size(variable->type);
}

static void show_progress(assembly *self, const result_set *layout, size_t bytes) {
  double total = 1;
  for (int i = 0; i < layout->n_variables; i++) total += (double)variable_bytes(&layout->variables[i]);
  self->written += (double)bytes;
  if (self->shows) log_progress("Writing results", self->written / total, "");
}

static chatter_status write_rows(assembly_reader *reader, assembly *self, result_output *output, int index,
                                 const result_set *layout, size_t *const target[ROWS_FIXED]) {
  const result_variable *variable = &layout->variables[index];
  row_kind kind = result_row_kind(self->layout, variable);
  size_t rows = result_row_count(variable), step = result_output_block_rows(variable);
  size_t bytes = result_row_items(variable) * result_type_size(variable->type);
  if (kind == ROWS_FIXED) return result_output_write(output, index, 0, rows, variable->data);
  unsigned char *block;
  ALLOCATE(block, (step < rows ? step : rows) * bytes);
  chatter_status status = CHATTER_OK;
  for (size_t first = 0; first < rows && status == CHATTER_OK; first += step) {
    size_t n = rows - first < step ? rows - first : step;
    status = stop_check(); // the parts stay; a resumed run writes this file anew
    if (status != CHATTER_OK) break;
    show_progress(self, layout, n * bytes);
    arena *memory = arena_create(); // for the texts of this block
    status =
        memory ? write_block(reader, self, variable, target[kind], first, n, block, memory) : CHATTER_DEVICE;
    if (status == CHATTER_OK) status = result_output_write(output, index, first, n, block);
    arena_destroy(memory);
  }
  memory_free(block);
  return status;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const result_variable *)a)->name, ((const result_variable *)b)->name);
}

// Adds the warnings of all files, and those raised since the last of them was written.
static chatter_status add_warnings(const result_set *from, result_set *to) {
  const char *before = result_set_find_text(from, RESULT_WARNINGS);
  char *since = log_kept();
  chatter_status status = since ? CHATTER_OK : CHATTER_DEVICE;
  if (status == CHATTER_OK && before) status = assembly_add_warnings(to, before);
  if (status == CHATTER_OK && *since) status = assembly_add_warnings(to, since);
  free(since);
  return status;
}

// Makes the layout of the file: variables by kind, and those that are equal in all files by name.
// Not every file has all of these, and so their order does not depend on which file came first.
static chatter_status make_final_layout(const assembly *self, int packed, size_t n_total, result_set **out) {
  const result_set *from = self->layout;
  result_set *layout = result_set_create();
  *out = layout;
  if (!layout) return CHATTER_DEVICE;
  size_t capacity = 1; // a power of two, which result_set_add (statistics) requires
  while (capacity < (size_t)from->n_variables) capacity *= 2;
  layout->variables = arena_allocate(layout->memory, capacity * sizeof *layout->variables);
  if (!layout->variables) return error_raise(CHATTER_DEVICE, "out of memory for the results' layout");
  for (int kind = 0, first = 0; kind < N_ROWS; kind++, first = layout->n_variables) {
    for (int i = 0; i < from->n_variables; i++) {
      if ((int)result_row_kind(from, &from->variables[i]) != kind) continue;
      result_variable *variable = &layout->variables[layout->n_variables++];
      *variable = from->variables[i];
      if (kind == ROWS_TRAJECTORY) variable->size[0] = packed ? self->rows[kind].n_rows : n_total;
      if (kind == ROWS_RAGGED || kind == ROWS_SERIES) variable->size[0] = self->rows[kind].n_rows;
    }
    if (kind == ROWS_FIXED)
      qsort(layout->variables + first, (size_t)(layout->n_variables - first), sizeof *layout->variables,
            compare_names);
  }
  for (int i = 0; i < from->n_attributes; i++) {
    const result_attribute *item = &from->attributes[i];
    if (strcmp(item->name, "shard") == 0 && !packed) continue;
    // These come last, whichever file they came from.
    if (strcmp(item->name, "trajectories_total") == 0 || strcmp(item->name, RESULT_WARNINGS) == 0) continue;
    if (item->text)
      result_set_text(layout, item->name, item->text);
    else
      result_set_number(layout, item->name, item->number);
  }
  result_set_number(layout, "trajectories_total", (double)n_total);
  return add_warnings(from, layout);
}

chatter_status assembly_write(assembly *self, const char *path, int force, int packed, size_t n_total,
                              chatter_status (*before_rename)(void *), void *data) {
  size_t *target[ROWS_FIXED] = {NULL};
  assembly_reader *reader = NULL;
  result_output *output = NULL;
  result_set *layout = NULL;
  chatter_status status = make_final_layout(self, packed, n_total, &layout);
  if (status == CHATTER_OK)
    status = place_runs_in_target(&self->rows[ROWS_TRAJECTORY], packed, &target[ROWS_TRAJECTORY]);
  for (int kind = ROWS_RAGGED; kind < ROWS_FIXED && status == CHATTER_OK; kind++)
    status = place_runs_in_target(&self->rows[kind], 1, &target[kind]);
  if (status == CHATTER_OK) status = assembly_reader_create(self, &reader);
  if (status == CHATTER_OK && !packed)
    status = assembly_add_statistics(self, reader, target[ROWS_TRAJECTORY], n_total, layout);
  int has_missing = !packed && self->rows[ROWS_TRAJECTORY].n_rows < n_total;
  if (status == CHATTER_OK) status = result_output_create(layout, path, force, has_missing, &output);
  self->written = 0;
  if (status == CHATTER_OK) show_progress(self, layout, 0);
  for (int i = 0; status == CHATTER_OK && i < layout->n_variables; i++)
    status = write_rows(reader, self, output, i, layout, target);
  if (status == CHATTER_OK) status = result_output_flush(output);
  if (status == CHATTER_OK && before_rename) status = before_rename(data);
  if (status == CHATTER_OK)
    status = result_output_commit(output);
  else
    result_output_abandon(output);
  assembly_reader_destroy(reader);
  result_set_destroy(layout);
  for (int kind = 0; kind < ROWS_FIXED; kind++) memory_free(target[kind]);
  return status;
}
