// Reads tables of drives from HDF5 files.
#include "study/drive_table_hdf5.h"

#include <hdf5.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hdf5_safety.h"
#include "base/text.h"

enum { MAX_DATA_SETS = 100000 };

static chatter_status raise_mistake(const char *path, const char *set, const char *text) {
  return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s': %s", path, set, text);
}

static chatter_status raise_wrong_number(const drive_rows *rows, int column, int row, const char *text) {
  return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s', row %d: %s", (const char *)rows->file,
                     column < 0 ? rows->abscissa : rows->name[column], row + 1, text);
}

// Finds rows and columns of a data set of numbers; one of one dimension is one column.
static chatter_status find_shape(hid_t set, const char *path, const char *name, hsize_t size[2]) {
  const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  const int rank = H5Sget_simple_extent_ndims(space);
  const H5T_class_t class = H5Tget_class(type);
  size[0] = 0, size[1] = 1;
  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  H5Tclose(type);
  if (rank != 1 && rank != 2) return raise_mistake(path, name, "one or two dimensions are expected");
  if (class != H5T_FLOAT && class != H5T_INTEGER) return raise_mistake(path, name, "numbers are expected");
  if (size[0] > INT_MAX / 2 || size[1] > INT_MAX / 2)
    return raise_mistake(path, name, "there are too many numbers");
  return CHATTER_OK;
}

static chatter_status read_numbers(hid_t set, const char *path, const char *name, size_t n, double *to) {
  if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) < 0)
    return raise_mistake(path, name, "cannot be read");
  for (size_t i = 0; i < n; i++)
    if (!isfinite(to[i]))
      return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s', number %zu: a finite number is expected",
                         path, name, i + 1);
  return CHATTER_OK;
}

// Reads the columns of one data set; with rows->columns = NULL it only counts them.
static chatter_status read_set_columns(hid_t set, const char *path, const char *name, arena *memory,
                                       drive_rows *rows, int *column) {
  hsize_t size[2];
  char own[STUDY_PATH + 16];
  TRY(find_shape(set, path, name, size));
  if ((int)size[0] != rows->knots)
    return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s' has %llu rows, '%s' has %d", path, name,
                       (unsigned long long)size[0], rows->abscissa, rows->knots);
  const int n = (int)size[1], first = *column;
  *column += n;
  if (!rows->value) return CHATTER_OK;
  double *all = arena_allocate(memory, (size_t)n * (size_t)rows->knots * sizeof *all);
  if (!all) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(read_numbers(set, path, name, (size_t)n * (size_t)rows->knots, all));
  for (int c = 0; c < n; c++) {
    snprintf(own, sizeof own, n > 1 ? "%s.%d" : "%s", name, c + 1);
    if (!(rows->name[first + c] = arena_string(memory, own)))
      return error_raise(CHATTER_DEVICE, "out of memory");
    for (int i = 0; i < rows->knots; i++) rows->value[first + c][i] = all[(long)i * n + c];
  }
  return CHATTER_OK;
}

static chatter_status read_all_sets(hid_t file, const char *path, arena *memory, drive_rows *rows,
                                    int *columns) {
  H5G_info_t info;
  *columns = 0;
  if (H5Gget_info(file, &info) < 0 || info.nlinks > MAX_DATA_SETS)
    return error_raise(CHATTER_BAD_STUDY, "%s: cannot read its root group", path);
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[STUDY_PATH];
    if (H5Lget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT) < 0 ||
        !strcmp(name, rows->abscissa))
      continue;
    const hid_t set = H5Dopen(file, name, H5P_DEFAULT);
    const chatter_status status = set < 0 ? raise_mistake(path, name, "this is no data set")
                                          : read_set_columns(set, path, name, memory, rows, columns);
    if (set >= 0) H5Dclose(set);
    TRY(status);
  }
  return CHATTER_OK;
}

static chatter_status find_abscissa(hid_t file, const char *path, const drive_config *of, drive_rows *rows) {
  hsize_t size[2];
  const hid_t set = H5Dopen(file, rows->abscissa, H5P_DEFAULT);
  if (set < 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: there is no data set '%s' at its root", path, rows->abscissa);
  chatter_status status = find_shape(set, path, rows->abscissa, size);
  H5Dclose(set);
  TRY(status);
  const int least = of->periodic ? 3 : 2;
  if (size[1] != 1) return raise_mistake(path, rows->abscissa, "one dimension is expected");
  if ((int)size[0] < least)
    return error_raise(CHATTER_BAD_STUDY, "%s: data set '%s': %llu numbers (allowed: at least %d)", path,
                       rows->abscissa, (unsigned long long)size[0], least);
  rows->knots = (int)size[0];
  return CHATTER_OK;
}

static chatter_status read_file(hid_t file, const char *path, const drive_config *of, arena *memory,
                                drive_table *table) {
  drive_rows rows = {.abscissa = drive_abscissa_name(of), .file = path, .wrong = raise_wrong_number};
  TRY(find_abscissa(file, path, of, &rows));
  TRY(read_all_sets(file, path, memory, &rows, &rows.columns));
  if (!rows.columns)
    return error_raise(CHATTER_BAD_STUDY, "%s: there is no data set beside '%s' at its root", path,
                       rows.abscissa);
  TRY(drive_rows_allocate(memory, &rows));
  const hid_t set = H5Dopen(file, rows.abscissa, H5P_DEFAULT);
  chatter_status status = read_numbers(set, path, rows.abscissa, (size_t)rows.knots, rows.at);
  H5Dclose(set);
  TRY(status);
  int columns;
  TRY(read_all_sets(file, path, memory, &rows, &columns));
  return drive_table_add_rows(&rows, of, memory, table);
}

chatter_status drive_table_read_hdf5(const char *path, const drive_config *of, arena *memory,
                                     drive_table *table) {
  hdf5_quiet();
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return error_raise(CHATTER_BAD_STUDY, "%s: not an HDF5 file", path);
  const chatter_status status = read_file(file, path, of, memory, table);
  H5Fclose(file);
  return status;
}
