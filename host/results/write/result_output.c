// Creates and fills a results file.
#include "results/write/result_output.h"

#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/hdf5_safety.h"
#include "results/result_rows.h"
#include "results/result_set.h"
#include "results/write/scales.h"

enum { CHUNK_LARGEST = 4 << 20, CHUNK_USUAL = 2 << 20, DEFLATE_LEVEL = 3 };

struct result_output {
  const result_set *layout;
  char *path, *temporary;
  int force;
  hid_t file, string_type;
  hid_t *dataset; // [n_variables]
};

// Chooses chunks: a small variable is one chunk; others are cut along the first dimensions into
// about 2 MiB.
static void choose_chunk(const result_variable *variable, hsize_t chunk[RESULT_DIMS]) {
  size_t bytes = result_type_size(variable->type);
  for (int i = 0; i < variable->n_dims; i++) {
    chunk[i] = variable->size[i];
    bytes *= variable->size[i];
  }
  for (int i = 0; i < variable->n_dims && bytes > CHUNK_LARGEST; i++) {
    size_t slice = bytes / variable->size[i];
    chunk[i] = slice < CHUNK_USUAL ? CHUNK_USUAL / slice : 1;
    bytes = slice * chunk[i];
  }
}

size_t result_output_block_rows(const result_variable *variable) {
  hsize_t chunk[RESULT_DIMS] = {1, 1, 1};
  if (variable->type == RESULT_STRING) return 65536;
  if (result_row_count(variable) == 0 || result_row_items(variable) == 0) return 1;
  choose_chunk(variable, chunk);
  return (size_t)chunk[0];
}

static hid_t file_type(const result_output *self, result_type type) {
  return type == RESULT_DOUBLE ? H5T_IEEE_F64LE : type == RESULT_INT ? H5T_STD_I32LE : self->string_type;
}

static hid_t memory_type(const result_output *self, result_type type) {
  return type == RESULT_DOUBLE ? H5T_NATIVE_DOUBLE : type == RESULT_INT ? H5T_NATIVE_INT : self->string_type;
}

static hid_t creation_properties(const result_variable *variable) {
  hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  size_t items = 1;
  for (int i = 0; i < variable->n_dims; i++) items *= variable->size[i];
  int failed = list < 0 || H5Pset_obj_track_times(list, 0) < 0 ||
               H5Pset_attr_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) < 0;
  double nan_value = (double)NAN;
  int none = result_missing_int(variable);
  if (variable->type == RESULT_DOUBLE) failed |= H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &nan_value) < 0;
  if (variable->type == RESULT_INT) failed |= H5Pset_fill_value(list, H5T_NATIVE_INT, &none) < 0;
  if (variable->n_dims > 0 && items > 0 && variable->type != RESULT_STRING) {
    hsize_t chunk[RESULT_DIMS];
    choose_chunk(variable, chunk);
    failed |= H5Pset_chunk(list, variable->n_dims, chunk) < 0 || H5Pset_shuffle(list) < 0 ||
              H5Pset_deflate(list, DEFLATE_LEVEL) < 0 || H5Pset_fletcher32(list) < 0;
  }
  if (!failed) return list;
  H5Pclose(list);
  return H5I_INVALID_HID;
}

// Writes a fixed-length attribute, as netCDF does: it lies in an object header, which has a
// checksum (texts of variable length lie in heaps without one).
static int write_text(hid_t object, const char *name, const char *text) {
  size_t length = strlen(text);
  hid_t space = H5Screate(length ? H5S_SCALAR : H5S_NULL), type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length ? length : 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t item = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int failed = item < 0 || (length && H5Awrite(item, type, text) < 0);
  H5Aclose(item);
  H5Tclose(type);
  H5Sclose(space);
  return failed;
}

static int write_numbers(hid_t object, const char *name, hid_t type, hid_t in_memory, hsize_t n,
                         const void *x) {
  hid_t space = n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, NULL);
  hid_t item = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int failed = item < 0 || H5Awrite(item, in_memory, x) < 0;
  H5Aclose(item);
  H5Sclose(space);
  return failed;
}

static int write_flags(hid_t dataset, const char *meanings) {
  enum { MOST = 64 };
  int values[MOST];
  hsize_t n = 1;
  for (const char *c = meanings; *c; c++) n += *c == ' ';
  if (n > MOST) return 1;
  for (int i = 0; i < MOST; i++) values[i] = i;
  return write_numbers(dataset, "flag_values", H5T_STD_I32LE, H5T_NATIVE_INT, n, values) ||
         write_text(dataset, "flag_meanings", meanings);
}

