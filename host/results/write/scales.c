// Creates and attaches dimension scales.
#include "results/write/scales.h"

#include <hdf5_hl.h>
#include <stdio.h>
#include <string.h>

static int is_coordinate(const result_variable *variable) {
  return variable->n_dims == 1 && strcmp(variable->name, variable->dim[0]) == 0;
}

// Returns 1 if a variable before `index`, or an earlier dimension of it, has this dimension.
static int is_dimension_used_before(const result_set *layout, int index, int dimension) {
  const char *name = layout->variables[index].dim[dimension];
  for (int i = 0; i <= index; i++) {
    int n = i < index ? layout->variables[i].n_dims : dimension;
    for (int j = 0; j < n; j++)
      if (strcmp(layout->variables[i].dim[j], name) == 0) return 1;
  }
  return 0;
}

static chatter_status check_dimension(const result_set *layout, const char *name, size_t size) {
  const result_variable *same_name = result_set_find(layout, name);
  CHECK(!same_name || is_coordinate(same_name), "a variable named as a dimension is not its coordinate");
  for (int i = 0; i < layout->n_variables; i++) {
    const result_variable *variable = &layout->variables[i];
    for (int j = 0; j < variable->n_dims; j++)
      if (strcmp(variable->dim[j], name) == 0 && variable->size[j] != size)
        return error_raise(CHATTER_INTERNAL, "results: dimension '%s' has size %zu, but %zu in variable '%s'",
                           name, size, variable->size[j], variable->name);
  }
  return CHATTER_OK;
}

chatter_status scales_check_dimensions(const result_set *layout) {
  for (int i = 0; i < layout->n_variables; i++) {
    const result_variable *variable = &layout->variables[i];
    for (int j = 0; j < variable->n_dims; j++)
      TRY(check_dimension(layout, variable->dim[j], variable->size[j]));
  }
  return CHATTER_OK;
}

int scales_dimension_id(const result_set *layout, const char *name) {
  int id = 0;
  for (int i = 0; i < layout->n_variables; i++)
    for (int j = 0; j < layout->variables[i].n_dims; j++) {
      if (is_dimension_used_before(layout, i, j)) continue;
      if (strcmp(layout->variables[i].dim[j], name) == 0) return id;
      id++;
    }
  return -1;
}

static int write_ids(hid_t dataset, const char *name, hsize_t n, const int *id, int is_scalar) {
  hid_t space = is_scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, NULL);
  hid_t item = H5Acreate2(dataset, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
  int failed = item < 0 || H5Awrite(item, H5T_NATIVE_INT, id) < 0;
  H5Aclose(item);
  H5Sclose(space);
  return failed;
}

// Writes netCDF's own number of a dimension. Readers that know it need not follow the references of
// the scales, which lie in heaps without checksums.
static int write_scale_id(hid_t scale, const result_set *layout, const char *name) {
  int id = scales_dimension_id(layout, name);
  return write_ids(scale, SCALE_ID_ATTRIBUTE, 1, &id, 1);
}

static int write_dimension_ids(hid_t dataset, const result_set *layout, const result_variable *variable) {
  int id[RESULT_DIMS];
  if (variable->n_dims == 0) return 0;
  for (int j = 0; j < variable->n_dims; j++) id[j] = scales_dimension_id(layout, variable->dim[j]);
  return write_ids(dataset, SCALE_IDS_ATTRIBUTE, (hsize_t)variable->n_dims, id, 0);
}

static int create_scale(hid_t file, const result_set *layout, const char *name, hsize_t size) {
  char title[RESULT_NAME + 32];
  snprintf(title, sizeof title, SCALE_WITHOUT_VARIABLE "%10llu", (unsigned long long)size);
  hid_t space = H5Screate_simple(1, &size, NULL), creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  hid_t scale = H5Dcreate2(file, name, H5T_IEEE_F32BE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int failed = scale < 0 || H5DSset_scale(scale, title) < 0 || write_scale_id(scale, layout, name);
  if (scale >= 0) H5Dclose(scale);
  H5Pclose(creation);
  H5Sclose(space);
  return failed;
}

int scales_create_without_data(hid_t file, const result_set *layout, int index) {
  const result_variable *variable = &layout->variables[index];
  for (int j = 0; j < variable->n_dims; j++) {
    if (is_dimension_used_before(layout, index, j) || result_set_find(layout, variable->dim[j])) continue;
    if (create_scale(file, layout, variable->dim[j], variable->size[j])) return 1;
  }
  return 0;
}

int scales_attach_all(hid_t file, const result_set *layout, const hid_t *dataset) {
  int failed = 0;
  for (int i = 0; i < layout->n_variables; i++) {
    const result_variable *variable = &layout->variables[i];
    failed |= write_dimension_ids(dataset[i], layout, variable);
    if (is_coordinate(variable))
      failed |=
          H5DSset_scale(dataset[i], variable->name) < 0 || write_scale_id(dataset[i], layout, variable->name);
  }
  for (int i = 0; i < layout->n_variables && !failed; i++) {
    const result_variable *variable = &layout->variables[i];
    for (int j = 0; j < variable->n_dims && !is_coordinate(variable); j++) {
      hid_t scale = H5Dopen2(file, variable->dim[j], H5P_DEFAULT);
      failed |= scale < 0 || H5DSattach_scale(dataset[i], scale, (unsigned)j) < 0;
      if (scale >= 0) H5Dclose(scale);
    }
  }
  return failed;
}
