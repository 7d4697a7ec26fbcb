// Arrays, texts and names in HDF5 files of reduced models. Functions that return int return 0 on
// success.
#ifndef CHATTER_REDUCTION_FILE_ARRAYS_H
#define CHATTER_REDUCTION_FILE_ARRAYS_H

#include <hdf5.h>

#include "base/status.h"

hid_t file_open(const char *path, int create);
// Saves a file completely or not at all: it is written beside the old one, then renamed. what: for
// messages, such as "reduced model".
chatter_status file_save(const char *path, const char *what, int (*write)(hid_t file, void *content),
                         void *content);

// Writes an attribute or dataset; `at`: a file or a group in it.
int file_write_text(hid_t at, const char *name, const char *text); // an attribute
int file_write_array(hid_t at, const char *name, hid_t type, int rows, int columns, const void *data,
                     const char *unit, const char *meaning);
// Writes n texts of `width` bytes each, one behind the other.
int file_write_names(hid_t at, const char *name, int n, size_t width, const void *names);
int file_read_text(hid_t at, const char *name, char *text, size_t size);
int file_read_array(hid_t at, const char *name, hid_t type, int n_extents, int rows, int columns, void *data);
int file_read_names(hid_t at, const char *name, int n, size_t width, void *names);

#endif