static int write_variable_attributes(hid_t dataset, const result_variable *variable, int has_missing) {
  int failed = 0, none = RESULT_INT_MISSING;
  if (variable->units[0]) failed |= write_text(dataset, "units", variable->units);
  if (variable->long_name[0]) failed |= write_text(dataset, "long_name", variable->long_name);
  if (variable->sample_dimension)
    failed |= write_text(dataset, "sample_dimension", variable->sample_dimension);
  if (variable->coordinates) failed |= write_text(dataset, "coordinates", variable->coordinates);
  if (variable->role) failed |= write_text(dataset, "role", variable->role);
  if (variable->compares) failed |= write_text(dataset, "compares_with", variable->compares);
  if (variable->label) failed |= write_text(dataset, "label", variable->label);
  if (variable->flag_meanings) failed |= write_flags(dataset, variable->flag_meanings);
  int is_key = variable->n_dims == 1 && strcmp(variable->name, variable->dim[0]) == 0;
  if (has_missing && variable->type == RESULT_INT && result_missing_int(variable) == none && !is_key)
    failed |= write_numbers(dataset, "_FillValue", H5T_STD_I32LE, H5T_NATIVE_INT, 1, &none);
  return failed;
}

static chatter_status create_variable(result_output *self, int index, int has_missing) {
  const result_variable *variable = &self->layout->variables[index];
  hsize_t size[RESULT_DIMS];
  for (int i = 0; i < variable->n_dims; i++) size[i] = variable->size[i];
  hid_t space = variable->n_dims ? H5Screate_simple(variable->n_dims, size, NULL) : H5Screate(H5S_SCALAR);
  hid_t creation = creation_properties(variable), access_list = H5Pcreate(H5P_DATASET_ACCESS);
  H5Pset_chunk_cache(access_list, 521, 2 * CHUNK_LARGEST,
                     1.0); // a chunk is written whole and can then be evicted
  hid_t dataset = H5Dcreate2(self->file, variable->name, file_type(self, variable->type), space, H5P_DEFAULT,
                             creation, access_list);
  self->dataset[index] = dataset;
  int failed = dataset < 0 ||
               write_variable_attributes(dataset, variable,
                                         has_missing && !result_variable_is_ragged(self->layout, variable));
  chatter_status status = CHATTER_OK;
  if (failed) status = hdf5_raise(self->temporary, "a variable cannot be created");
  H5Pclose(access_list);
  H5Pclose(creation);
  H5Sclose(space);
  return status;
}

static chatter_status write_attributes(result_output *self) {
  const result_set *layout = self->layout;
  int failed = 0;
  if (!result_set_find_attribute(layout, "Conventions"))
    failed |= write_text(self->file, "Conventions", "CF-1.9");
  for (int i = 0; i < layout->n_attributes; i++) {
    const result_attribute *item = &layout->attributes[i];
    failed |= item->text ? write_text(self->file, item->name, item->text)
                         : write_numbers(self->file, item->name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1,
                                         &item->number);
  }
  return failed ? hdf5_raise(self->temporary, "its attributes cannot be written") : CHATTER_OK;
}

