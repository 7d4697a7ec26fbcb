// Merges shards.
#include "results/join/results_merge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/durable.h"
#include "results/join/results_assembly.h"
#include "results/write/manifest.h"

static int is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// Adds the parts of an unfinished run, after comparing each with its hash.
static chatter_status add_parts_folder(assembly *all, const char *folder) {
  manifest parts;
  TRY(manifest_read(folder, &parts));
  chatter_status status = manifest_verify(&parts);
  if (status == CHATTER_OK && parts.n_parts == 0)
    status = error_raise(CHATTER_IO, "%s: holds no finished part", folder);
  for (int i = 0; i < parts.n_parts && status == CHATTER_OK; i++) {
    char *path = durable_name(folder, "/", parts.parts[i].name);
    status = path ? assembly_add_file(all, path, folder) : CHATTER_DEVICE;
    free(path);
  }
  manifest_close(&parts);
  return status;
}

// Adds a shard. If its file does not exist yet, its name stands for its folder of parts.
static chatter_status add_shard(assembly *all, const char *path) {
  struct stat info;
  if (is_folder(path)) return add_parts_folder(all, path);
  if (stat(path, &info) == 0) return assembly_add_file(all, path, path);
  char *folder = durable_name(path, ".parts", "");
  if (!folder) return CHATTER_DEVICE;
  chatter_status status =
      is_folder(folder) ? add_parts_folder(all, folder) : assembly_add_file(all, path, path);
  free(folder);
  return status;
}

static chatter_status check_complete(const assembly *all, size_t *n_total) {
  const row_map *rows = assembly_trajectory_rows(all);
  const row_run *last = rows->n_runs ? &rows->runs[rows->n_runs - 1] : NULL;
  size_t beyond = last ? last->first + last->count : 0;
  char missing[400];
  *n_total = assembly_ensemble_size(all);
  if (*n_total == 0) *n_total = beyond;
  if (beyond > *n_total)
    return error_raise(CHATTER_IO, "%s: holds trajectory %zu, but the ensemble has %zu",
                       assembly_owner(all, last->source), beyond - 1, *n_total);
  size_t n_missing = row_map_missing(rows, *n_total, missing, sizeof missing);
  if (n_missing)
    return error_raise(
        CHATTER_IO,
        "%zu of %zu trajectories are in no shard: %s (numbered from 0); finish those shards with "
        "--resume or name them too",
        n_missing, *n_total, missing);
  if (*n_total == 0) return error_raise(CHATTER_IO, "the shards hold no trajectory");
  return CHATTER_OK;
}

chatter_status results_merge(const char *out_path, int force, int n_shards, const char *const *shard_paths) {
  if (n_shards < 1) return error_raise(CHATTER_USAGE, "merge needs at least one shard");
  TRY(durable_refuse_existing(out_path, force));
  assembly *all;
  TRY(assembly_create(&all));
  size_t n_total = 0;
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < n_shards; i++) { // reports the mistakes of all shards
    chatter_status one = add_shard(all, shard_paths[i]);
    if (one != CHATTER_OK) status = one;
  }
  if (status == CHATTER_OK) status = assembly_sort_and_check(all);
  if (status == CHATTER_OK) status = check_complete(all, &n_total);
  if (status == CHATTER_OK) status = assembly_write(all, out_path, force, 0, n_total, NULL, NULL);
  assembly_destroy(all);
  return status;
}
