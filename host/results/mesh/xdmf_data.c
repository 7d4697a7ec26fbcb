// Writes the HDF5 file beside an XDMF file.
#include "results/mesh/xdmf_data.h"

#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/hdf5_safety.h"
#include "base/memory.h"

struct hdf5_output {
  char *path, *temporary;
  int force;
  hid_t file;
};

chatter_status hdf5_output_create(const char *path, int force, hdf5_output **out) {
  hdf5_output *self;
  hdf5_quiet();
  TRY(durable_refuse_existing(path, force));
  ALLOCATE(self, 1);
  *self = (hdf5_output){.path = durable_name(path, "", ""), .force = force, .file = H5I_INVALID_HID};
  self->temporary = self->path ? durable_temporary(path) : NULL;
  *out = self;
  chatter_status status = self->temporary ? CHATTER_OK : CHATTER_IO;
  if (status == CHATTER_OK) {
    self->file = H5Fcreate(self->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (self->file < 0) status = hdf5_raise(path, "cannot be written");
  }
  return status == CHATTER_OK ? CHATTER_OK : hdf5_output_close(self, status);
}

static chatter_status write_dataset(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                    hid_t type, hid_t stored, const void *data) {
  const hsize_t size[] = {rows, columns};
  hid_t space = H5Screate_simple(columns == 1 ? 1 : 2, size, NULL), links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  hid_t plain = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(plain, 0); // equal data give equal bytes
  hid_t set = H5Dcreate2(self->file, name, stored, space, links, plain, H5P_DEFAULT);
  const int failed = set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0;
  const chatter_status status = failed ? hdf5_raise(self->path, "cannot be written") : CHATTER_OK;
  if (set >= 0) H5Dclose(set);
  H5Pclose(plain);
  H5Pclose(links);
  H5Sclose(space);
  return status;
}

chatter_status hdf5_output_write_doubles(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                         const double *data) {
  return write_dataset(self, name, rows, columns, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, data);
}

chatter_status hdf5_output_write_ints(hdf5_output *self, const char *name, size_t rows, size_t columns,
                                      const int *data) {
  return write_dataset(self, name, rows, columns, H5T_NATIVE_INT, H5T_STD_I32LE, data);
}

chatter_status hdf5_output_close(hdf5_output *self, chatter_status status) {
  if (self->file >= 0 && H5Fclose(self->file) < 0 && status == CHATTER_OK)
    status = hdf5_raise(self->path, "cannot be written");
  if (status == CHATTER_OK) status = durable_rename(self->temporary, self->path, self->force);
  if (status != CHATTER_OK && self->temporary) unlink(self->temporary);
  free(self->temporary);
  free(self->path);
  memory_free(self);
  return status;
}
