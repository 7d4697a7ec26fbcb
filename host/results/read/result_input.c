// Opens results files and reads their rows.
#include "results/read/result_input.h"

#include <errno.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hdf5_safety.h"
#include "results/read/attribute_text.h"
#include "results/result_set.h"
#include "results/write/scales.h"

enum { MAX_DIMENSIONS = 256 };

struct result_input {
  char path[4096];
  hid_t file;
  result_set *content;
  unsigned char *is_checked;                   // [variables] 1: heaps of texts are sound
  char dimension[MAX_DIMENSIONS][RESULT_NAME]; // by netCDF's number; "": unknown
};

const result_set *result_input_content(const result_input *self) {
  return self->content;
}

static chatter_status open_file(result_input *self) {
  if (access(self->path, R_OK) != 0) {
    const char *reason = strerror(errno);
    return error_raise(CHATTER_IO, "%s: cannot be read: %s", self->path, reason);
  }
  htri_t is_hdf5 = H5Fis_hdf5(self->path);
  if (is_hdf5 < 0) return hdf5_raise(self->path, "cannot be read");
  if (!is_hdf5) return error_raise(CHATTER_IO, "%s: is not a results file (no HDF5 signature)", self->path);
  hid_t access_list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access_list, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access_list, 0, 1);
  self->file = H5Fopen(self->path, H5F_ACC_RDONLY, access_list);
  H5Pclose(access_list);
  return self->file < 0 ? hdf5_raise(self->path, "is truncated or damaged") : CHATTER_OK;
}

static herr_t read_scale_name(hid_t dataset, unsigned dimension, hid_t scale, void *data) {
  char(*name)[RESULT_NAME + 1] = data;
  (void)dataset, (void)dimension;
  return H5Iget_name(scale, *name, sizeof *name) > 1; // "/window"; nonzero ends the iteration
}

static int read_ids(hid_t dataset, const char *name, int n, int *id) {
  if (H5Aexists(dataset, name) <= 0) return 0;
  hid_t item = H5Aopen(dataset, name, H5P_DEFAULT), space = H5Aget_space(item), type = H5Aget_type(item);
  int good = H5Sget_simple_extent_npoints(space) == n && H5Tget_class(type) == H5T_INTEGER &&
             H5Aread(item, H5T_NATIVE_INT, id) >= 0;
  H5Tclose(type);
  H5Sclose(space);
  H5Aclose(item);
  return good;
}

// Stores the number of a dimension.
static void add_dimension(result_input *self, hid_t dataset, const char *name) {
  int id = -1;
  if (H5DSis_scale(dataset) <= 0 || !read_ids(dataset, SCALE_ID_ATTRIBUTE, 1, &id)) return;
  if (id >= 0 && id < MAX_DIMENSIONS) strcpy(self->dimension[id], name);
}

// Finds the name of a dimension by its number; in files of other programs by the attached scale.
static int find_dimension(const result_input *self, hid_t dataset, int index, int id,
                          char name[RESULT_NAME + 1]) {
  name[0] = 0;
  if (id >= 0) {
    if (id >= MAX_DIMENSIONS || !self->dimension[id][0]) return 0;
    return strcpy(name, self->dimension[id]), 1;
  }
  if (H5DSiterate_scales(dataset, (unsigned)index, NULL, read_scale_name, name) < 0) return 0;
  memmove(name, name + (name[0] == '/'), strlen(name) + (name[0] != '/'));
  if (!name[0]) snprintf(name, RESULT_NAME, "dimension_%d", index);
  return 1;
}

// Finds "trajectory,window" and the sizes of a dataset's dimensions; returns -1 if they are not
// those of a results file.
static int find_dimensions(const result_input *self, hid_t dataset, const char *name, char *dims,
                           hsize_t size[RESULT_DIMS]) {
  int id[RESULT_DIMS];
  hid_t space = H5Dget_space(dataset);
  int n = H5Sget_simple_extent_ndims(space);
  if (n >= 0 && n <= RESULT_DIMS) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  dims[0] = 0;
  if (n < 0 || n > RESULT_DIMS) return -1;
  if (n == 1 && H5DSis_scale(dataset) > 0) return strcpy(dims, name), n;
  int numbered = read_ids(dataset, SCALE_IDS_ATTRIBUTE, n, id);
  for (int i = 0; i < n; i++) {
    char one[RESULT_NAME + 1];
    if (!find_dimension(self, dataset, i, numbered ? id[i] : -1, one)) return -1;
    if (i) strcat(dims, ",");
    strcat(dims, one);
  }
  return n;
}

