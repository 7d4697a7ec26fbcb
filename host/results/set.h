// What readers, writers and the merge need to know of a result_set beyond results.h.
#ifndef CHATTER_RESULTS_SET_H
#define CHATTER_RESULTS_SET_H

#include "results/results.h"

// A whole number that was never computed (rows of trajectories that did not run): netCDF's own fill value.
enum { RESULT_INT_MISSING = -2147483647 };

// As result_set_add but without data, NULL with an error raised.
result_variable *result_set_declare(result_set *self, const char *name, result_type type, const char *dims,
                                    const size_t *sizes, const char *units, const char *long_name);
chatter_status result_variable_allocate(result_set *self, result_variable *variable);        // zeroed data
const result_attribute *result_set_find_attribute(const result_set *self, const char *name); // NULL: no such

// Texts of attributes (flags, coordinates, role) from another set's variable.
void result_variable_copy_texts(result_set *self, result_variable *to, const result_variable *from);
// A variable like another set's, with so many rows (a scalar has none), its data zeroed; NULL: raised.
result_variable *result_set_add_like(result_set *self, const result_variable *from, size_t rows);
size_t result_type_size(result_type type);                // bytes of an item in memory
size_t result_rows(const result_variable *variable);      // size of the first dimension, 1 of a scalar
size_t result_row_items(const result_variable *variable); // items in one row: the product of the other sizes
int result_flag_index(const result_variable *variable, const char *word); // value of a flag's word, or -1

// What a whole number of a trajectory that did not run reads as: not_run, no values, else RESULT_INT_MISSING.
int result_missing_int(const result_variable *variable);

#endif
