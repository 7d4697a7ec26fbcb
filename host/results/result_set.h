// Results in memory: a table of named variables over named dimensions, with attributes. Files of it are HDF5
// that netCDF-4 readers open (results/results_file.h).
#ifndef CHATTER_RESULTS_RESULT_SET_H
#define CHATTER_RESULTS_RESULT_SET_H

#include "base/memory.h"
#include "base/status.h"

enum { RESULT_NAME = 64, RESULT_DIMS = 4 };
typedef enum { RESULT_DOUBLE, RESULT_INT, RESULT_STRING } result_type; // int: 32 bit

typedef struct result_variable {
  char name[RESULT_NAME], units[32], long_name[160];
  result_type type;
  int n_dims;
  char dim[RESULT_DIMS][RESULT_NAME]; // the first is "trajectory" for all that is one value per trajectory
  size_t size[RESULT_DIMS];
  const void *data;             // row-major; double *, int * or char **
  void *own;                    // the same to write to; NULL: of a view (result_set_add_view)
  const char *flag_meanings;    // NULL, or "ok diverged ...": written with flag_values 0, 1, ...
  const char *sample_dimension; // NULL, or the dimension along which it counts each trajectory's values (CF)
  const char *coordinates; // NULL, or names of variables that say where its values stand: "tip_time" (CF)
  const char *role;        // NULL, or one of these; what figures go by
  const char *compares;    // of RESULT_COMPARISON: the output that it stands beside,
  const char *label;       // and its words in a legend; of RESULT_PARAMETER: the input that it is
} result_variable;

#define RESULT_PARAMETER "parameter"   // of the ensemble
#define RESULT_OUTPUT "output"         // what was asked for, or is drawn like it
#define RESULT_COMPARISON "comparison" // what an output would be under simpler circumstances
#define RESULT_TIME "time"             // when values of other variables were taken
#define RESULT_STATUS "status"         // 0: the trajectory ended well
#define RESULT_FIELD "field"           // coordinates of a field on a mesh (results/mesh/result_field.h)
// Of ragged values, which are points of curves: flags of the kind of curve, the first one the plain one; of
// what happens there, the first one nothing; of being stable: unknown, stable, and then ways not to be so;
// the number of the connected piece within the trajectory; the phase of the output NAME in NAME_phase.
#define RESULT_CURVE "curve"
#define RESULT_EVENT "event"
#define RESULT_STABLE "stable"
#define RESULT_PIECE "piece"
#define RESULT_PHASE "phase"
// What is told of outputs over all trajectories (results/statistics): made anew of whole ensembles, so that
// files put together leave those of their parts out.
#define RESULT_STATISTIC "statistic"
#define RESULT_DETAIL "detail" // no figure shows it by itself

// Dimensions with coordinates, which outputs may have behind `trajectory`: grid_…, of frequencies in Hz
// grid_frequency.
#define RESULT_GRIDS "grid_"
#define RESULT_GRID RESULT_GRIDS "frequency"

// A text attribute: what the runs warned of that the numbers do not tell, a line each (base/text.h).
#define RESULT_WARNINGS "warnings"

typedef struct result_attribute {
  char name[RESULT_NAME];
  char *text; // NULL: the number counts
  double number;
} result_attribute;

typedef struct result_set {
  arena *memory; // owns the arrays and data
  int n_variables, n_attributes;
  result_variable *variables;
  result_attribute *attributes;
} result_set;

result_set *result_set_create(void); // NULL when out of memory
void result_set_destroy(result_set *self);
// Adds a variable and gives its zeroed data (owned by the set), NULL when out of memory. dims: "trajectory"
// or "trajectory,window" ...; sizes as many as dims. A variable named as its dimension is that coordinate.
void *result_set_add(result_set *self, const char *name, result_type type, const char *dims,
                     const size_t *sizes, const char *units, const char *long_name);
// Likewise, of data that the caller keeps as long as the set. 0: out of memory.
int result_set_add_view(result_set *self, const char *name, result_type type, const char *dims,
                        const size_t *sizes, const char *units, const char *long_name, const void *data);
void result_set_flags(result_set *self, const char *variable, const char *meanings); // of an int's 0, 1, ...
void result_set_coordinates(result_set *self, const char *variable, const char *names);
void result_set_role(result_set *self, const char *variable, const char *role);
void result_set_parameter(result_set *self, const char *variable, const char *input); // NULL: of no input
// RESULT_COMPARISON with `output`.
void result_set_compares(result_set *self, const char *variable, const char *output, const char *label);
void result_set_text(result_set *self, const char *name, const char *text);
void result_set_number(result_set *self, const char *name, double number);
int result_variable_has_role(const result_variable *variable, const char *role);
const result_variable *result_set_find(const result_set *self, const char *name); // NULL: no such
const char *result_set_find_text(const result_set *self, const char *name);       // NULL: no such
double result_set_find_number(const result_set *self, const char *name);          // NaN: no such

// A whole number that was never computed (rows of trajectories that did not run): netCDF's own fill value.
enum { RESULT_INT_MISSING = -2147483647 };

// As result_set_add but without data, NULL with an error raised.
result_variable *result_set_add_without_data(result_set *self, const char *name, result_type type,
                                             const char *dims, const size_t *sizes, const char *units,
                                             const char *long_name);
chatter_status result_variable_allocate(result_set *self, result_variable *variable);        // zeroed data
const result_attribute *result_set_find_attribute(const result_set *self, const char *name); // NULL: no such

// Texts of attributes (flags, coordinates, role) from another set's variable.
void result_variable_copy_texts(result_set *self, result_variable *to, const result_variable *from);
// A variable like another set's, with so many rows (a scalar has none), its data zeroed; NULL: raised.
result_variable *result_set_add_like(result_set *self, const result_variable *from, size_t rows);
size_t result_type_size(result_type type);                // bytes of an item in memory
size_t result_row_count(const result_variable *variable); // size of the first dimension, 1 of a scalar
size_t result_row_items(const result_variable *variable); // items in one row: the product of the other sizes
int result_flag_index(const result_variable *variable, const char *word); // value of a flag's word, or -1

// What a whole number of a trajectory that did not run reads as: not_run, no values, else RESULT_INT_MISSING.
int result_missing_int(const result_variable *variable);

#endif