// Creates the file. netCDF-4 readers need the creation order. Without times equal contents give
// equal bytes; without locks network file systems work.
static chatter_status create_file(result_output *self) {
  hid_t creation = H5Pcreate(H5P_FILE_CREATE), access_list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_obj_track_times(creation, 0);
  H5Pset_libver_bounds(access_list, H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_fclose_degree(access_list, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access_list, 0, 1);
  self->file = H5Fcreate(self->temporary, H5F_ACC_TRUNC, creation, access_list);
  chatter_status status = CHATTER_OK;
  if (self->file < 0) status = hdf5_raise(self->temporary, "cannot be created");
  H5Pclose(creation);
  H5Pclose(access_list);
  self->string_type = H5Tcopy(H5T_C_S1);
  H5Tset_size(self->string_type, H5T_VARIABLE);
  H5Tset_cset(self->string_type, H5T_CSET_UTF8);
  return status;
}

static chatter_status create_variables(result_output *self, int has_missing) {
  TRY(create_file(self));
  TRY(write_attributes(self));
  for (int i = 0; i < self->layout->n_variables; i++) {
    if (scales_create_without_data(self->file, self->layout, i) != 0)
      return hdf5_raise(self->temporary, "a dimension cannot be created");
    TRY(create_variable(self, i, has_missing));
  }
  if (scales_attach_all(self->file, self->layout, self->dataset) != 0)
    return hdf5_raise(self->temporary, "a dimension cannot be attached");
  return CHATTER_OK;
}

chatter_status result_output_create(const result_set *layout, const char *path, int force, int has_missing,
                                    result_output **out) {
  *out = NULL;
  hdf5_quiet();
  TRY(scales_check_dimensions(layout));
  TRY(durable_refuse_existing(path, force));
  result_output *self;
  ALLOCATE(self, 1);
  *self = (result_output){
      .layout = layout, .force = force, .file = H5I_INVALID_HID, .string_type = H5I_INVALID_HID};
  self->path = durable_name(path, "", "");
  self->temporary = durable_temporary(path);
  size_t n = layout->n_variables ? (size_t)layout->n_variables : 1;
  self->dataset = memory_array(n, sizeof *self->dataset, __FILE__, __LINE__);
  chatter_status status = CHATTER_DEVICE;
  if (self->path && self->temporary && self->dataset) {
    for (size_t i = 0; i < n; i++) self->dataset[i] = H5I_INVALID_HID;
    status = create_variables(self, has_missing);
  }
  if (status == CHATTER_OK)
    *out = self;
  else
    result_output_abandon(self);
  return status;
}

static chatter_status write_rows(result_output *self, int index, size_t first_row, size_t n_rows,
                                 const void *data) {
  const result_variable *variable = &self->layout->variables[index];
  hid_t whole = H5Dget_space(self->dataset[index]), part = H5S_ALL, in_file = H5S_ALL;
  int failed = whole < 0;
  if (variable->n_dims > 0) {
    hsize_t start[RESULT_DIMS] = {first_row}, count[RESULT_DIMS] = {n_rows};
    for (int i = 1; i < variable->n_dims; i++) count[i] = variable->size[i];
    part = H5Screate_simple(variable->n_dims, count, NULL);
    failed |= H5Sselect_hyperslab(whole, H5S_SELECT_SET, start, NULL, count, NULL) < 0;
    in_file = whole;
  }
  hid_t type = memory_type(self, variable->type);
  failed = failed || H5Dwrite(self->dataset[index], type, part, in_file, H5P_DEFAULT, data) < 0;
  chatter_status status = failed ? hdf5_raise(self->temporary, "cannot be written") : CHATTER_OK;
  if (part != H5S_ALL) H5Sclose(part);
  H5Sclose(whole);
  return status;
}

static chatter_status write_strings(result_output *self, int index, size_t first_row, size_t n_rows,
                                    const char *const *texts) {
  size_t n = n_rows * result_row_items(&self->layout->variables[index]);
  const char **copy;
  ALLOCATE(copy, n);
  for (size_t i = 0; i < n; i++) copy[i] = texts[i] ? texts[i] : ""; // netCDF readers cannot read null texts
  chatter_status status = write_rows(self, index, first_row, n_rows, copy);
  memory_free(copy);
  return status;
}

chatter_status result_output_write(result_output *self, int index, size_t first_row, size_t n_rows,
                                   const void *data) {
  const result_variable *variable = &self->layout->variables[index];
  if (n_rows * result_row_items(variable) == 0) return CHATTER_OK;
  if (variable->type == RESULT_STRING) return write_strings(self, index, first_row, n_rows, data);
  return write_rows(self, index, first_row, n_rows, data);
}

chatter_status result_output_flush(result_output *self) {
  if (self->file < 0) return CHATTER_OK;
  int failed = 0;
  for (int i = 0; i < self->layout->n_variables; i++) {
    if (self->dataset[i] >= 0) failed |= H5Dclose(self->dataset[i]) < 0;
    self->dataset[i] = H5I_INVALID_HID;
  }
  failed = failed || H5Fflush(self->file, H5F_SCOPE_GLOBAL) < 0;
  chatter_status status = failed ? hdf5_raise(self->temporary, "cannot be written") : CHATTER_OK;
  if (H5Fclose(self->file) < 0 && !failed) status = hdf5_raise(self->temporary, "cannot be closed");
  self->file = H5I_INVALID_HID;
  return status;
}

static void destroy_output(result_output *self) {
  if (self->string_type >= 0) H5Tclose(self->string_type);
  free(self->path);
  free(self->temporary);
  memory_free(self->dataset);
  memory_free(self);
}

chatter_status result_output_commit(result_output *self) {
  chatter_status status = result_output_flush(self);
  if (status == CHATTER_OK) status = durable_rename(self->temporary, self->path, self->force);
  if (status == CHATTER_OK)
    destroy_output(self);
  else
    result_output_abandon(self);
  return status;
}

void result_output_abandon(result_output *self) {
  if (!self) return;
  for (int i = 0; self->dataset && i < self->layout->n_variables; i++)
    if (self->dataset[i] >= 0) H5Dclose(self->dataset[i]);
  if (self->file >= 0) H5Fclose(self->file);
  if (self->temporary) unlink(self->temporary);
  destroy_output(self);
}