static int find_type(hid_t dataset, result_type *type) {
  hid_t stored = H5Dget_type(dataset);
  H5T_class_t class = H5Tget_class(stored);
  int known =
      class == H5T_FLOAT || class == H5T_INTEGER || (class == H5T_STRING && H5Tis_variable_str(stored) > 0);
  *type = class == H5T_FLOAT ? RESULT_DOUBLE : class == H5T_INTEGER ? RESULT_INT : RESULT_STRING;
  H5Tclose(stored);
  return known;
}

// Returns 1 for a scale without data, which is a dimension only.
static int is_dimension_only(hid_t dataset) {
  char title[RESULT_NAME + 32] = "";
  static const char mark[] = SCALE_WITHOUT_VARIABLE;
  if (H5DSis_scale(dataset) <= 0 || H5DSget_scale_name(dataset, title, sizeof title) < 0) return 0;
  return strncmp(title, mark, sizeof mark - 1) == 0;
}

static chatter_status describe_dataset(result_input *self, hid_t dataset, const char *name) {
  char dims[RESULT_DIMS * (RESULT_NAME + 2)], units[32] = "", long_name[160] = "";
  hsize_t size[RESULT_DIMS] = {0};
  size_t sizes[RESULT_DIMS] = {0};
  result_type type = RESULT_DOUBLE;
  int n = find_dimensions(self, dataset, name, dims, size);
  if (n < 0)
    return error_raise(CHATTER_IO, "%s: variable '%s' has damaged or too many dimensions", self->path, name);
  if (!find_type(dataset, &type))
    return error_raise(CHATTER_IO, "%s: variable '%s' has a type that results never have", self->path, name);
  for (int i = 0; i < n; i++) sizes[i] = (size_t)size[i];
  attribute_text_copy(dataset, "units", units, sizeof units);
  attribute_text_copy(dataset, "long_name", long_name, sizeof long_name);
  result_variable *variable =
      result_set_add_without_data(self->content, name, type, dims, sizes, units, long_name);
  if (!variable) return error_raise(CHATTER_IO, "%s: variable '%s' cannot be read", self->path, name);
  variable->flag_meanings = attribute_text(dataset, "flag_meanings", self->content->memory);
  variable->sample_dimension = attribute_text(dataset, "sample_dimension", self->content->memory);
  variable->coordinates = attribute_text(dataset, "coordinates", self->content->memory);
  variable->role = attribute_text(dataset, "role", self->content->memory);
  variable->compares = attribute_text(dataset, "compares_with", self->content->memory);
  variable->label = attribute_text(dataset, "label", self->content->memory);
  return CHATTER_OK;
}

// Describes a dataset. names_only: reads the dimensions, which variables refer to.
static chatter_status describe_file_object(result_input *self, H5_index_t order, hsize_t index,
                                           int names_only) {
  char name[RESULT_NAME];
  ssize_t length =
      H5Lget_name_by_idx(self->file, "/", order, H5_ITER_INC, index, name, sizeof name, H5P_DEFAULT);
  if (length < 0) return hdf5_raise(self->path, "is damaged: its list of variables cannot be read");
  if ((size_t)length >= sizeof name)
    return error_raise(CHATTER_IO, "%s: '%s...' is too long a name", self->path, name);
  hid_t object = H5Oopen(self->file, name, H5P_DEFAULT);
  if (object < 0) {
    error_raise(CHATTER_IO, "%s: variable '%s' cannot be opened", self->path, name);
    return hdf5_raise(self->path, "is truncated or damaged");
  }
  chatter_status status = CHATTER_OK;
  if (H5Iget_type(object) == H5I_DATASET && names_only)
    add_dimension(self, object, name);
  else if (H5Iget_type(object) == H5I_DATASET && !is_dimension_only(object))
    status = describe_dataset(self, object, name);
  H5Oclose(object);
  return status;
}

