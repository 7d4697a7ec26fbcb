// Dimension scales of a results file as netCDF-4 readers expect them: a coordinate variable is its
// dimension's scale; any other dimension gets a scale without data.
#ifndef CHATTER_RESULTS_SCALES_H
#define CHATTER_RESULTS_SCALES_H

#include <hdf5.h>

#include "results/result_set.h"

// Name of scales that are not variables (netCDF-4 file format specification, dimensions without
// coordinates).
#define SCALE_WITHOUT_VARIABLE "This is a netCDF dimension but not a netCDF variable."

#define SCALE_ID_ATTRIBUTE "_Netcdf4Dimid"        // of a scale: its number
#define SCALE_IDS_ATTRIBUTE "_Netcdf4Coordinates" // of a variable: the numbers of its dimensions

// Checks that every dimension has one size; a variable with the name of a dimension is its
// coordinate.
chatter_status scales_check_dimensions(const result_set *layout);
// Returns a dimension's number, in the order of first use.
int scales_dimension_id(const result_set *layout, const char *name);
// Creates the scales without data of the dimensions that variable `index` is the first to use.
// Returns 0 on success.
int scales_create_without_data(hid_t file, const result_set *layout, int index);
// Makes scales of the coordinates and attaches every dimension; dataset: [n_variables]. Returns 0
// on success.
int scales_attach_all(hid_t file, const result_set *layout, const hid_t *dataset);

#endif
