// Reduced models as HDF5 files: one named dataset with units per array, readable by h5dump and h5py.
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/hdf5_error.h"
#include "base/heap_check.h"
#include "reduction/algebra/dense.h"
#include "reduction/store/reduced_content.h"

static const char file_kind[] = "chatter reduced model 7", any_kind[] = "chatter reduced model ";
enum { SIZES = 11, CONTACT_INTEGERS = 6, CONTACT_NUMBERS = 16 };

// massless, then the counts: with names as attributes of the file
static void sizes_of(reduced_model *r, int *size[SIZES], const char *name[SIZES]) {
  int *all[SIZES] = {&r->massless,   &r->n_kept,        &r->n_first, &r->n_modes,
                     &r->n_boundary, &r->n_independent, &r->n_loads, &r->n_responses,
                     &r->n_contacts, &r->n_masses,      NULL};
  const char *names[SIZES] = {"massless",   "n_kept",        "n_first", "n_modes",
                              "n_boundary", "n_independent", "n_loads", "n_responses",
                              "n_contacts", "n_masses",      NULL};
  memcpy(size, all, sizeof all);
  memcpy(name, names, sizeof names);
}

static int write_text_attribute(hid_t at, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(text) + 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int failed = attribute < 0 || H5Awrite(attribute, type, text) < 0;
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return failed;
}

static hid_t create_dataset(hid_t file, const char *name, hid_t type, hid_t space) {
  hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(properties, 0);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Pclose(properties);
  return set;
}

static int write_array(hid_t file, const char *name, hid_t type, int rows, int columns, const void *data,
                       const char *unit, const char *meaning) {
  hsize_t extent[2] = {(hsize_t)rows, (hsize_t)columns};
  hid_t space = H5Screate_simple(2, extent, NULL);
  hid_t set = create_dataset(file, name, type, space);
  int failed =
      set < 0 || ((long)rows * columns > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0);
  if (!failed)
    failed = write_text_attribute(set, "units", unit) | write_text_attribute(set, "long_name", meaning);
  H5Dclose(set);
  H5Sclose(space);
  return failed;
}

// Variable-length UTF-8: fixed-length string datasets crash some netCDF readers.
static hid_t text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

