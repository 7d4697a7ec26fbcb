// Writes results as CSV for spreadsheets and other programs.
#ifndef CHATTER_RESULTS_CSV_CSV_EXPORT_H
#define CHATTER_RESULTS_CSV_CSV_EXPORT_H

#include "base/status.h"

// Writes all values per trajectory as one table, a row per trajectory, to OUT.csv, and every other
// group of variables over the same dimensions as its own table: OUT-window.csv for (trajectory,
// window), OUT-series-sample.csv for (series, sample), ... The first columns are the dimensions.
// Ragged values have a line each in OUT-point.csv, which begins with their trajectory, its ensemble
// parameters, and their number in the trajectory. Header: names. Numbers have 17 significant digits
// (they read back exactly), inf, -inf, nan; flags such as `status` are words. out_path NULL: the
// results' name with .csv; for "-", a device or a pipe: the table per trajectory alone. Existing
// files are refused unless `force`, before any is written. Fields on a mesh are left out
// (results/mesh/mesh_export.h).
chatter_status results_export(const char *path, const char *out_path, int force);

#endif
