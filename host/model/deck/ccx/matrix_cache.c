// Stores and fetches matrices of ccx.
#include "model/deck/ccx/matrix_cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache_files.h"
#include "base/fnv.h"
#include "base/log.h"
#include "base/sha256.h"
#include "model/arena_array.h"
#include "model/deck/ccx/ccx_files.h"
#include "model/model.h"
#include "model/scan.h"
#include "model/sparse_matrix.h"

// Raise the version when the same deck gives a different file.
static const char cache_version[] = "chatter matrices 1";
enum { MAX_CACHE_BYTES = 1 << 30 }; // larger models are not cached

typedef struct cached_sizes {
  int64_t n, stiffness, mass, n_nodes, n_internal, log;
} cached_sizes;

void matrix_cache_path(const char *folder, char path[CACHE_PATH]) {
  char file[CCX_FOLDER + 16], hash[65];
  const char *program = getenv("CHATTER_CCX");
  scan deck;
  sha256 content;
  const int before = error_count();
  path[0] = 0;
  snprintf(file, sizeof file, "%s/model.inp", folder);
  if (scan_read(file, NULL, &deck) != CHATTER_OK) {
    error_keep(before); // ccx's own run will report it
    return;
  }
  sha256_begin(&content);
  sha256_add_text(&content, cache_version);
  sha256_add_text(&content, program ? program : "");
  sha256_add(&content, deck.begin, (size_t)(deck.end - deck.begin));
  sha256_end(&content, hash);
  scan_destroy(&deck);
  if (!cache_folder_make("matrices", path)) {
    path[0] = 0;
    return;
  }
  const size_t length = strlen(path);
  snprintf(path + length, CACHE_PATH - length, "/%s", hash);
}

// A file being written or read, with the checksum of the bytes so far.
typedef struct checked_stream {
  FILE *file;
  uint64_t sum;
  int failed;
} checked_stream;

static void write_bytes(checked_stream *to, const void *bytes, size_t size) {
  to->sum = fnv_add(to->sum, bytes, size);
  to->failed |= size > 0 && fwrite(bytes, 1, size, to->file) != size;
}

static void read_bytes(checked_stream *from, void *bytes, size_t size) {
  from->failed = from->failed || (size > 0 && fread(bytes, 1, size, from->file) != size);
  if (!from->failed) from->sum = fnv_add(from->sum, bytes, size);
}

static void write_matrix(checked_stream *to, const sparse *a) {
  write_bytes(to, a->row, ((size_t)a->n + 1) * sizeof *a->row);
  write_bytes(to, a->column, (size_t)a->n_entries * sizeof *a->column);
  write_bytes(to, a->value, (size_t)a->n_entries * sizeof *a->value);
}

static size_t count_matrix_bytes(int64_t n, int64_t n_entries) {
  return ((size_t)n + 1) * sizeof(long) + (size_t)n_entries * (sizeof(int) + sizeof(double));
}

static void write_matrices(checked_stream *to, const model *from, const char *log, size_t log_bytes) {
  const cached_sizes sizes = {from->stiffness.n, from->stiffness.n_entries, from->mass.n_entries,
                              from->n_nodes,     from->n_internal,          (int64_t)log_bytes};
  write_bytes(to, &sizes, sizeof sizes);
  for (int i = 0; i < from->n_nodes; i++)
    write_bytes(to, from->nodes[i].equation, sizeof from->nodes[i].equation);
  write_matrix(to, &from->stiffness);
  write_matrix(to, &from->mass);
  write_bytes(to, log, log_bytes);
  const uint64_t sum = to->sum;
  write_bytes(to, &sum, sizeof sum);
}