static int write_names(hid_t file, const char *name, int n, char (*names)[STUDY_NAME]) {
  const char **text = memory_array((size_t)n + 1, sizeof *text, __FILE__, __LINE__);
  if (!text) return 1;
  for (int i = 0; i < n; i++) text[i] = names[i];
  hsize_t extent = (hsize_t)n;
  hid_t type = text_type(), space = H5Screate_simple(1, &extent, NULL);
  hid_t set = create_dataset(file, name, type, space);
  int failed = set < 0 || (n > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
  memory_free(text);
  return failed;
}

// Contact points as a table of integers, one of numbers, and the words of the study for the nodes.
typedef struct contact_table {
  int64_t *integers; // entry, node, partner, row_normal, row_tangent[2]
  double *numbers;   // normal, tangents, position, gap, area, preload, gap_phase
  char (*nodes)[STUDY_NAME], (*partners)[STUDY_NAME];
} contact_table;

static chatter_status contact_table_create(arena *memory, int n, contact_table *out) {
  size_t count = (size_t)n + 1;
  out->integers = arena_allocate(memory, count * CONTACT_INTEGERS * sizeof *out->integers);
  out->numbers = arena_allocate(memory, count * CONTACT_NUMBERS * sizeof *out->numbers);
  out->nodes = arena_allocate(memory, count * STUDY_NAME);
  out->partners = arena_allocate(memory, count * STUDY_NAME);
  if (!out->integers || !out->numbers || !out->nodes || !out->partners)
    return error_raise(CHATTER_DEVICE, "out of memory for the contact points");
  return CHATTER_OK;
}

static void contacts_to_table(const reduced_model *r, contact_table *t) {
  for (int i = 0; i < r->n_contacts; i++) {
    const reduced_contact *c = &r->contacts[i];
    int64_t integers[CONTACT_INTEGERS] = {c->entry,      c->node,           c->partner,
                                          c->row_normal, c->row_tangent[0], c->row_tangent[1]};
    double *x = t->numbers + (long)i * CONTACT_NUMBERS;
    memcpy(t->integers + (long)i * CONTACT_INTEGERS, integers, sizeof integers);
    memcpy(x, c->normal, sizeof c->normal);
    memcpy(x + 3, c->tangent, sizeof c->tangent);
    memcpy(x + 9, c->position, sizeof c->position);
    x[12] = c->gap;
    x[13] = c->area;
    x[14] = c->preload;
    x[15] = c->gap_phase;
    memcpy(t->nodes[i], c->nodes, STUDY_NAME);
    memcpy(t->partners[i], c->partner_nodes, STUDY_NAME);
  }
}

static void contacts_from_table(const contact_table *t, reduced_model *r) {
  for (int i = 0; i < r->n_contacts; i++) {
    reduced_contact *c = &r->contacts[i];
    const int64_t *k = t->integers + (long)i * CONTACT_INTEGERS;
    const double *x = t->numbers + (long)i * CONTACT_NUMBERS;
    *c = (reduced_contact){.entry = (int)k[0],
                           .node = (long)k[1],
                           .partner = (long)k[2],
                           .row_normal = (int)k[3],
                           .row_tangent = {(int)k[4], (int)k[5]},
                           .gap = x[12],
                           .area = x[13],
                           .preload = x[14],
                           .gap_phase = x[15]};
    memcpy(c->normal, x, sizeof c->normal);
    memcpy(c->tangent, x + 3, sizeof c->tangent);
    memcpy(c->position, x + 9, sizeof c->position);
    memcpy(c->nodes, t->nodes[i], STUDY_NAME);
    memcpy(c->partner_nodes, t->partners[i], STUDY_NAME);
    c->nodes[STUDY_NAME - 1] = c->partner_nodes[STUDY_NAME - 1] = 0;
  }
}

static int write_content(hid_t file, reduced_model *r, const contact_table *t) {
  reduced_array arrays[REDUCED_ARRAYS];
  int n = reduced_arrays(r, arrays), failed = 0, *size[SIZES];
  const char *name[SIZES];
  sizes_of(r, size, name);
  failed |= write_text_attribute(file, "kind", file_kind) | write_text_attribute(file, "method", r->method) |
            write_text_attribute(file, "hash", r->hash);
  for (int i = 0; name[i]; i++)
    failed |= write_array(file, name[i], H5T_NATIVE_INT, 1, 1, size[i], "1", "size");
  double limits[2] = {r->limit_open, r->limit_stuck};
  failed |= write_array(file, "limits", H5T_NATIVE_DOUBLE, 1, 2, limits, "s",
                        "linear limits of explicit steps: contacts open, contacts stuck");
  for (int i = 0; i < n; i++)
    if (*arrays[i].data)
      failed |= write_array(file, arrays[i].name, H5T_NATIVE_DOUBLE, arrays[i].rows, arrays[i].columns,
                            *arrays[i].data, arrays[i].unit, arrays[i].meaning);
  failed |= write_names(file, "load_name", r->n_loads, r->load_name) |
            write_names(file, "response_name", r->n_responses, r->response_name) |
            write_names(file, "contact_nodes", r->n_contacts, t->nodes) |
            write_names(file, "contact_partner", r->n_contacts, t->partners);
  failed |=
      write_array(file, "contact_integers", H5T_NATIVE_INT64, r->n_contacts, CONTACT_INTEGERS, t->integers,
                  "1", "entry, node, partner (-1: ground), row of normal, rows of tangents (-1: none)");
  failed |= write_array(file, "contact_numbers", H5T_NATIVE_DOUBLE, r->n_contacts, CONTACT_NUMBERS,
                        t->numbers, "1, 1, m, m, m2, N, rad",
                        "normal (3), tangents (6), position (3), gap, area, preload, phase of the gap");
  return failed || H5Fflush(file, H5F_SCOPE_GLOBAL) < 0;
}

// Headers with checksums (a damaged type would have HDF5 fill gigabytes), no locks (network file systems lack
// them), everything closed with the file, no times: the same model gives the same bytes.
static hid_t open_file(const char *path, int create) {
  hid_t access_list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access_list, H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_fclose_degree(access_list, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access_list, 0, 1);
  hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_obj_track_times(creation, 0);
  hid_t file = create ? H5Fcreate(path, H5F_ACC_TRUNC, creation, access_list)
                      : H5Fopen(path, H5F_ACC_RDONLY, access_list);
  H5Pclose(creation);
  H5Pclose(access_list);
  return file;
}

static chatter_status write_file(const char *temporary, const char *path, reduced_model *r,
                                 const contact_table *t) {
  chatter_status status = CHATTER_OK;
  hdf5_quiet();
  hid_t file = open_file(temporary, 1);
  if (file < 0) return hdf5_raise(path, "the reduced model cannot be written");
  if (write_content(file, r, t)) status = hdf5_raise(path, "the reduced model cannot be written");
  if (H5Fclose(file) < 0 && status == CHATTER_OK)
    status = hdf5_raise(path, "the reduced model cannot be written");
  return status;
}

static chatter_status write_renamed(const char *temporary, const char *path, reduced_model *r,
                                    const contact_table *t) {
  chatter_status status = write_file(temporary, path, r, t);
  if (status == CHATTER_OK) status = durable_rename(temporary, path, 1);
  if (status != CHATTER_OK) unlink(temporary);
  return status;
}

chatter_status reduced_save(const reduced_model *self, const char *path) {
  reduced_model copy = *self; // the table of arrays points into a model that may be written
  contact_table table;
  char process[32];
  snprintf(process, sizeof process, ".%ld",
           (long)getpid()); // runs side by side store the same model in the cache
  char *beside = durable_temporary(path), *temporary = beside ? durable_name(beside, process, "") : NULL;
  arena *memory = arena_create();
  chatter_status status =
      temporary && memory ? contact_table_create(memory, self->n_contacts, &table) : CHATTER_DEVICE;
  if (status == CHATTER_OK) {
    contacts_to_table(self, &table);
    status = write_renamed(temporary, path, &copy, &table);
  }
  arena_destroy(memory);
  free(temporary);
  free(beside);
  return status;
}

// Numbers need no look at the heap; damaged texts would have HDF5 fill gigabytes.
static int has_sound_texts(hid_t file, hid_t set, hid_t type) {
  char path[2 * STUDY_PATH] = "";
  if (H5Tget_class(type) != H5T_STRING) return 1;
  return H5Fget_name(file, path, sizeof path) < (ssize_t)sizeof path && heap_check(set, path);
}

// 0 where `name` is a dataset of just this shape and was read.
static int read_array(hid_t file, const char *name, hid_t type, int n_extents, int rows, int columns,
                      void *data) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  if (set < 0) return 1;
  hid_t space = H5Dget_space(set), stored = H5Dget_type(set);
  hsize_t extent[2] = {0, 1};
  int failed = H5Sget_simple_extent_ndims(space) != n_extents ||
               H5Sget_simple_extent_dims(space, extent, NULL) < 0 || extent[0] != (hsize_t)rows ||
               extent[1] != (hsize_t)columns || H5Tget_class(stored) != H5Tget_class(type) ||
               (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(stored) <= 0);
  if (!failed && (long)rows * columns > 0)
    failed = !has_sound_texts(file, set, type) || H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0;
  H5Tclose(stored);
  H5Sclose(space);
  H5Dclose(set);
  return failed;
}

