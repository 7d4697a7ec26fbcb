// Writes the XDMF file, which describes the numbers in the HDF5 file beside it for ParaView, VisIt
// and meshio.
#ifndef CHATTER_RESULTS_MESH_XDMF_H
#define CHATTER_RESULTS_MESH_XDMF_H

#include <stdio.h>

#include "results/mesh/field_series.h"

typedef struct xdmf_file {
  FILE *out;
  const char *heavy; // name of the HDF5 file in the same folder
  const mesh_series *of;
} xdmf_file;

void xdmf_write_begin(const xdmf_file *self);
// Writes the grid of the next instant, number `at` of those written, at `time`.
void xdmf_write_instant(const xdmf_file *self, size_t at, double time);
void xdmf_write_end(const xdmf_file *self);

#endif
