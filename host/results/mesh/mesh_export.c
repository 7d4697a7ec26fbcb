// Writes XDMF and HDF5 files of fields.
#include "results/mesh/mesh_export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/durable.h"
#include "base/log.h"
#include "results/mesh/xdmf_data.h"
#include "results/mesh/field_series.h"
#include "results/mesh/xdmf.h"

static const char XDMF_ENDING[] = ".xdmf";

typedef struct mesh_output {
  mesh_series series;
  hdf5_output *heavy;
  xdmf_file light;
  double *work; // [nodes][6] workspace for derived fields
  size_t kept;  // instants written
} mesh_output;

// Makes OUT.h5 from OUT.xdmf.
static chatter_status choose_hdf5_path(const char *path, const char *out_path, char **heavy) {
  struct stat results, wanted;
  const size_t length = strlen(out_path), end = sizeof XDMF_ENDING - 1;
  const char *slash = strrchr(out_path, '/'), *name = slash ? slash + 1 : out_path;
  if (length <= end || strcmp(out_path + length - end, XDMF_ENDING) != 0 || strcmp(name, XDMF_ENDING) == 0)
    return error_raise(CHATTER_USAGE, "%s: the name of a mesh ends in .xdmf", out_path);
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127 || *c == ':')
      return error_raise(CHATTER_USAGE, "the mesh's name holds a colon or a control character, which XDMF "
                                        "cannot refer to (allowed: others)");
  *heavy = durable_name(out_path, "", "");
  if (!*heavy) return CHATTER_DEVICE;
  strcpy(*heavy + length - end, ".h5");
  if (stat(path, &results) != 0 || stat(*heavy, &wanted) != 0 || results.st_dev != wanted.st_dev ||
      results.st_ino != wanted.st_ino)
    return CHATTER_OK;
  return error_raise(CHATTER_USAGE,
                     "%s: the numbers of the mesh would go to %s, which is the results file itself; name it "
                     "otherwise, %.*s-mesh.xdmf for example",
                     out_path, *heavy, (int)(length - end), out_path);
}

// Writes the cells: those of one type without its number, mixed ones unchanged. Without cells every
// node is one.
static chatter_status write_cells(mesh_output *self) {
  mesh_series *of = &self->series;
  const size_t nodes = of->part[0].of.nodes;
  if (of->n_cells && !of->only.type)
    return hdf5_output_write_ints(self->heavy, "/cells", of->entries, 1, of->cells);
  const int has_cells = of->n_cells > 0;
  if (!has_cells) of->n_cells = nodes, of->only = (cell){.type = CELL_VERTEX, .n = 1};
  const size_t n = (size_t)of->only.n;
  int *plain = arena_allocate(of->memory, (of->n_cells * n + 1) * sizeof *plain);
  if (!plain) return error_raise(CHATTER_DEVICE, "out of memory for the cells of a mesh");
  cell one;
  if (has_cells)
    for (size_t at = 0, i = 0; cells_next(of->cells, of->entries, &at, &one); i++)
      memcpy(plain + i * n, one.node, n * sizeof *plain);
  for (size_t i = 0; !has_cells && i < nodes; i++) plain[i] = (int)i;
  return hdf5_output_write_ints(self->heavy, "/cells", of->n_cells, n, plain);
}

static chatter_status write_mesh(mesh_output *self) {
  const mesh_series *of = &self->series;
  const size_t nodes = of->part[0].of.nodes;
  TRY(hdf5_output_write_doubles(self->heavy, "/points", nodes, 3, of->position));
  TRY(hdf5_output_write_ints(self->heavy, "/node", nodes, 1, of->node));
  return write_cells(self);
}

static chatter_status write_values(mesh_output *self, const char *word, size_t columns, const double *value) {
  char name[RESULT_NAME + 32];
  snprintf(name, sizeof name, "/%s/%zu", word, self->kept);
  return hdf5_output_write_doubles(self->heavy, name, self->series.part[0].of.nodes, columns, value);
}