static chatter_status describe_datasets(result_input *self) {
  H5G_info_t info;
  if (H5Gget_info(self->file, &info) < 0) return hdf5_raise(self->path, "is truncated or damaged");
  unsigned tracked = 0;
  hid_t root = H5Gopen2(self->file, "/", H5P_DEFAULT), creation = H5Gget_create_plist(root);
  H5Pget_link_creation_order(creation, &tracked);
  H5Pclose(creation);
  H5Gclose(root);
  H5_index_t order = tracked & H5P_CRT_ORDER_INDEXED ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
  for (int names_only = 1; names_only >= 0; names_only--)
    for (hsize_t i = 0; i < info.nlinks; i++) TRY(describe_file_object(self, order, i, names_only));
  self->is_checked = arena_allocate(self->content->memory, (size_t)self->content->n_variables + 1);
  if (!self->is_checked) return error_raise(CHATTER_DEVICE, "out of memory for %s", self->path);
  return attribute_read_all(self->file, self->path, self->content);
}

chatter_status result_input_open(const char *path, result_input **out) {
  *out = NULL;
  hdf5_quiet();
  if (strlen(path) >= sizeof(((result_input *)0)->path))
    return error_raise(CHATTER_IO, "%s: name too long", path);
  result_input *self;
  ALLOCATE(self, 1);
  strcpy(self->path, path);
  self->file = H5I_INVALID_HID;
  self->content = result_set_create();
  chatter_status status = self->content ? open_file(self) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = describe_datasets(self);
  if (status == CHATTER_OK)
    *out = self;
  else
    result_input_close(self);
  return status;
}

void result_input_close(result_input *self) {
  if (!self) return;
  if (self->file >= 0) H5Fclose(self->file);
  result_set_destroy(self->content);
  memory_free(self);
}

// Replaces HDF5's copies of n texts by copies in the arena.
static chatter_status copy_texts_to_arena(char **texts, size_t n, arena *memory) {
  for (size_t i = 0; i < n; i++) {
    char *copy = arena_string(memory, texts[i] ? texts[i] : "");
    H5free_memory(texts[i]);
    texts[i] = copy;
    if (!copy) {
      for (size_t j = i + 1; j < n; j++) H5free_memory(texts[j]);
      return error_raise(CHATTER_DEVICE, "out of memory for texts of a results file");
    }
  }
  return CHATTER_OK;
}

chatter_status result_input_read(result_input *self, int index, size_t first_row, size_t n_rows, void *data,
                                 arena *memory) {
  const result_variable *variable = &self->content->variables[index];
  size_t n = n_rows * result_row_items(variable);
  if (n == 0) return CHATTER_OK;
  hid_t dataset = H5Dopen2(self->file, variable->name, H5P_DEFAULT);
  hid_t whole = H5Dget_space(dataset), part = H5S_ALL, in_file = H5S_ALL;
  int failed = dataset < 0 || whole < 0;
  if (variable->n_dims > 0 && !failed) {
    hsize_t start[RESULT_DIMS] = {first_row}, count[RESULT_DIMS] = {n_rows};
    for (int i = 1; i < variable->n_dims; i++) count[i] = variable->size[i];
    part = H5Screate_simple(variable->n_dims, count, NULL);
    failed |= H5Sselect_hyperslab(whole, H5S_SELECT_SET, start, NULL, count, NULL) < 0;
    in_file = whole;
  }
  hid_t type = variable->type == RESULT_DOUBLE ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT;
  if (variable->type == RESULT_STRING) type = attribute_text_type();
  if (!failed && variable->type == RESULT_STRING && !self->is_checked[index])
    failed = !(self->is_checked[index] = (unsigned char)hdf5_texts_are_whole(dataset, self->path));
  failed = failed || H5Dread(dataset, type, part, in_file, H5P_DEFAULT, data) < 0;
  chatter_status status = CHATTER_OK;
  if (failed) {
    char what[RESULT_NAME + 64];
    snprintf(what, sizeof what, "variable '%s' is damaged (checksum or data unreadable)", variable->name);
    status = hdf5_raise(self->path, what);
  }
  if (variable->type == RESULT_STRING) {
    H5Tclose(type);
    if (!failed) status = copy_texts_to_arena(data, n, memory);
  }
  if (part != H5S_ALL) H5Sclose(part);
  if (whole >= 0) H5Sclose(whole);
  if (dataset >= 0) H5Dclose(dataset);
  return status;
}