static int read_names(hid_t file, const char *name, int n, char (*names)[STUDY_NAME]) {
  char **text = memory_array((size_t)n + 1, sizeof *text, __FILE__, __LINE__);
  if (!text) return 1;
  hid_t type = text_type();
  int failed = read_array(file, name, type, 1, n, 1, text);
  for (int i = 0; i < n && !failed; i++) {
    failed = !text[i] || strlen(text[i]) >= STUDY_NAME;
    if (!failed) snprintf(names[i], STUDY_NAME, "%s", text[i]);
  }
  for (int i = 0; i < n; i++) H5free_memory(text[i]);
  H5Tclose(type);
  memory_free(text);
  return failed;
}

static int read_text_attribute(hid_t file, const char *name, char *text, size_t size) {
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  if (attribute < 0) return 1;
  hid_t type = H5Aget_type(attribute);
  size_t stored = H5Tget_size(type);
  int failed = H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || stored > size ||
               H5Aread(attribute, type, text) < 0;
  if (!failed) text[stored - 1] = 0;
  H5Tclose(type);
  H5Aclose(attribute);
  return failed;
}

static int read_sizes(hid_t file, reduced_model *r) {
  int *size[SIZES], failed = 0;
  const char *name[SIZES];
  sizes_of(r, size, name);
  for (int i = 0; name[i] && !failed; i++)
    failed =
        read_array(file, name[i], H5T_NATIVE_INT, 2, 1, 1, size[i]) || *size[i] < 0 || *size[i] > 1000000;
  return failed;
}

