// Reads samples of HDF5 files.
#include "study/samples/samples_hdf5.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

#include "study/file/scalar.h"
#include "study/samples/samples.h"

enum { MAX_DATA_SETS = 100000 };

typedef struct hdf5_reader {
  const study *self;
  const char *path;
  samples *out;
  hid_t file;
  int n;       // data sets so far
  long length; // of the first; -1: none yet
  char first[STUDY_PATH];
  double **column;
} hdf5_reader;

static chatter_status raise_mistake(const hdf5_reader *r, const char *name, const char *text) {
  return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s': %s", r->path, name, text);
}

static chatter_status check_shape(hdf5_reader *r, hid_t set, const char *name, long *length) {
  hsize_t size = 0;
  hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 1) H5Sget_simple_extent_dims(space, &size, NULL);
  H5T_class_t class = H5Tget_class(type);
  H5Sclose(space);
  H5Tclose(type);
  if (rank != 1) return raise_mistake(r, name, "one dimension is expected");
  if (class != H5T_FLOAT && class != H5T_INTEGER) return raise_mistake(r, name, "numbers are expected");
  if (!size) return raise_mistake(r, name, "there are no samples in it");
  *length = (long)size;
  if (r->length < 0) {
    r->length = *length;
    snprintf(r->first, sizeof r->first, "%s", name);
  }
  if (*length == r->length) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s' has %ld numbers, '%s' has %ld", r->path, name,
                     *length, r->first, r->length);
}

static chatter_status read_set(hdf5_reader *r, hid_t set, const char *name) {
  char place[2 * STUDY_PATH + 40];
  long length = 0;
  study_scalar *scalar = &r->out->parameters[r->n];
  snprintf(place, sizeof place, "%s: data set '%s'", r->path, name);
  TRY(study_find_scalar(r->self, name, place, scalar));
  for (int k = 0; k < r->n; k++)
    if (r->out->parameters[k].offset == scalar->offset)
      return raise_mistake(r, name, "the same number under another name has a data set already");
  TRY(check_shape(r, set, name, &length));
  double *column = NULL;
  ALLOCATE(column, length);
  r->column[r->n++] = column;
  if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column) < 0)
    return raise_mistake(r, name, "cannot be read");
  for (long i = 0; i < length; i++) {
    snprintf(place, sizeof place, "%s: data set '%s', number %ld", r->path, name, i);
    TRY(study_scalar_check(scalar, place, column[i]));
  }
  return CHATTER_OK;
}

// Reads all data sets and reports one mistake of each.
static chatter_status read_sets(hdf5_reader *r) {
  H5G_info_t info;
  chatter_status status = CHATTER_OK;
  if (H5Gget_info(r->file, &info) < 0)
    return error_raise(CHATTER_IO, "%s: cannot read its root group", r->path);
  if (info.nlinks > MAX_DATA_SETS)
    return error_raise(CHATTER_BAD_STUDY, "%s: %llu data sets at its root (allowed: at most %d)", r->path,
                       (unsigned long long)info.nlinks, MAX_DATA_SETS);
  TRY(samples_allocate(1, (int)info.nlinks, r->out));
  ALLOCATE(r->column, info.nlinks + 1);
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[STUDY_PATH];
    if (H5Lget_name_by_idx(r->file, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT) < 0 ||
        !strcmp(name, "sample_id"))
      continue;
    hid_t set = H5Dopen(r->file, name, H5P_DEFAULT);
    chatter_status one = set < 0 ? raise_mistake(r, name, "this is no data set") : read_set(r, set, name);
    if (set >= 0) H5Dclose(set);
    if (one != CHATTER_OK) status = one;
  }
  if (status == CHATTER_OK && !r->n)
    return error_raise(CHATTER_BAD_STUDY, "%s: there is no data set at its root", r->path);
  return status;
}

static chatter_status gather_columns(hdf5_reader *r) {
  samples *out = r->out, full = {0};
  chatter_status status = samples_allocate(r->length, r->n, &full);
  if (status != CHATTER_OK) {
    samples_destroy(&full);
    return status;
  }
  for (int j = 0; j < r->n; j++) {
    full.parameters[j] = out->parameters[j];
    for (long i = 0; i < r->length; i++) full.value[i * r->n + j] = r->column[j][i];
  }
  samples_destroy(out);
  *out = full;
  return CHATTER_OK;
}

static chatter_status read_file(hdf5_reader *r) {
  FILE *file = fopen(r->path, "rb"); // only for the system's error text, which HDF5 does not pass on
  if (!file) return error_raise(CHATTER_IO, "%s: cannot open: %m", r->path);
  fclose(file);
  r->file = H5Fopen(r->path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (r->file < 0) return error_raise(CHATTER_BAD_STUDY, "%s: not an HDF5 file", r->path);
  chatter_status status = read_sets(r);
  H5Fclose(r->file);
  return status == CHATTER_OK ? gather_columns(r) : status;
}

chatter_status samples_read_hdf5(const study *self, const char *path, samples *out) {
  H5E_auto2_t print = NULL;
  void *data = NULL;
  H5Eget_auto2(H5E_DEFAULT, &print, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); // prints our messages instead of HDF5's stack
  *out = (samples){0};
  hdf5_reader r = {.self = self, .path = path, .out = out, .length = -1};
  chatter_status status = read_file(&r);
  for (int j = 0; j < r.n; j++) memory_free(r.column[j]);
  memory_free(r.column);
  H5Eset_auto2(H5E_DEFAULT, print, data);
  if (status == CHATTER_OK) status = samples_spread_inputs(self, out);
  if (status != CHATTER_OK) samples_destroy(out);
  return status;
}
