// Reads attributes.
#include "results/read/attribute_text.h"

#include <stdio.h>
#include <string.h>

#include "base/hdf5_safety.h"

hid_t attribute_text_type(void) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

// Reads a fixed-length text, which other programs write.
static char *read_fixed_text(hid_t item, hid_t stored, arena *memory) {
  size_t size = H5Tget_size(stored);
  char *text = size < (1u << 30) ? arena_allocate(memory, size + 1) : NULL;
  return text && H5Aread(item, stored, text) >= 0 ? text : NULL;
}

static char *read_variable_text(hid_t item, arena *memory) {
  char *raw = NULL, *text = NULL;
  hid_t type = attribute_text_type();
  if (H5Aread(item, type, &raw) >= 0) text = arena_string(memory, raw ? raw : "");
  H5free_memory(raw);
  H5Tclose(type);
  return text;
}

static char *read_text(hid_t item, arena *memory) {
  hid_t stored = H5Aget_type(item), space = H5Aget_space(item);
  char *text = NULL;
  if (H5Tget_class(stored) == H5T_STRING && H5Sget_simple_extent_type(space) == H5S_NULL)
    text = arena_string(memory, ""); // an empty text of netCDF
  else if (H5Tget_class(stored) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1)
    text = H5Tis_variable_str(stored) > 0 ? read_variable_text(item, memory)
                                          : read_fixed_text(item, stored, memory);
  H5Sclose(space);
  H5Tclose(stored);
  return text;
}

char *attribute_text(hid_t object, const char *name, arena *memory) {
  if (H5Aexists(object, name) <= 0) return NULL;
  hid_t item = H5Aopen(object, name, H5P_DEFAULT);
  if (item < 0) return NULL;
  char *text = read_text(item, memory);
  H5Aclose(item);
  return text;
}

void attribute_text_copy(hid_t object, const char *name, char *out, size_t size) {
  arena *memory = arena_create();
  const char *text = memory ? attribute_text(object, name, memory) : NULL;
  snprintf(out, size, "%s", text ? text : "");
  arena_destroy(memory);
}

static void add_attribute(hid_t item, result_set *content) {
  char name[RESULT_NAME] = "";
  if (H5Aget_name(item, sizeof name, name) >= (ssize_t)sizeof name) return;
  hid_t stored = H5Aget_type(item), space = H5Aget_space(item);
  H5T_class_t class = H5Tget_class(stored);
  int is_number = (class == H5T_FLOAT || class == H5T_INTEGER) && H5Sget_simple_extent_npoints(space) == 1;
  double number = 0;
  char *text = class == H5T_STRING ? read_text(item, content->memory) : NULL;
  if (text) result_set_text(content, name, text);
  if (is_number && H5Aread(item, H5T_NATIVE_DOUBLE, &number) >= 0) result_set_number(content, name, number);
  H5Sclose(space);
  H5Tclose(stored);
}

chatter_status attribute_read_all(hid_t file, const char *path, result_set *content) {
  H5O_info_t info;
  if (H5Oget_info2(file, &info, H5O_INFO_NUM_ATTRS) < 0) return hdf5_raise(path, "is truncated or damaged");
  H5_index_t order = H5_INDEX_CRT_ORDER;
  for (hsize_t i = 0; i < info.num_attrs; i++) {
    hid_t item = H5Aopen_by_idx(file, ".", order, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT);
    if (item < 0 && i == 0) { // a file of another program, without creation order
      order = H5_INDEX_NAME;
      item = H5Aopen_by_idx(file, ".", order, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT);
    }
    if (item < 0) return hdf5_raise(path, "is damaged: its attributes cannot be read");
    add_attribute(item, content);
    H5Aclose(item);
  }
  return CHATTER_OK;
}
