// Results in memory and on disk. A result_set is a table of named variables over named dimensions; files are
// HDF5 that netCDF-4 readers open (design section 7).
#ifndef CHATTER_RESULTS_RESULTS_H
#define CHATTER_RESULTS_RESULTS_H

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
// Values that differ in number from trajectory to trajectory, one trajectory after another (CF: a contiguous
// ragged array): adds `row_size`, the n trajectories' numbers of values along `dim`, and gives their sum.
// Variables whose first dimension is `dim` then follow by result_set_add, and every file of a run must have
// the same. One such dimension per set; a trajectory that did not run has none.
chatter_status result_set_add_row_sizes(result_set *self, const char *dim, size_t n, const int *size,
                                        size_t *total);
void result_set_flags(result_set *self, const char *variable, const char *meanings); // of an int's 0, 1, ...
void result_set_coordinates(result_set *self, const char *variable, const char *names);
void result_set_role(result_set *self, const char *variable, const char *role);
void result_set_parameter(result_set *self, const char *variable, const char *input); // NULL: of no input
// RESULT_COMPARISON with `output`.
void result_set_compares(result_set *self, const char *variable, const char *output, const char *label);
void result_set_text(result_set *self, const char *name, const char *text);
void result_set_number(result_set *self, const char *name, double number);
// Rows of everything over dimension `dim` in the order of its int coordinate; with "trajectory" also their
// ragged values.
chatter_status result_set_sort(result_set *self, const char *dim);
// One set of n of different trajectories, sorted by their numbers; without attributes.
chatter_status result_sets_join(int n, result_set *const *set, result_set **out);
int result_variable_has_role(const result_variable *variable, const char *role);
const result_variable *result_set_find(const result_set *self, const char *name); // NULL: no such
const char *result_set_find_text(const result_set *self, const char *name);       // NULL: no such
double result_set_find_number(const result_set *self, const char *name);          // NaN: no such

// Writes PATH through PATH.tmp, fsync, rename, fsync of the folder. Refuses an existing file unless `force`.
chatter_status results_write(const result_set *self, const char *path, int force);
chatter_status results_read(const char *path, result_set **out);
// Only variables of these names, where it has them; NULL behind the last.
chatter_status results_read_named(const char *path, const char *const *names, result_set **out);

// A run in progress: closed part files and a manifest in the folder PATH.parts. Each part holds whole
// trajectories (int coordinate `trajectory` gives their numbers; in the same way a dimension `series` numbers
// the trajectories that have a time series; ragged values belong to trajectories; all other
// variables are the same in every part). Attributes
// study_sha256, reduced_hash, overrides, seed, precision, team, trajectories_total (of the whole ensemble)
// must agree between parts and between shards; `shard` ("2/8") marks a part of a sharded run. results_merge
// makes one file from shards: finished files or the folders of unfinished runs.
typedef struct result_writer result_writer;
struct study; // study/study.h
// Beside a finished file: removes what a kill in the last moment has left of its folder of parts.
chatter_status result_writer_settle(const char *path);
chatter_status result_writer_open(const char *path, int force, int resume, result_writer **out);
// Refuses when the closed parts come from another study, reduced model, seed, ... than these attributes tell:
// call it before a resumed run steps anything.
chatter_status result_writer_check(const result_writer *self, const result_set *attributes);
chatter_status result_writer_append(result_writer *self, const result_set *part); // one closed part file
int result_writer_parts(const result_writer *self);
chatter_status result_writer_done(const result_writer *self, size_t n_total,
                                  unsigned char *done); // [n_total]
// Makes PATH from all parts, removes the folder, closes. Rows of trajectories 0 ... n_total - 1 that no part
// holds are NaN with status not_run; parts with the attribute `shard` become a file of their own trajectories
// only. CHATTER_INTERRUPTED, with the parts kept, once a signal asks for an end (base/stop.h).
chatter_status result_writer_finish(result_writer *self, size_t n_total);
// Half the width of the interval that statistics.until of the study asks for, over trajectories 0 ... n - 1,
// which are in closed parts; NAN: nothing is known of it yet.
chatter_status result_writer_half_width(const result_writer *self, const struct study *config, size_t n,
                                        double *half_width);
void result_writer_show(result_writer *self);                // progress of result_writer_finish
void result_writer_close(result_writer *self);               // keeps the parts for --resume
chatter_status result_writer_discard(result_writer *self);   // removes the folder and all in it, closes
const char *result_writer_folder(const result_writer *self); // for the checkpoint file
chatter_status results_merge(const char *out_path, int force, int n_shards, const char *const *shard_paths);

#endif
