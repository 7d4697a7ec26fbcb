// Writes and reads HDF5 arrays and texts.
#include "reduction/store/file_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/hdf5_safety.h"
#include "base/memory.h"
#include "study/sections.h"

int file_write_text(hid_t at, const char *name, const char *text) {
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

static hid_t create_compact_dataset(hid_t file, const char *name, hid_t type, hid_t space) {
  hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(properties, 0);
  hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Pclose(properties);
  return set;
}

int file_write_array(hid_t file, const char *name, hid_t type, int rows, int columns, const void *data,
                     const char *unit, const char *meaning) {
  hsize_t extent[2] = {(hsize_t)rows, (hsize_t)columns};
  hid_t space = H5Screate_simple(2, extent, NULL);
  hid_t set = create_compact_dataset(file, name, type, space);
  int failed =
      set < 0 || ((long)rows * columns > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0);
  if (!failed) failed = file_write_text(set, "units", unit) | file_write_text(set, "long_name", meaning);
  H5Dclose(set);
  H5Sclose(space);
  return failed;
}

// Makes a variable-length UTF-8 type: fixed-length string datasets crash some netCDF readers.
static hid_t create_text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

int file_write_names(hid_t file, const char *name, int n, size_t width, const void *names) {
  const char **text = memory_array((size_t)n + 1, sizeof *text, __FILE__, __LINE__);
  if (!text) return 1;
  for (int i = 0; i < n; i++) text[i] = (const char *)names + (size_t)i * width;
  hsize_t extent = (hsize_t)n;
  hid_t type = create_text_type(), space = H5Screate_simple(1, &extent, NULL);
  hid_t set = create_compact_dataset(file, name, type, space);
  int failed = set < 0 || (n > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
  memory_free(text);
  return failed;
}

// Opens with checksums of headers (a damaged type would make HDF5 fill gigabytes), without locks
// (network file systems lack them), and without times, so that the same model gives the same bytes.
// All objects are closed with the file.
hid_t file_open(const char *path, int create) {
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

// Returns 1 if a dataset's texts can be read safely: damaged texts would make HDF5 fill gigabytes.
static int has_sound_texts(hid_t file, hid_t set, hid_t type) {
  char path[2 * STUDY_PATH] = "";
  if (H5Tget_class(type) != H5T_STRING) return 1;
  return H5Fget_name(file, path, sizeof path) < (ssize_t)sizeof path && hdf5_texts_are_whole(set, path);
}

// Reads a dataset of exactly this shape. Returns 0 on success.
int file_read_array(hid_t file, const char *name, hid_t type, int n_extents, int rows, int columns,
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

int file_read_names(hid_t file, const char *name, int n, size_t width, void *names) {
  char **text = memory_array((size_t)n + 1, sizeof *text, __FILE__, __LINE__);
  if (!text) return 1;
  hid_t type = create_text_type();
  int failed = file_read_array(file, name, type, 1, n, 1, text);
  for (int i = 0; i < n && !failed; i++) {
    failed = !text[i] || strlen(text[i]) >= width;
    if (!failed) snprintf((char *)names + (size_t)i * width, width, "%s", text[i]);
  }
  for (int i = 0; i < n; i++) H5free_memory(text[i]);
  H5Tclose(type);
  memory_free(text);
  return failed;
}

int file_read_text(hid_t file, const char *name, char *text, size_t size) {
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

static chatter_status write_temporary_file(const char *temporary, const char *path, const char *what,
                                           int (*write)(hid_t file, void *content), void *content) {
  char message[128];
  snprintf(message, sizeof message, "the %s cannot be written", what);
  hdf5_quiet();
  hid_t file = file_open(temporary, 1);
  if (file < 0) return hdf5_raise(path, message);
  int failed = write(file, content) || H5Fflush(file, H5F_SCOPE_GLOBAL) < 0;
  chatter_status status = failed ? hdf5_raise(path, message) : CHATTER_OK;
  if (H5Fclose(file) < 0 && status == CHATTER_OK) status = hdf5_raise(path, message);
  return status;
}

chatter_status file_save(const char *path, const char *what, int (*write)(hid_t file, void *content),
                         void *content) {
  char process[32];
  snprintf(process, sizeof process, ".%ld",
           (long)getpid()); // parallel runs store the same model in the cache
  char *beside = durable_temporary(path), *temporary = beside ? durable_name(beside, process, "") : NULL;
  chatter_status status =
      temporary ? write_temporary_file(temporary, path, what, write, content) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = durable_rename(temporary, path, 1);
  if (status != CHATTER_OK && temporary) unlink(temporary);
  free(temporary);
  free(beside);
  return status;
}