// Writes a stress, whose order here is xx, yy, zz, xy, yz, zx.
static chatter_status write_stress(mesh_output *self, const mesh_part *part) {
  static const int order[] = {0, 3, 5, 1, 4, 2}; // xx, xy, xz, yy, yz, zz
  const size_t nodes = part->of.nodes;
  for (size_t i = 0; i < nodes; i++)
    for (size_t k = 0; k < 6; k++) self->work[6 * i + k] = part->value[6 * i + (size_t)order[k]];
  TRY(write_values(self, part->word, 6, self->work));
  for (size_t i = 0; i < nodes; i++) self->work[i] = field_von_mises(part->value + 6 * i);
  return write_values(self, "von_mises", 1, self->work);
}

static chatter_status write_instant(mesh_output *self, size_t instant) {
  mesh_series *of = &self->series;
  mesh_series_form_instant(of, instant);
  for (int i = 0; i < of->n_parts; i++) {
    const mesh_part *part = &of->part[i];
    if (field_is_stress(&part->of))
      TRY(write_stress(self, part));
    else
      TRY(write_values(self, part->word, part->of.components, part->value));
  }
  if (of->forces) {
    mesh_series_forces(of, instant, self->work);
    TRY(write_values(self, "contact_force", 3, self->work));
  }
  xdmf_write_instant(&self->light, self->kept++, of->time[instant]);
  return CHATTER_OK;
}

static chatter_status write_instants(mesh_output *self) {
  const mesh_series *of = &self->series;
  const size_t n = of->part[0].of.instants;
  xdmf_write_begin(&self->light);
  for (size_t i = 0; i < n; i++)
    if (mesh_series_has_instant(of, i)) TRY(write_instant(self, i));
  xdmf_write_end(&self->light);
  if (self->kept == 0)
    return error_raise(CHATTER_IO, "trajectory %d reached no instant of the field '%s'", of->trajectory,
                       of->part[0].of.name);
  if (self->kept < n)
    log_warning("trajectory %d: %zu of %zu instants of the field '%s' were not reached and are left out",
                of->trajectory, n - self->kept, n, of->part[0].of.name);
  return CHATTER_OK;
}

static void warn_of_missing_points(const mesh_series *of) {
  size_t outside = 0;
  for (size_t p = 0; of->forces && p < of->forces->points; p++) outside += of->force_node[p] < 0;
  if (outside)
    log_warning("%zu of %zu contact points are at none of the nodes: their forces are not in the mesh",
                outside, of->forces->points);
}

// Writes both files completely before one of them gets its name, the numbers first.
static chatter_status write_files(mesh_output *self, const char *out_path, const char *heavy, int force) {
  durable_text text;
  const char *slash = strrchr(heavy, '/');
  self->work = arena_allocate(self->series.memory, (6 * self->series.part[0].of.nodes + 1) * sizeof(double));
  if (!self->work) return error_raise(CHATTER_DEVICE, "out of memory for a mesh");
  TRY(durable_refuse_existing(heavy, force));
  TRY(durable_refuse_existing(out_path, force));
  TRY(durable_open_text(out_path, force, &text));
  self->light = (xdmf_file){.out = text.file, .heavy = slash ? slash + 1 : heavy, .of = &self->series};
  chatter_status status = hdf5_output_create(heavy, force, &self->heavy);
  if (status == CHATTER_OK) {
    status = write_mesh(self);
    if (status == CHATTER_OK) status = write_instants(self);
    status = hdf5_output_close(self->heavy, status);
  }
  return durable_close_text(&text, status);
}

chatter_status results_export_mesh(const char *path, const char *out_path, const char *name, long trajectory,
                                   int force) {
  char *heavy = NULL;
  mesh_output *self = NULL;
  result_input *input = NULL;
  arena *memory = arena_create();
  if (memory) self = arena_allocate(memory, sizeof *self);
  chatter_status status = self ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory for a mesh");
  if (status == CHATTER_OK) status = choose_hdf5_path(path, out_path, &heavy);
  if (status == CHATTER_OK) status = result_input_open(path, &input);
  if (status == CHATTER_OK) status = mesh_series_open(input, path, name, trajectory, memory, &self->series);
  if (status == CHATTER_OK) status = write_files(self, out_path, heavy, force);
  if (status == CHATTER_OK) {
    warn_of_missing_points(&self->series);
    log_info("Mesh: %s, its numbers in %s (%zu instants)", out_path, heavy, self->kept);
  }
  result_input_close(input);
  arena_destroy(memory);
  free(heavy);
  return status;
}