static int read_content(hid_t file, reduced_model *r, char kind[64], char hash[65]) {
  if (read_text_attribute(file, "kind", kind, 64) || strcmp(kind, file_kind) != 0 ||
      read_text_attribute(file, "method", r->method, sizeof r->method) ||
      read_text_attribute(file, "hash", hash, 65) || read_sizes(file, r))
    return 1;
  reduced_array arrays[REDUCED_ARRAYS];
  contact_table t;
  if (reduced_allocate(r) != CHATTER_OK) return 1;
  int n = reduced_arrays(r, arrays);
  for (int i = 0; i < n; i++) {
    const int optional = reduced_is_optional(r, &arrays[i]);
    if (optional && H5Lexists(file, arrays[i].name, H5P_DEFAULT) <= 0) continue;
    if (optional) *arrays[i].data = dense_array(r->memory, (size_t)arrays[i].rows, (size_t)arrays[i].columns);
    if (!*arrays[i].data || read_array(file, arrays[i].name, H5T_NATIVE_DOUBLE, 2, arrays[i].rows,
                                       arrays[i].columns, *arrays[i].data))
      return 1;
  }
  double limits[2];
  if (contact_table_create(r->memory, r->n_contacts, &t) != CHATTER_OK) return 1;
  if (read_array(file, "limits", H5T_NATIVE_DOUBLE, 2, 1, 2, limits) ||
      read_names(file, "load_name", r->n_loads, r->load_name) ||
      read_names(file, "response_name", r->n_responses, r->response_name) ||
      read_names(file, "contact_nodes", r->n_contacts, t.nodes) ||
      read_names(file, "contact_partner", r->n_contacts, t.partners) ||
      read_array(file, "contact_integers", H5T_NATIVE_INT64, 2, r->n_contacts, CONTACT_INTEGERS,
                 t.integers) ||
      read_array(file, "contact_numbers", H5T_NATIVE_DOUBLE, 2, r->n_contacts, CONTACT_NUMBERS, t.numbers))
    return 1;
  contacts_from_table(&t, r);
  r->limit_open = limits[0];
  r->limit_stuck = limits[1];
  return 0;
}

chatter_status reduced_load(const char *path, reduced_model *out) {
  char kind[64] = "", hash[65] = "";
  if (access(path, R_OK) != 0)
    return error_raise(CHATTER_IO, "cannot read the reduced model '%s': %s", path, strerror(errno));
  *out = (reduced_model){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for a reduced model");
  int failed = 1;
  H5E_BEGIN_TRY {
    hid_t file = open_file(path, 0);
    if (file >= 0) {
      failed = read_content(file, out, kind, hash);
      H5Fclose(file);
    }
  }
  H5E_END_TRY
  if (!failed) reduced_hash(out);
  if (failed || strcmp(hash, out->hash) != 0) {
    reduced_destroy(out);
    if (strncmp(kind, any_kind, strlen(any_kind)) == 0 && strcmp(kind, file_kind) != 0)
      return error_raise(CHATTER_BAD_MODEL,
                         "'%s' is a '%s' of another version of chatter, which keeps a '%s': make it again by "
                         "chatter reduce -o",
                         path, kind, file_kind);
    return error_raise(CHATTER_BAD_MODEL, "'%s' %s", path,
                       failed ? "is not a reduced model of chatter, or is cut short"
                              : "is damaged: its content does not have the hash it was saved with");
  }
  return CHATTER_OK;
}
