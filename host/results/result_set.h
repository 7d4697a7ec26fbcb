// Results in memory: a table of named variables over named dimensions, with attributes. In files
// they are HDF5 that netCDF-4 readers open (results/results_file.h).
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
  char dim[RESULT_DIMS]
          [RESULT_NAME]; // the first is "trajectory" for a variable with one value per trajectory
  size_t size[RESULT_DIMS];
  const void *data;             // row-major; double *, int * or char **
  void *own;                    // the same for writing; NULL: a view (result_set_add_view)
  const char *flag_meanings;    // NULL, or "ok diverged ...": written with flag_values 0, 1, ...
  const char *sample_dimension; // NULL, or the dimension whose values per trajectory it counts (CF)
  const char *
      coordinates; // NULL, or names of variables that give the times or places of its values: "tip_time" (CF)
  const char *role;     // NULL, or one of the texts below; figures select variables by it
  const char *compares; // of RESULT_COMPARISON: the output that it accompanies
  const char *label;    // its text in a legend; of RESULT_PARAMETER: the input's name
} result_variable;

#define RESULT_PARAMETER "parameter"   // of the ensemble
#define RESULT_OUTPUT "output"         // an output of the study, or drawn like one
#define RESULT_COMPARISON "comparison" // value of an output in a simpler system
#define RESULT_TIME "time"             // times of other variables' values
#define RESULT_STATUS "status"         // 0: the trajectory ended well
#define RESULT_FIELD "field"           // coordinates of a field on a mesh (results/mesh/result_field.h)
// Roles of ragged values, the points of curves. Flags of the kind of curve, the first being the
// plain one; flags of events, the first being none; whether it is stable: unknown, stable, then kinds of
// instability; number of the connected piece within the trajectory; phase of the output NAME in
// NAME_phase.
#define RESULT_CURVE "curve"
#define RESULT_EVENT "event"
#define RESULT_STABLE "stable"
#define RESULT_PIECE "piece"
#define RESULT_PHASE "phase"
// Statistics of outputs over all trajectories (results/statistics). They are computed for whole
// ensembles; joined files omit those of their parts.
#define RESULT_STATISTIC "statistic"
#define RESULT_DETAIL "detail" // not shown by figures on its own

// Dimensions with coordinates that outputs may have after `trajectory`: grid_…; for frequencies in
// Hz grid_frequency.
#define RESULT_GRIDS "grid_"
#define RESULT_GRID RESULT_GRIDS "frequency"

// Text attribute with the warnings of the runs, one a line (base/text.h).
#define RESULT_WARNINGS "warnings"

typedef struct result_attribute {
  char name[RESULT_NAME];
  char *text; // NULL: a number
  double number;
} result_attribute;

typedef struct result_set {
  arena *memory; // owns arrays and data
  int n_variables, n_attributes;
  result_variable *variables;
  result_attribute *attributes;
} result_set;

result_set *result_set_create(void); // NULL: out of memory
void result_set_destroy(result_set *self);
// Adds a variable and returns its zeroed data (owned by the set); NULL: out of memory. dims:
// "trajectory" or "trajectory,window" ...; as many sizes as dims. A variable with the name of its
// dimension is the coordinate.
void *result_set_add(result_set *self, const char *name, result_type type, const char *dims,
                     const size_t *sizes, const char *units, const char *long_name);
// Adds a variable whose data the caller keeps as long as the set. Returns 0 when out of memory.
int result_set_add_view(result_set *self, const char *name, result_type type, const char *dims,
                        const size_t *sizes, const char *units, const char *long_name, const void *data);
void result_set_flags(result_set *self, const char *variable,
                      const char *meanings); // for the values 0, 1, ... of an int
void result_set_coordinates(result_set *self, const char *variable, const char *names);
void result_set_role(result_set *self, const char *variable, const char *role);
void result_set_parameter(result_set *self, const char *variable, const char *input); // NULL: not an input
// Sets the role RESULT_COMPARISON with `output`.
void result_set_compares(result_set *self, const char *variable, const char *output, const char *label);
void result_set_text(result_set *self, const char *name, const char *text);
void result_set_number(result_set *self, const char *name, double number);
int result_variable_has_role(const result_variable *variable, const char *role);
const result_variable *result_set_find(const result_set *self, const char *name); // NULL: none
const char *result_set_find_text(const result_set *self, const char *name);       // NULL: none
double result_set_find_number(const result_set *self, const char *name);          // NaN: none

// A whole number that was not computed (rows of trajectories that did not run): netCDF's fill
// value.
enum { RESULT_INT_MISSING = -2147483647 };

// Adds a variable without data; NULL with an error raised.
result_variable *result_set_add_without_data(result_set *self, const char *name, result_type type,
                                             const char *dims, const size_t *sizes, const char *units,
                                             const char *long_name);
chatter_status result_variable_allocate(result_set *self, result_variable *variable);        // zeroed data
const result_attribute *result_set_find_attribute(const result_set *self, const char *name); // NULL: none

// Copies texts of attributes (flags, coordinates, role) from another set's variable.
void result_variable_copy_texts(result_set *self, result_variable *to, const result_variable *from);
// Adds a variable like another set's, with so many rows (a scalar has none) and zeroed data; NULL
// with an error raised.
result_variable *result_set_add_like(result_set *self, const result_variable *from, size_t rows);
size_t result_type_size(result_type type);                // bytes of an item in memory
size_t result_row_count(const result_variable *variable); // size of the first dimension; 1 for a scalar
size_t result_row_items(const result_variable *variable); // items in one row: the product of the other sizes
int result_flag_index(const result_variable *variable, const char *word); // value of a flag's word; -1: none

// Returns the value of a whole number for a trajectory that did not run: not_run, zero values, else
// RESULT_INT_MISSING.
int result_missing_int(const result_variable *variable);

#endif