void matrix_cache_store(const char *path, const char *folder, const model *from) {
  char log_path[CCX_FOLDER + 16], other[CACHE_PATH + 24];
  const int before = error_count();
  scan log;
  if (count_matrix_bytes(from->stiffness.n, from->stiffness.n_entries + from->mass.n_entries) >
      MAX_CACHE_BYTES)
    return;
  snprintf(log_path, sizeof log_path, "%s/log", folder);
  snprintf(other, sizeof other, "%s.%ld", path, (long)getpid());
  if (scan_read(log_path, NULL, &log) != CHATTER_OK) {
    error_keep(before);
    return;
  }
  checked_stream to = {.file = fopen(other, "wb"), .sum = FNV_BEGIN};
  if (to.file) write_matrices(&to, from, log.begin, (size_t)(log.end - log.begin));
  const int failed = !to.file || to.failed;
  if ((to.file && fclose(to.file) != 0) || failed || rename(other, path) != 0) {
    log_warning_here("%s: not written: %s; ccx makes these matrices again in the next run", path,
                     strerror(errno));
    unlink(other);
  } else {
    cache_folder_trim(path);
  }
  scan_destroy(&log);
}

static chatter_status read_matrix(checked_stream *from, arena *memory, int64_t n, int64_t n_entries,
                                  sparse *out) {
  out->n = (int)n;
  out->n_entries = (long)n_entries;
  ARENA_ARRAY(out->row, memory, n + 1);
  ARENA_ARRAY(out->column, memory, n_entries);
  ARENA_ARRAY(out->value, memory, n_entries);
  read_bytes(from, out->row, ((size_t)n + 1) * sizeof *out->row);
  read_bytes(from, out->column, (size_t)n_entries * sizeof *out->column);
  read_bytes(from, out->value, (size_t)n_entries * sizeof *out->value);
  return CHATTER_OK;
}

static void write_log(const char *folder, const char *text, size_t bytes) {
  char path[CCX_FOLDER + 16];
  snprintf(path, sizeof path, "%s/log", folder);
  FILE *file = fopen(path, "w");
  if (file) fwrite(text, 1, bytes, file), fclose(file);
}

static int are_sizes_sound(const cached_sizes *s, const model *m) {
  return s->n_nodes == m->n_nodes && s->n > 0 && s->n < INT32_MAX && s->stiffness >= s->n && s->mass >= 0 &&
         s->log >= 0 && s->log < MAX_CACHE_BYTES && s->n_internal >= 0 && s->n_internal <= s->n &&
         count_matrix_bytes(s->n, s->stiffness + s->mass) <= MAX_CACHE_BYTES;
}

// Reads a cached file. On failure `out` may hold a part of it.
static chatter_status read_matrices(checked_stream *from, const char *folder, model *out, int *sound) {
  cached_sizes s = {0};
  char *log;
  *sound = 0;
  read_bytes(from, &s, sizeof s);
  if (from->failed || !are_sizes_sound(&s, out)) return CHATTER_OK;
  for (int i = 0; i < out->n_nodes; i++)
    read_bytes(from, out->nodes[i].equation, sizeof out->nodes[i].equation);
  TRY(read_matrix(from, out->memory, s.n, s.stiffness, &out->stiffness));
  TRY(read_matrix(from, out->memory, s.n, s.mass, &out->mass));
  ARENA_ARRAY(log, out->memory, s.log + 1);
  read_bytes(from, log, (size_t)s.log);
  const uint64_t sum = from->sum;
  uint64_t stored = 0;
  read_bytes(from, &stored, sizeof stored);
  *sound = !from->failed && stored == sum;
  out->n_internal = (int)s.n_internal;
  if (*sound) write_log(folder, log, (size_t)s.log);
  return CHATTER_OK;
}

int matrix_cache_fetch(const char *path, const char *folder, model *out) {
  checked_stream from = {.file = path[0] ? fopen(path, "rb") : NULL, .sum = FNV_BEGIN};
  int sound = 0;
  const int before = error_count();
  if (!from.file) return 0;
  if (read_matrices(&from, folder, out, &sound) != CHATTER_OK) error_keep(before);
  fclose(from.file);
  if (sound) cache_file_mark_used(path);
  if (sound) return 1;
  log_warning_here("%s: damaged; ccx makes these matrices again", path);
  for (int i = 0; i < out->n_nodes; i++)
    for (int d = 0; d < 3; d++) out->nodes[i].equation[d] = -1;
  return 0;
}
